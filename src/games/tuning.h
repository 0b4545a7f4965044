#pragma once
// The constants of the search, one struct a game: each game names its own in evaluation.h. What
// a value does is said here; why it has that value is in docs/strength.md.

namespace zerosum {

struct SearchTuning {
    // From this many legal moves down the exact solver is tried before the search.
    int solve_below = 18;
    // Half of the first window around the previous depth's score, in points.
    int aspiration = 16;
};

}  // namespace zerosum
