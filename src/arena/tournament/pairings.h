#pragma once
// Who meets whom. Pure planning: no players, no games, no files.
//
// A schedule is a function of the format, the number of players, the seed and the results so far.
// Ask it for more pairings whenever all it gave before are finished: round robin and gauntlet hand
// out everything at once, Swiss and knock-out a round at a time. Given the same results it plans
// the same pairings with the same ids, which is what makes a tournament resumable.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

enum class Format : std::uint8_t { RoundRobin, Gauntlet, Swiss, Knockout };
[[nodiscard]] std::string_view to_text(Format format);  // "round-robin"
[[nodiscard]] std::optional<Format> parse_format(std::string_view text);

struct ScheduledPairing {
    PairingId id;
    int round = 1;
    PlayerIndex first = kNoPlayer;   // starts game 1; the start then alternates
    PlayerIndex second = kNoPlayer;  // kNoPlayer: `first` has a bye
    [[nodiscard]] bool bye() const { return second == kNoPlayer; }
};

// A pairing played to its end.
struct FinishedPairing {
    ScheduledPairing pairing;
    Tally first;  // its games from the view of the pairing's first player
};

// What the pairing is worth to its first player: 1 for most games, then for most points on the
// board; 1/2 when both are equal; 0 otherwise. A bye is won.
[[nodiscard]] double share_of_first(const FinishedPairing& finished);

// The same for a knock-out, which always goes on: when all is equal, the earlier place in the list
// of players wins.
[[nodiscard]] PlayerIndex pairing_winner(const FinishedPairing& finished);

struct ScheduleSettings {
    Format format = Format::RoundRobin;
    std::size_t players = 0;
    std::uint64_t seed = 0;
    int rounds = 1;       // round robin: times that all meet; swiss: rounds; others: unused
    int challengers = 1;  // gauntlet: this many players from the top meet all the others
};

class Schedule {
 public:
    explicit Schedule(const ScheduleSettings& settings);

    // The pairings that follow when exactly `finished` have been played; empty at the end.
    [[nodiscard]] std::vector<ScheduledPairing> next(
        std::span<const FinishedPairing> finished) const;

    // How many pairings (byes not counted) the whole tournament has.
    [[nodiscard]] std::size_t total_pairings() const;

 private:
    [[nodiscard]] std::vector<ScheduledPairing> round_robin() const;
    [[nodiscard]] std::vector<ScheduledPairing> gauntlet() const;
    [[nodiscard]] std::vector<ScheduledPairing> swiss(std::span<const FinishedPairing>) const;
    [[nodiscard]] std::vector<ScheduledPairing> knockout(std::span<const FinishedPairing>) const;
    [[nodiscard]] ScheduledPairing pair(int round, PlayerIndex first, PlayerIndex second) const;

    ScheduleSettings settings_;
    std::vector<PlayerIndex> seats_;  // the players in the order the seed shuffled them into
};

}  // namespace zerosum
