#pragma once
// Plays a tournament to its end, or goes on where it stopped.
//
// Games run on `jobs` threads, each with players of its own. The ledger decides what is left to
// play: run the same settings again after any kind of stop, and exactly the missing games are
// played.

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/tournament/ledger.h"
#include "arena/tournament/settings.h"

namespace zerosum {

struct TableLine {
    PlayerIndex player = 0;
    Tally tally;
};

// Where a running tournament stands.
struct TournamentProgress {
    std::size_t pairings_finished = 0;
    std::size_t pairings = 0;  // in the whole tournament
    std::size_t games_finished = 0;
    std::size_t games = 0;  // at most: a pairing may be decided early
    Seconds elapsed{0};     // since this run began
    Seconds left{-1};       // at the pace so far, at most; below 0: not known yet
    std::vector<RunningGame> running;
    std::vector<TableLine> table;  // best first
};

// Calls come from the thread that called run_tournament. May be empty.
struct TournamentWatch {
    std::function<void(const LedgerGame& game)> on_game = {};
    // After every game, and about once a second in between.
    std::function<void(const TournamentProgress& progress)> on_progress = {};
    // Ends the running games without a result; they are played again next time.
    std::stop_token stop = {};
};

// True: every game is in the ledger. False: stopped before. An error: the ledger failed (its
// results so far are safe), or it belongs to other settings.
[[nodiscard]] Result<bool> run_tournament(const TournamentSettings& settings,
                                          const TournamentWatch& watch = {});

// What would be played, without playing.
struct TournamentPlan {
    std::vector<ScheduledPairing> pairings;  // those known before the first game
    std::size_t total_pairings = 0;          // including later rounds of Swiss and knock-out
    std::size_t fewest_games = 0;            // if every pairing is decided as early as it can be
    std::size_t most_games = 0;
    Seconds longest{0};   // wall time if every game used up both banks, on `jobs` processors
    Seconds expected{0};  // see docs/tournament.md for the guess behind it
};
[[nodiscard]] TournamentPlan plan_tournament(const TournamentSettings& settings);

}  // namespace zerosum
