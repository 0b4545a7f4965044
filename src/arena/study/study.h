#pragma once
// Runs a study: every cell is played, pair by pair, until its answer is known well enough.

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "arena/queue/task_table.h"
#include "arena/rating/statistics.h"
#include "arena/rating/tally.h"
#include "arena/study/spec.h"
#include "arena/study/store.h"

namespace zerosum {

// What a cell's games say. Depends on the stored games alone, not on how they were run.
struct GamesResult {
    Tally tally;            // of the studied player
    Interval rate;          // share of games won, a draw is half a win
    Interval margin;        // points per game, over pairs
    Interval first_rate;    // share of decided games won by the player who started, over boards
    Interval first_margin;  // points by which the player who started was ahead, over pairs
    double depth = 0;       // means of the studied player; 0: it does not search
    double nodes = 0;       // per move
    double cpu = 0;         // per game
    double moves = 0;       // per game, both players
    bool enough = false;    // by the cell's own stopping rule
};
[[nodiscard]] GamesResult sum_up(const GamesCell& cell, const std::vector<StudyGame>& games);

struct SolvedResult {
    int boards = 0;
    int solved = 0;  // 0: nothing below means anything
    Interval value;  // mean over the solved boards
    double median = 0;
    Score lowest = 0;
    Score highest = 0;
    Interval greedy_optimal;  // share of the solved boards
    Interval mover_ahead;     // share of the solved boards with a value above zero
};
// Of the boards that the cell asks for; more may be known from when it asked for more.
[[nodiscard]] SolvedResult sum_up(const ExactCell& cell, const std::vector<StudyBoard>& boards);

struct StudyProgress {
    double done = 0;  // of total, in cells; a cell under way counts in part
    double total = 0;
    std::string cell;  // the one that changed last
};

// Plays and solves what the store does not hold yet. An unsolved board is tried again when it may
// now take more time. `on_progress` is called from working threads,
// never twice at once. A stop request ends it at once; what was under way is done again next time.
[[nodiscard]] Result<void> run_study(const StudySpec& spec, StudyStore& store, int jobs,
                                     const std::function<void(const StudyProgress&)>& on_progress,
                                     std::stop_token stop = {});

// The same by the workers of a queue (queue/task_queue.h), on any machine that reaches it. `jobs`
// parts are done here at once; 0: all is left to others. The results are those of a study that is
// run here, as far as its players play the same moves again.
struct StudyQueue {
    std::filesystem::path place;  // a SQLite file, or the address of a server
    std::string name;             // of the job: the same again goes on with what was done meanwhile
    Seconds lease = kLease;
    std::function<void(const std::string& sentence)> on_notice = {};  // may come from any thread
};
[[nodiscard]] Result<void> run_study(const StudySpec& spec, StudyStore& store,
                                     const StudyQueue& queue, int jobs,
                                     const std::function<void(const StudyProgress&)>& on_progress,
                                     const std::stop_token& stop = {});

}  // namespace zerosum
