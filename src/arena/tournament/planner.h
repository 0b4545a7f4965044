#pragma once
// Plans the games of a tournament: which pairings follow, and which games of them may be played
// now.
//
// A planner is the process that holds the ledger's planning lock: the one that runs the tournament,
// or, when there is none, one of the workers. It hands out games as tasks of the ledger and takes
// in their results; who plays them, and where, it does not know. All that it knows is in the
// ledger, so that another process can go on at any moment: the same results lead to the same
// pairings.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "arena/tournament/contest.h"
#include "arena/tournament/pairing_list.h"

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

class Planner {
 public:
    // The ledger must be open to play or to plan. `waits`: players may still come when all games
    // are played, so that the tournament is not complete then.
    explicit Planner(Ledger ledger, bool waits = false);

    // Reads the ledger and plans. Returns the games that were not known yet. To be called first,
    // and again after `reconnect`.
    [[nodiscard]] Result<std::vector<LedgerGame>> recall();
    // Another connection to the same ledger, when the server had gone away.
    void reconnect(Ledger ledger) { ledger_ = std::move(ledger); }
    // Who takes part has changed in the ledger.
    [[nodiscard]] Result<void> readmit();
    // Takes in what has been played and plans what follows. Returns the games that are new. To be
    // called often: when games ended, when a worker has nothing to do, and now and then.
    [[nodiscard]] Result<std::vector<LedgerGame>> plan();

    // Whether the last call has added games for workers.
    [[nodiscard]] bool added() const { return added_; }
    // Whether every game is played.
    [[nodiscard]] bool complete() const { return complete_; }
    [[nodiscard]] Ledger& ledger() { return ledger_; }
    [[nodiscard]] const Contest& contest() const { return contest_; }
    [[nodiscard]] std::vector<ScheduledPairing> pairings() const { return pairings_.plans(); }
    // Without the times.
    [[nodiscard]] Result<TournamentProgress> progress() const;

 private:
    [[nodiscard]] Result<void> read_contest_again();
    [[nodiscard]] Result<void> settle();
    [[nodiscard]] Result<void> free_lapsed();
    [[nodiscard]] Result<void> take_in(std::vector<LedgerGame>& fresh);
    [[nodiscard]] Result<bool> enter(const LedgerGame& game);
    [[nodiscard]] Result<void> extend();
    [[nodiscard]] Result<void> hand_out();
    [[nodiscard]] Result<void> publish_state();
    [[nodiscard]] bool ladder_ends(const std::vector<FinishedPairing>& finished);
    [[nodiscard]] bool past_the_time() const;
    void add(const ScheduledPairing& plan);

    Ledger ledger_;
    bool waits_;
    Contest contest_;
    Schedule schedule_{ScheduleSettings{}};
    PairingList pairings_{BestOf{}};
    std::map<PairingId, std::size_t> places_;  // of the pairings in the list
    std::vector<TableLine> table_;             // by player
    std::vector<double> certainty_;
    std::size_t games_finished_ = 0;
    std::int64_t next_place_ = 0;
    std::int64_t wanted_;  // open games for workers to take
    Seconds freed_{0};     // when it last looked for lapsed leases
    bool newcomers_ = false;
    bool complete_ = false;
    bool published_complete_ = false;  // what the ledger says
    bool added_ = false;
};

}  // namespace zerosum
