#pragma once
// Names: of moves ("D3 Raid"), of positions in one line, of rows as they are printed.

#include <string>
#include <string_view>
#include <vector>

#include "games/raid/board.h"

namespace zerosum::raid {

[[nodiscard]] char side_letter(Side side);  // X or O

// "D3 Raid", "F22 Stake".
[[nodiscard]] std::string move_name(const Position& position, Move move);

// A legal move by name. Besides "D3 Raid" any case, any blanks, a hyphen between the two parts or
// nothing at all, and the kind's first letter alone: "d3-raid", "D3Raid", "d3r".
[[nodiscard]] Judged<Move> parse_move(const Position& position, std::string_view text);

// The square of the move first, then the pieces that it turns, in row-major order.
[[nodiscard]] std::vector<Cell> affected(const Position& position, Move move);

// "+87, turns D2 and E3"; "+42, turns nothing".
[[nodiscard]] std::string describe(const Position& position, Move move);

// "B2 is not free, X holds it".
[[nodiscard]] std::string why_no_move(const Position& position, Cell cell);

// The board's rows of X, O and '.'.
[[nodiscard]] std::vector<std::string> rows(const Position& position);

// "X../.../... O 1,8,23/5,42,12/26,30,9": rows, the player to move, the values.
[[nodiscard]] std::string line(const Position& position);
[[nodiscard]] Result<Position> parse_line(std::string_view text);

// The position that rows of X, O and '.' describe. The caller has checked that there are `size`
// rows of `size` such characters, and size*size values.
[[nodiscard]] Position position_from_rows(std::span<const std::string_view> rows,
                                          std::span<const Value> values, Side mover);

// What is wrong with a row of the board, in words for a message; empty when nothing is.
[[nodiscard]] std::string row_problem(std::string_view row, int size);

// A square's value, or nothing when the text is not a whole number in 0..kMaxValue.
[[nodiscard]] std::optional<Value> parse_value(std::string_view text);

}  // namespace zerosum::raid
