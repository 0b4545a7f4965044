#pragma once
// What can be proved about a position and its moves without searching.

#include <limits>

#include "core/units.h"
#include "search/general/limits.h"

namespace zerosum {

struct Outlook {
    Key key = 0;      // equal keys: same future difference
    Score lower = 0;  // lower <= future difference <= upper
    Score upper = 0;
    Score grain = 1;  // the future difference is `lower` plus a multiple of this

    // The smallest future difference that is possible and not below `goal`.
    [[nodiscard]] constexpr Score possible_from(Score goal) const {
        const Score above = goal > lower ? goal - lower : 0;
        return lower + (above + grain - 1) / grain * grain;
    }
};

// What bounds prove, for a goal, about the moves that need not be searched.
struct LeftOut {
    static constexpr Score nothing = std::numeric_limits<Score>::min() / 4;  // below every score

    int settled = -1;  // a move that is worth at least the goal: its index, -1: none
    // Settled: what that move is worth at least. Else no move left out is worth more than this.
    Score value = nothing;
    bool all = false;  // every move was left out
};

}  // namespace zerosum
