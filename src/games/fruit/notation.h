#pragma once
// The Fruit Rage in text: names of moves, printed rows, the one-line position.

#include <string>
#include <string_view>
#include <vector>

#include "games/fruit/board.h"
#include "games/fruit/moves.h"

namespace zerosum::fruit {

// "G8": the group's first cell in row-major order.
[[nodiscard]] std::string move_name(Move move);

// The move that takes the group of the named cell, whichever of the group's cells it is.
[[nodiscard]] Judged<Move> parse_move(const Position& position, std::string_view text);

// The cells that a move takes, in row-major order.
[[nodiscard]] std::vector<Cell> taken_cells(const Position& position, Move move);

// The rows from the top, a digit or * a cell.
[[nodiscard]] std::vector<std::string> rows(const Position& position);

// Rows joined by /, the player to move, the points of player 1 and 2: "***/*10/000 1 0 0".
// The number of kinds is not part of it: parsing takes the highest digit + 1.
[[nodiscard]] std::string line(const Position& position);
[[nodiscard]] Result<Position> parse_line(std::string_view text);

}  // namespace zerosum::fruit
