#pragma once
// What the general search must know about a game beyond its rules: one struct K per game, for
// example fruit::Knowledge.
//
//   K::Game                             the rules
//   K::tuning                           a SearchTuning
//   K::levels                           how levels 1 to 9 are weakened
//   K::rule_of_thumb                    an optional RuleOfThumb. None: having to move may cost
//                                       anything
//   K::MovePicker                       the moves of a node (move_picker.h)
//   K::evaluate(position, picker)       points: the expected future difference, mover's view
//   K::outlook(position)                what is proved without a search
//   K::decisions_left(position, moves)  own moves to come that need thought, this one included
//   K::moves_left(position, moves)      own moves to come, this one included; games rarely have
//                                       more
//   K::with_form(start, use)            calls use(form) with the form in which the exact solver
//                                       sees the positions from `start` on (form.h)
//
// Nothing is optional. A game that has nothing better to say about some of it inherits
// PlainKnowledge, on purpose.

#include <concepts>
#include <optional>

#include "games/game.h"
#include "search/general/form.h"
#include "search/general/move_picker.h"
#include "search/general/outlook.h"
#include "search/general/rule_of_thumb.h"
#include "search/general/tuning.h"

namespace zerosum {

template <typename K>
concept SearchKnowledge = Game<typename K::Game> &&
    requires(const typename K::Game::Position& position, const typename K::Game::MoveList& moves,
             const typename K::MovePicker& picker) {
    requires PicksMoves<typename K::MovePicker, typename K::Game>;
    { K::tuning } -> std::convertible_to<SearchTuning>;
    { K::levels } -> std::convertible_to<Levels>;
    { K::rule_of_thumb } -> std::convertible_to<std::optional<RuleOfThumb>>;
    { K::evaluate(position, picker) } -> std::same_as<Score>;
    { K::outlook(position) } -> std::same_as<Outlook>;
    { K::decisions_left(position, moves) } -> std::same_as<double>;
    { K::moves_left(position, moves) } -> std::same_as<double>;
    K::with_form(position, [](const auto& /*form*/) {});
};

// Safe defaults: any game is searched correctly with these, only less well.
//   struct Knowledge : PlainKnowledge<Knowledge, MyGame> { ... what is known better ... };
template <typename K, Game G>
struct PlainKnowledge {
    using Game = G;
    using Position = typename G::Position;
    using MoveList = typename G::MoveList;

    static constexpr SearchTuning tuning{};
    static constexpr Levels levels = usual_levels(20'000);
    static constexpr std::optional<RuleOfThumb> rule_of_thumb = std::nullopt;

    // Half of the largest gain, for having the move.
    using MovePicker = ListPicker<G>;
    [[nodiscard]] static Score evaluate(const Position& /*position*/, const MovePicker& moves) {
        return moves.size() == 0 ? 0 : moves.largest_gain() / 2;
    }
    [[nodiscard]] static Outlook outlook(const Position& position) {
        return {position.key(), -kScoreInfinity, kScoreInfinity, 1};
    }
    [[nodiscard]] static double decisions_left(const Position& /*position*/,
                                               const MoveList& moves) {
        return static_cast<double>(moves.size()) / 2;
    }
    [[nodiscard]] static double moves_left(const Position& /*position*/, const MoveList& moves) {
        return static_cast<double>(moves.size() + 1) / 2;
    }
    template <typename Use>
    static void with_form(const Position& /*start*/, Use&& use) {
        use(PositionForm<K>());
    }
};

}  // namespace zerosum
