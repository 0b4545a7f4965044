#pragma once
// What `homework` remembers between two moves of a game: the position it left behind.
//
// A fruit course file does not say the score so far. But the board we left and the board we are
// given now differ by one move of the opponent, and that move tells its points. The memory is one
// line of text, a one-line position with both players' points:
//
//   zerosum 1 ***/*10/000 2 0 16

#include <optional>
#include <string>
#include <string_view>

#include "games/any_game.h"

namespace zerosum {

// The position `now` with its points filled in, when it is one move of the opponent away from the
// remembered one. Nothing when the memory is damaged or of another game.
[[nodiscard]] PositionPtr recall(std::string_view memory, const AnyPosition& now);

// What to remember after playing `move` in `position`.
[[nodiscard]] std::string remember(const AnyPosition& position, AnyMove move);

}  // namespace zerosum
