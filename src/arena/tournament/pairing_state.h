#pragma once
// How far a pairing of a running tournament is.

#include <vector>

#include "arena/play/best_of.h"
#include "arena/tournament/ledger.h"
#include "arena/tournament/pairings.h"

namespace zerosum {

struct PairingState {
    explicit PairingState(const ScheduledPairing& planned, int games)
        : plan(planned), started(static_cast<std::size_t>(planned.bye() ? 0 : games), false) {}

    ScheduledPairing plan;
    std::vector<bool> started;  // by game number: finished or running
    int running = 0;
    Tally first;  // the finished games from the view of the pairing's first player

    [[nodiscard]] bool needs_a_game(const BestOf& best) const {
        return !plan.bye() && best.next_is_needed(first.games(), running, first.lead());
    }
    [[nodiscard]] bool decided(const BestOf& best) const {
        return plan.bye() || (running == 0 && best.decided(first.games(), first.lead()));
    }
    void add(const LedgerGame& game) {
        first.add(game.outcome_of(plan.first), game.margin_of(plan.first));
    }
};

}  // namespace zerosum
