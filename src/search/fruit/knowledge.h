#pragma once
// What the general search knows about The Fruit Rage: see search/general/knowledge.h.

#include <algorithm>
#include <cmath>
#include <optional>

#include "games/fruit/rules.h"
#include "search/fruit/compact.h"
#include "search/fruit/evaluation.h"
#include "search/fruit/move_picker.h"
#include "search/fruit/outlook.h"
#include "search/general/knowledge.h"

namespace zerosum::fruit {

struct Knowledge {
    using Game = Fruit;

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
    };
    static constexpr Levels levels = usual_levels(1'500);
    // Wrong in less than one of a hundred positions of games (lab/fruit.md, "The zero bound"). What
    // is proved about it is in zugzwang.h.
    static constexpr std::optional<RuleOfThumb> rule_of_thumb = RuleOfThumb{.most_lost = 2};

    using MovePicker = fruit::MovePicker;
    [[nodiscard]] static Score evaluate(const Position& /*position*/, const MovePicker& moves) {
        return fruit::evaluate(moves.survey());
    }
    [[nodiscard]] static Outlook outlook(const Position& position) {
        return fruit::outlook(position);
    }

    // A game takes fewer moves than there are groups now, because groups join, and the last ones
    // are solved. Counting even fewer spends more on the early moves, where most is at stake:
    // lab/fruit.md.
    [[nodiscard]] static double decisions_left(const Position& /*position*/,
                                               const MoveList& moves) {
        const double own = 0.25 * static_cast<double>(moves.size()) - 5;
        return own < 2 ? 2 : own;
    }

    // Each move takes a group, but groups join, the more so the larger they are: fitted to 96 games
    // of 21 sorts of boards (lab/fruit.md, "Moves to come"), and a tenth more, which 95 of 100
    // positions do not reach. Never more than there are groups.
    [[nodiscard]] static double moves_left(const Position& position, const MoveList& moves) {
        const auto groups = static_cast<double>(moves.size());
        const double group_size = static_cast<double>(position.fruits()) / groups;
        const double fitted = 0.733 * std::pow(groups, 0.904) * std::pow(group_size, -0.62);
        return std::min((groups + 1) / 2, 1.1 * fitted);
    }

    // The exact solver plays on a compact board when the position is small enough for one.
    template <typename Use>
    static void with_form(const Position& start, Use&& use) {
        const int bits = compact_bits(start);
        if (bits <= 64)
            use(CompactForm<std::uint64_t>(start));
        else if (bits <= 128)
            use(CompactForm<Word128>(start));
        else
            use(PositionForm<Knowledge>());
    }
};

static_assert(SearchKnowledge<Knowledge>);
static_assert(SolverForm<CompactForm<std::uint64_t>, Fruit>);

}  // namespace zerosum::fruit
