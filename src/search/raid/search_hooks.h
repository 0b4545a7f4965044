#pragma once
// What Stake & Raid offers the search: see search/general/hooks.h.

#include "games/raid/rules.h"
#include "search/raid/deepening.h"
#include "search/raid/evaluation.h"
#include "search/raid/fixed_depth.h"

namespace zerosum {

template <>
struct SearchHooks<raid::Raid> {
    [[nodiscard]] static Score evaluate(const raid::Position& position,
                                        const raid::MoveList& list) {
        return raid::evaluate(position, list);
    }
    [[nodiscard]] static raid::Move fixed_depth_move(const raid::Position& position, int depth) {
        return raid::fixed_depth_move(position, depth);
    }
    [[nodiscard]] static raid::DeepeningResult own_search(
        const raid::Position& position, const OwnSearchLimits& limits,
        const std::function<void(const raid::DeepeningResult&)>& on_depth) {
        return raid::deepen(position, limits, on_depth);
    }
    [[nodiscard]] static OwnProof<raid::Move> own_solve(const raid::Position& position,
                                                        const OwnSearchLimits& limits,
                                                        bool every_best) {
        return raid::prove(position, limits, every_best);
    }
};

}  // namespace zerosum
