#pragma once
// How far a pairing of a running tournament is.

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "arena/tournament/ledger.h"
#include "arena/tournament/pairings.h"

namespace zerosum {

// Numbers with "first" belong to the pairing's first player.
struct PairingState {
    explicit PairingState(const ScheduledPairing& planned, int games)
        : plan(planned), started(static_cast<std::size_t>(planned.bye() ? 0 : games), false) {}

    ScheduledPairing plan;
    std::vector<bool> started;  // by game number: finished or running
    int finished = 0;
    int running = 0;
    int lead = 0;  // games won by first minus games won by second
    double first_points = 0;
    double second_points = 0;
    std::int64_t margin = 0;

    [[nodiscard]] bool needs_a_game(const BestOf& best) const {
        return !plan.bye() && best.next_is_needed(finished, running, std::abs(lead));
    }
    [[nodiscard]] bool decided(const BestOf& best) const {
        return plan.bye() || (running == 0 && best.decided(finished, std::abs(lead)));
    }
    void add(const LedgerGame& game) {
        ++finished;
        const bool first_moved_first = game.players[0] == plan.first;
        const Score gap = game.points[0] - game.points[1];
        margin += first_moved_first ? gap : -gap;
        if (game.winner < 0) {
            first_points += 0.5;
            second_points += 0.5;
        } else if ((game.winner == 0) == first_moved_first) {
            first_points += 1;
            ++lead;
        } else {
            second_points += 1;
            --lead;
        }
    }
    [[nodiscard]] FinishedPairing result() const {
        return {plan, first_points, second_points, margin};
    }
};

}  // namespace zerosum
