#pragma once
// The constants of the search, one struct per game: each game names its own in its knowledge.h.
// What a value does is said here; why it has that value is in lab/fruit.md and lab/raid.md.

#include <array>
#include <cstdint>

namespace zerosum {

struct SearchTuning {
    // From this many legal moves down the exact solver is tried before the search; solve_more
    // further moves are allowed for every doubling of the time for the move, from 1 ms on.
    int solve_below = 12;
    double solve_more = 1;
    // Half of the first window around the previous depth's score, in points.
    int aspiration = 16;

    // Late moves are searched less deep first. Moves count from 1 in the order they are tried.
    int full_moves = 3;         // this many are never reduced
    int reduce_from_depth = 3;  // nor is anything at smaller depths
    double reduction_base = 0.5;
    double reduction_slope = 0.45;  // base + slope * ln(depth) * ln(move), rounded down

    // How many moves are searched: width + width_by_depth * depth. 0: all of them.
    int width = 0;
    int width_by_depth = 0;
    int root_width = 0;  // at the root: this many times that. 0: all of them

    // One ply before the horizon, a move is left out when its gain minus the position's estimate
    // stays this far below alpha: futility + futility_part % of the estimate. The estimate is what
    // the other side is expected to make of the position. Negative: never.
    int futility = -1;
    int futility_part = 0;

    // From this depth on, a search probcut_less plies shallower is trusted when it lands outside
    // the window by more than its error: probcut_error times the root of the largest gain. 0:
    // never.
    int probcut_from_depth = 0;
    int probcut_less = 4;
    double probcut_error = 1;
};

// How a weaker level searches.
struct Level {
    int depth = 0;            // plies; 0: no limit, and the end is solved
    double overlook = 0;      // see SearchLimits
    std::uint64_t nodes = 0;  // 0: no limit
};

inline constexpr int kStrongestLevel = 10;  // the engine without any such limit

// Levels 1 to 9. Each is stronger than the one before and weaker than the engine.
using Levels = std::array<Level, kStrongestLevel - 1>;

// In even steps for The Fruit Rage, as lab/levels.py measures them. `nodes` of level 9: more than
// level 8 searches, and clearly less than the engine.
[[nodiscard]] constexpr Levels usual_levels(std::uint64_t nodes) {
    return {{{1, 0.90},
             {1, 0.62},
             {1, 0.40},
             {1, 0.14},
             {2, 0.27},
             {2, 0.13},
             {3, 0.00},
             {4, 0.00},
             {0, 0.00, nodes}}};
}

}  // namespace zerosum
