#pragma once
// Start boards on which neither side is ahead, found beforehand by the engine (data/even). On most
// drawn boards who begins matters more than who plays better; on these it does not.

#include <string>
#include <string_view>
#include <vector>

#include "games/any_game.h"

namespace zerosum {

struct EvenBoard {
    std::string line;  // the position
    StartOptions drawn;
};

// Those of a game that this program knows; the others are left out.
[[nodiscard]] const std::vector<EvenBoard>& even_boards(std::string_view game);

// Those that could have been drawn with these options.
[[nodiscard]] std::vector<std::string_view> even_boards_like(const AnyGame& game,
                                                             const StartOptions& options);

[[nodiscard]] bool is_even_board(std::string_view game, std::string_view line);

}  // namespace zerosum
