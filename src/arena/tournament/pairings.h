#pragma once
// Who meets whom. Pure planning: no players, no games, no files.
//
// A schedule is a function of the format, who takes part, the seed and the pairings so far. Ask it
// for more whenever all it gave before are finished: round robin and gauntlet hand out everything
// that is missing at once, and may also be asked when a player has come; Swiss, knock-out and
// ladder hand out a round at a time. Given the same pairings and results it plans the same, which
// is what makes a tournament resumable.
//
// Who comes late or changes: in a round robin and a gauntlet it gets the pairings that it lacks, in
// a Swiss and a ladder it is in the next round. A knock-out cannot take anybody in once its bracket
// is drawn.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/rating/ratings.h"
#include "arena/rating/tally.h"

namespace zerosum {

// Players of a tournament by their place in its list.
using PlayerIndex = std::size_t;
inline constexpr PlayerIndex kNoPlayer = std::numeric_limits<PlayerIndex>::max();

// Stable names of a pairing and of a game in it: 64 bits mixed from the tournament's seed, the
// round, the players and the game's number. Written as 16 hexadecimal digits.
struct PairingId {
    std::uint64_t bits = 0;
    friend auto operator<=>(const PairingId&, const PairingId&) = default;
};
struct GameId {
    std::uint64_t bits = 0;
    friend auto operator<=>(const GameId&, const GameId&) = default;
};
[[nodiscard]] PairingId pairing_id(std::uint64_t seed, int round, PlayerIndex first,
                                   PlayerIndex second);
[[nodiscard]] GameId game_id(PairingId pairing, int game);
[[nodiscard]] std::string to_text(PairingId id);
[[nodiscard]] std::string to_text(GameId id);
[[nodiscard]] std::optional<GameId> parse_game_id(std::string_view text);
[[nodiscard]] std::optional<PairingId> parse_pairing_id(std::string_view text);

enum class Format : std::uint8_t { RoundRobin, Gauntlet, Swiss, Knockout, Ladder };
[[nodiscard]] std::string_view to_text(Format format);  // "round-robin"
[[nodiscard]] std::optional<Format> parse_format(std::string_view text);
// Whether its pairings depend on results, so that they are planned when a round has ended.
[[nodiscard]] constexpr bool by_rounds(Format format) {
    return format != Format::RoundRobin && format != Format::Gauntlet;
}

struct ScheduledPairing {
    PairingId id;
    int round = 1;
    PlayerIndex first = kNoPlayer;   // starts game 1; the start then alternates
    PlayerIndex second = kNoPlayer;  // kNoPlayer: `first` has a bye
    [[nodiscard]] bool bye() const { return second == kNoPlayer; }
};

// A game of a pairing, from the view of the pairing's first player.
struct PairingGame {
    bool started = true;  // it moved first
    Outcome outcome = Outcome::Draw;
    bool fault = false;  // ended by a crash or the like, not on the board
};

// A pairing played to its end.
struct FinishedPairing {
    ScheduledPairing pairing;
    Tally first;                          // its games from the view of the pairing's first player
    std::vector<PairingGame> games = {};  // the same, one by one; only a ladder asks for them
};

// What the pairing is worth to its first player: 1 for most games, then for most points on the
// board; 1/2 when both are equal; 0 otherwise. A bye is won.
[[nodiscard]] double share_of_first(const FinishedPairing& finished);

// The same for a knock-out, which always goes on: when all is equal, the earlier place in the list
// of players wins.
[[nodiscard]] PlayerIndex pairing_winner(const FinishedPairing& finished);

// The games among `who`, numbered by their places in it.
[[nodiscard]] std::vector<RatedGame> rated_games(std::span<const PlayerIndex> who,
                                                 std::span<const FinishedPairing> finished);

struct ScheduleSettings {
    Format format = Format::RoundRobin;
    std::size_t players = 0;
    std::uint64_t seed = 0;
    int rounds = 1;       // round robin: times that all meet; swiss: rounds; others: unused
    int challengers = 1;  // gauntlet: this many players from the top meet all the others
    std::vector<PlayerIndex> who = {};  // the players, best seed first; empty: 0, 1, 2, ...
};

class Schedule {
 public:
    explicit Schedule(const ScheduleSettings& settings);

    // The pairings that follow when exactly `finished` have been played; empty at the end. Pairings
    // of players who take no part any more may be among them.
    [[nodiscard]] std::vector<ScheduledPairing> next(
        std::span<const FinishedPairing> finished) const;

    // How many pairings (byes not counted) the whole tournament has; a ladder has no end: 0.
    [[nodiscard]] std::size_t total_pairings() const;

 private:
    [[nodiscard]] std::vector<ScheduledPairing> round_robin(std::span<const FinishedPairing>) const;
    [[nodiscard]] std::vector<ScheduledPairing> gauntlet(std::span<const FinishedPairing>) const;
    [[nodiscard]] std::vector<ScheduledPairing> swiss(std::span<const FinishedPairing>) const;
    [[nodiscard]] std::vector<ScheduledPairing> knockout(std::span<const FinishedPairing>) const;
    [[nodiscard]] std::vector<ScheduledPairing> ladder(std::span<const FinishedPairing>) const;
    [[nodiscard]] ScheduledPairing pair(int round, PlayerIndex first, PlayerIndex second) const;

    ScheduleSettings settings_;       // with `who` filled in
    std::vector<PlayerIndex> seats_;  // the players in the order the seed shuffled them into
};

}  // namespace zerosum
