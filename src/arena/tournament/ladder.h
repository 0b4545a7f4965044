#pragma once
// A ladder's next meetings: those that tell most about the order.
//
// A meeting is one board from both sides. What it tells is counted in bits: the uncertainty about
// which of the two is stronger (the entropy of that probability) minus what is expected to be left
// of it afterwards. It is small for two who are far apart, for two whose order is settled, and for
// two that are so much alike that a meeting changes nothing. Places near the top weigh more, as
// they are what a ranking is read for.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "arena/rating/ratings.h"

namespace zerosum {

// What one board from both sides is expected to tell about who of two is stronger, in bits.
[[nodiscard]] double order_information(const Ratings& ratings, std::size_t a, std::size_t b);

// Who meets in the next round of players 0, 1, 2, ... after these games. Nobody is in two pairs.
//
// Everyone first has kOpening meetings with those that it has met least, drawn by `seed`: ratings
// of players who have only met their like have no scale. Beside those, and later alone, the round
// has the most telling pairs, an eighth of the players but at least four, so that who is settled
// rests.
inline constexpr int kOpening = 4;
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> ladder_round(
    std::size_t players, std::span<const RatedGame> games, std::uint64_t seed);

// An order is sure when of each two neighbours down to this place one is stronger with 95 %, or
// their difference is known so well that it does not matter.
inline constexpr std::size_t kTopPlaces = 10;
[[nodiscard]] bool top_is_sure(const Ratings& ratings);

// [k - 1]: the probability that the first k by rating are the k strongest, down to that place.
[[nodiscard]] std::vector<double> top_certainty(const Ratings& ratings);

}  // namespace zerosum
