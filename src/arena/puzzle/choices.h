#pragma once
// The moves of a position with their values, and what makes one of them the answer of a puzzle.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "games/any_game.h"

namespace zerosum {

// A legal move of a position.
struct ValuedMove {
    AnyMove move;
    Score gain = 0;
    Score value = 0;
    std::string after;  // the position that it leads to
};

// `value_of` says what a position is worth to its mover. Nothing: it did not know one of them.
using PositionValue = std::function<std::optional<Score>(const AnyPosition& position)>;
[[nodiscard]] std::optional<std::vector<ValuedMove>> value_moves(const AnyPosition& position,
                                                                 const PositionValue& value_of);

// Two moves that lead to the same position count as one.
struct SingleBest {
    std::size_t best = 0;  // the first in official order
    Score margin = 0;      // by which every other move is worse, at least
    int others = 0;        // how many other positions can be reached
    int rank = 1;          // of the best by gain: 1 and how many others gain more
    Score greedy_loss = 0;
    std::size_t tempting = 0;  // the other that gains most, the best of those
};
// Nothing: there is no other move, or two are equally good.
[[nodiscard]] std::optional<SingleBest> single_best(const std::vector<ValuedMove>& moves);

}  // namespace zerosum
