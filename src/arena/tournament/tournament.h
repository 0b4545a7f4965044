#pragma once
// Plays a tournament to its end, or goes on where it stopped.
//
// Games run on `jobs` threads, each with players of its own. The ledger decides what is left to
// play: run the same settings again after any kind of stop, and exactly the missing games are
// played. Players may be added, changed and taken away between two runs, and with a folder to watch
// also while it runs: a game between two that did not change is never played again.

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
    std::size_t games = 0;  // at most: a pairing may be decided early; a ladder without end: 0
    Seconds elapsed{0};     // since this run began
    Seconds left{-1};       // at the pace so far, at most; below 0: not known yet
    std::vector<RunningGame> running;
    std::vector<TableLine> table;  // best first; who takes part now
    // A ladder: [k - 1] is the probability that the first k by rating are the k strongest, when the
    // last round was planned.
    std::vector<double> certainty;
};

// Calls come from the thread that called run_tournament. May be empty.
struct TournamentWatch {
    // All players by their numbers: before the first game, and whenever somebody has come.
    std::function<void(const std::vector<LedgerPlayer>& players)> on_players = {};
    // What the user should know: who came, who could not be taken and why.
    std::function<void(const std::string& notice)> on_notice = {};
    std::function<void(const LedgerGame& game)> on_game = {};
    // After every game, and about once a second in between.
    std::function<void(const TournamentProgress& progress)> on_progress = {};
    // Ends the running games without a result; they are played again next time.
    std::stop_token stop = {};
};

// True: every game is in the ledger. False: stopped before; with a folder to watch it goes on until
// it is stopped. An error: the ledger failed (its results so far are safe), it belongs to other
// settings, or its format cannot take a change of the players.
[[nodiscard]] Result<bool> run_tournament(const TournamentSettings& settings,
                                          const TournamentWatch& watch = {});

// What would be played, without playing.
struct TournamentPlan {
    std::vector<ScheduledPairing> pairings;  // those known before the first game
    std::size_t total_pairings = 0;          // including later rounds of Swiss and knock-out
    std::size_t fewest_games = 0;            // if every pairing is decided as early as it can be
    std::size_t most_games = 0;
    int cores = 1;          // of this machine
    int at_once = 1;        // games that really run at once: no more than there are cores
    bool measured = false;  // `per_game` is from games in the ledger; otherwise a guess
    Seconds per_game{0};    // CPU time of both players
    Seconds longest{0};     // wall time if every game used up both banks
    Seconds expected{0};    // see docs/tournament.md for the guess behind it
    int weekend_games = 0;  // a ladder's games per entrant that 48 hours have room for
};
[[nodiscard]] TournamentPlan plan_tournament(const TournamentSettings& settings);

}  // namespace zerosum
