#pragma once
// The Fruit Rage in text: names of moves, printed rows, the one-line position.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "games/fruit/board.h"
#include "games/fruit/moves.h"

namespace zerosum::fruit {

// "G8": the group's first cell in row-major order.
[[nodiscard]] std::string move_name(const Position& position, Move move);

// The move that takes the group of the named cell, whichever of the group's cells it is.
[[nodiscard]] Judged<Move> parse_move(const Position& position, std::string_view text);

// The cells that a move takes, in row-major order: any of them names the move.
[[nodiscard]] std::vector<Cell> affected(const Position& position, Move move);

// "takes 5 fruits, +25".
[[nodiscard]] std::string describe(Move move);

// Why an empty cell is: "B1 is empty: the column B has fruits from row 2 down".
[[nodiscard]] std::string why_no_move(const Position& position, Cell cell);

// The rows from the top, a digit or * per cell.
[[nodiscard]] std::vector<std::string> rows(const Position& position);

// Rows joined by /, the player to move, the points of player 1 and 2: "***/*10/000 1 0 0".
// The number of kinds is not part of it: parsing takes the highest digit + 1.
[[nodiscard]] std::string line(const Position& position);
[[nodiscard]] Result<Position> parse_line(std::string_view text);

// A board on its way in from text: rows are added from the top and checked as they come.
class Grid {
 public:
    explicit Grid(int size) : size_(size) {}

    // Takes the next row, or says what is wrong with it: its length, a character that is neither *
    // nor a digit below `kinds`, a hole under a fruit of the row above.
    [[nodiscard]] Result<void> add_row(std::string_view text, int kinds);

    // Row-major; kinds, or -1 for an empty cell. Ready for Position once all rows are in.
    [[nodiscard]] std::span<const std::int8_t> cells() const { return cells_; }
    [[nodiscard]] bool has_fruit() const;

 private:
    int size_;
    std::vector<std::int8_t> cells_;
};

}  // namespace zerosum::fruit
