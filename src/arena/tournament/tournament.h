#pragma once
// Plays a tournament to its end, or goes on where it stopped.
//
// It is a planner (planner.h) and a worker (worker.h) in one process; other workers may play on the
// same ledger meanwhile. The ledger decides what is left to play: run the same settings again after
// any kind of stop, and exactly the missing games are played. Players may be added, changed and
// taken away between two runs, and with a folder to watch also while it runs: a game between two
// that did not change is never played again.

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/check/check.h"
#include "arena/tournament/planner.h"

namespace zerosum {

// Calls come from the thread that called run_tournament. May be empty.
struct TournamentWatch {
    // All players by their numbers: before the first game, and whenever a player has come.
    std::function<void(const std::vector<LedgerPlayer>& players)> on_players = {};
    // Once, when the first games wait in the ledger for workers. An error ends the tournament.
    std::function<Result<void>(Ledger& ledger)> on_ready = {};
    // What the user should know: who came, who could not be taken and why.
    std::function<void(const std::string& notice)> on_notice = {};
    // A ledger's server went away or is back. The only call that may come from any thread.
    std::function<void(const std::string& sentence)> on_trouble = {};
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
    bool measured = false;  // `per_game` is from games in the ledger
    int checked = 0;        // otherwise: players of whom a check told, the others are guessed
    Seconds per_game{0};    // CPU time of both players
    Seconds longest{0};     // wall time if every game used up both banks
    Seconds expected{0};    // see docs/tournament.md for what is behind it
    int weekend_games = 0;  // a ladder's games per entrant that 48 hours have room for
};
// With checks of some players, found by their names, what they use is not guessed.
[[nodiscard]] TournamentPlan plan_tournament(const TournamentSettings& settings,
                                             std::span<const CheckReport> checks = {});

}  // namespace zerosum
