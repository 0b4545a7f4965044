#pragma once
// What The Fruit Rage offers the search: see search/general/hooks.h.

#include "games/fruit/rules.h"
#include "search/fruit/compact.h"
#include "search/fruit/evaluation.h"
#include "search/fruit/outlook.h"

namespace zerosum {

template <>
struct SearchHooks<fruit::Fruit> {
    [[nodiscard]] static Score evaluate(const fruit::Position& position,
                                        const fruit::MoveList& list) {
        return fruit::evaluate(position, list);
    }
    [[nodiscard]] static Outlook outlook(const fruit::Position& position) {
        return fruit::outlook(position);
    }

    // The exact solver plays on a compact board, when the position is small enough for one.
    template <typename Use>
    static bool with_small_form(const fruit::Position& start, Use&& use) {
        const int bits = fruit::compact_bits(start);
        if (bits <= 64)
            use(fruit::CompactForm<std::uint64_t>(start));
        else if (bits <= 128)
            use(fruit::CompactForm<fruit::Word128>(start));
        return bits <= 128;
    }

    // A game takes fewer moves than there are groups now, because groups join, and the last
    // ones are solved. Counting even fewer spends more on the early moves, where most is at
    // stake: lab/fruit.md.
    [[nodiscard]] static double decisions_left(const fruit::Position& /*position*/,
                                               const fruit::MoveList& list) {
        const double own = 0.25 * static_cast<double>(list.size()) - 5;
        return own < 2 ? 2 : own;
    }

    // See lab/fruit.md.
    static constexpr SearchTuning tuning{
        .solve_below = 14,
        .solve_more = 1.5,
        .aspiration = 16,
        .full_moves = 3,
        .reduce_from_depth = 3,
        .reduction_base = 0.5,
        .reduction_slope = 0.7,
        .width = 6,
        .width_by_depth = 1,
        .root_width = 1,
        .futility = 6,
        .futility_part = 30,
        .probcut_from_depth = 6,
        .probcut_less = 4,
        .probcut_error = 0.8,
        .level_9_nodes = 1'500,
    };
};

}  // namespace zerosum
