#pragma once
// The constants of the search, one struct a game: each game names its own in search_hooks.h. What
// a value does is said here; why it has that value is in lab/fruit.md.

#include <cstdint>
#include <limits>

#include "core/units.h"

namespace zerosum {

struct SearchTuning {
    // From this many legal moves down the exact solver is tried before the search; solve_more
    // further moves are allowed for every doubling of the time for the move, from 1 ms on.
    int solve_below = 12;
    double solve_more = 1;
    // Half of the first window around the previous depth's score, in points.
    int aspiration = 16;

    // Late moves are searched less deep first. Moves count from 1 in the order they are tried.
    int full_moves = 3;         // so many are never reduced
    int reduce_from_depth = 3;  // nor is anything at smaller depths
    double reduction_base = 0.5;
    double reduction_slope = 0.45;  // base + slope * ln(depth) * ln(move), rounded down

    // How many moves are looked at: width + width_by_depth * depth. 0: all of them.
    int width = 0;
    int width_by_depth = 0;
    int root_width = 0;  // at the root: so many times that. 0: all of them

    // One ply before the horizon, a move is left out when its gain minus the position's estimate
    // stays this far below what is wanted: futility + futility_part % of the estimate. The
    // estimate is what the other side is expected to make of the position. Negative: never.
    int futility = -1;
    int futility_part = 0;

    // From this depth on, a search probcut_less plies shallower is believed when it lands outside
    // the window by more than its error: probcut_error times the root of the largest gain. 0:
    // never.
    int probcut_from_depth = 0;
    int probcut_less = 4;
    double probcut_error = 1;

    // What level 9 of 10 may look at for a move: more than level 8 sees, and clearly less than the
    // engine itself.
    std::uint64_t level_9_nodes = 20'000;
};

// What a game can prove about a position without searching.
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

// What bounds say about a goal of those moves that need not be searched for it.
struct LeftOut {
    static constexpr Score nothing = std::numeric_limits<Score>::min() / 4;  // below every score

    int settled = -1;  // a move that is worth at least the goal: its index, -1: none
    // Settled: what that move is worth at least. Else no move left out is worth more than this.
    Score value = nothing;
    bool all = false;  // every move was left out
};

// What a game offers the search beyond the Game concept: specialised in the game's folder, see
// search/general/hooks.h for what can be in it.
template <typename G>
struct SearchHooks {};

}  // namespace zerosum
