#pragma once
// A tournament as its FILE.toml describes it. docs/tournament.md lists the keys.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/play/best_of.h"
#include "arena/play/match.h"
#include "arena/tournament/ledger.h"
#include "arena/tournament/pairings.h"

namespace zerosum {

// The most that a tournament's file may ask for. A ledger that asks for more was not written by a
// tournament, and would be planned without end.
struct TournamentLimits {
    static constexpr int rounds = 1000;
    static constexpr int challengers = 100'000;
    static constexpr int games = 100'000;         // of a pairing
    static constexpr int games_each = 1'000'000;  // of a ladder
    static constexpr int size = 100;
    static constexpr int kinds = 10;
    static constexpr int pieces = 1000;
};

// When a ladder ends; by itself it never does.
struct Until {
    bool sure = false;      // the top's order is sure: see ladder.h
    int games_each = 0;     // this many games per entrant, on average; 0: any number
    std::int64_t time = 0;  // seconds since 1970; 0: none
};

struct TournamentSettings {
    std::string title;
    MatchSettings match;                // of every pairing; players and seed are set per pairing
    std::vector<LedgerPlayer> players;  // names are unique; texts as written, globs expanded
    std::vector<PlayerSpec> specs;      // the same players; dir: found from any current directory
    Tools tools;                        // for every directory, also one that comes as a hand-in
    Format format = Format::RoundRobin;
    int rounds = 1;
    int challengers = 1;
    std::uint64_t seed = 1;
    bool play_all = false;
    int jobs = 1;
    bool scale_banks = false;  // to the speed of the machine that a game is played on
    Until until;
    std::string notice;            // what the user should know about how the file was read
    std::filesystem::path watch;   // hand-ins are taken from this folder as they come; empty: none
    std::filesystem::path folder;  // dir: players and files are found relative to it
    std::filesystem::path ledger;

    // What a result depends on beside its two players: everything but title, jobs, rounds, until,
    // the ledger's place and, unless it is Swiss, play_all. A Swiss round depends on the points of
    // all games before it.
    [[nodiscard]] Identity identity() const;
    [[nodiscard]] ScheduleSettings schedule() const;
    [[nodiscard]] BestOf best_of() const { return {match.games, play_all}; }

    // How a pairing is played as a match of its own. Boards and draws depend on its id alone.
    [[nodiscard]] MatchSettings match_of(const ScheduledPairing& pairing, const PlayerSpec& first,
                                         const PlayerSpec& second) const;
};

// Reads and checks everything that can be wrong before a game is played: keys, values, players,
// the board. Errors say what was found, in which line, and what was expected. With a folder to
// watch, the file need not name any player.
[[nodiscard]] Result<TournamentSettings> read_tournament(const std::filesystem::path& file,
                                                         const std::filesystem::path& watch = {});

// The same from text; `folder` is where globs and relative paths start, `name` is for messages.
[[nodiscard]] Result<TournamentSettings> parse_tournament(std::string_view text,
                                                          const std::filesystem::path& folder,
                                                          std::string_view name,
                                                          const std::filesystem::path& watch = {});

}  // namespace zerosum
