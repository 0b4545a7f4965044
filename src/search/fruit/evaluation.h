#pragma once
// What a position of The Fruit Rage is expected to be worth.

#include <array>

#include "games/fruit/board.h"
#include "games/fruit/moves.h"

namespace zerosum::fruit {

// If taking a group never changed the others, both players would take the largest first, and the
// future difference would be this: the alternating sum of the squares in descending order.
[[nodiscard]] Score alternating_sum(const Survey& survey);
[[nodiscard]] Score alternating_sum(const MoveList& moves);

// Taking does change the others, which makes the lead worth a part of that: its share. It depends
// on how many groups there are, and is learnt (`zerosum train`) at these numbers of groups; in
// between it is interpolated.
inline constexpr std::array<int, 7> kShareKnots{4, 8, 16, 32, 64, 128, 256};
inline constexpr int kWholeShare = 1000;
[[nodiscard]] int share_of(std::size_t groups);

// Where a number of groups lies between the knots: at `from`, `part` of the way to the next one.
struct KnotPlace {
    std::size_t from = 0;
    double part = 0;
};
[[nodiscard]] constexpr KnotPlace knot_place(std::size_t groups) {
    constexpr std::size_t last = kShareKnots.size() - 1;
    std::size_t from = 0;
    while (from < last && groups >= static_cast<std::size_t>(kShareKnots[from + 1])) ++from;
    if (from == last || groups <= static_cast<std::size_t>(kShareKnots[0])) return {from, 0};
    const double begin = kShareKnots[from];
    return {from, (static_cast<double>(groups) - begin) / (kShareKnots[from + 1] - begin)};
}

// At a number of groups, what is known at the knots.
template <typename Number>
[[nodiscard]] constexpr double at_groups(const std::array<Number, kShareKnots.size()>& at_knots,
                                         std::size_t groups) {
    const KnotPlace place = knot_place(groups);
    const double here = at_knots[place.from];
    return place.part > 0 ? here + place.part * (at_knots[place.from + 1] - here) : here;
}

// The expected future difference from the mover's view, in points.
[[nodiscard]] Score evaluate(const Survey& survey);

}  // namespace zerosum::fruit
