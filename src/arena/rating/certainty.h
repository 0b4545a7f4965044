#pragma once
// How sure the top of a ranking is.
//
// Ratings are estimates with known errors: the true strengths are drawn many times from what the
// games leave possible (a normal distribution around the estimates), and each draw is ranked. The
// share of draws that agree is the probability. The same ratings give the same answer.

#include <cstddef>
#include <span>
#include <vector>

#include "arena/rating/ratings.h"

namespace zerosum {

struct Certainty {
    std::vector<double> first;   // [k - 1]: the first k of the order are the k strongest
    std::vector<double> in_top;  // by player: it is among the `places` strongest
};

// `order`: the players, best first. `places`: how far down one wants to know.
[[nodiscard]] Certainty certainty_of(const Ratings& ratings, std::span<const std::size_t> order,
                                     std::size_t places);

}  // namespace zerosum
