#pragma once
// Positions and records as the page draws them. Everything that takes knowledge of the rules is
// worked out here and sent along.

#include <string>
#include <string_view>
#include <vector>

#include "app/web/json_fwd.h"
#include "arena/record.h"
#include "games/any_game.h"

namespace zerosum::web {

enum class Moves { Listed, Left };

[[nodiscard]] Json board_json(const AnyPosition& position, Moves moves);

// Cells as numbers: row * size + column.
[[nodiscard]] std::vector<int> cell_numbers(const AnyPosition& position,
                                            const std::vector<Cell>& cells);
// Where a move happens, in the order of AnyPosition::affected.
[[nodiscard]] std::vector<int> move_cells(const AnyPosition& position, AnyMove move);

// The names of a line of play, as far as it is legal.
[[nodiscard]] std::vector<std::string> line_names(const AnyPosition& position,
                                                  const std::vector<AnyMove>& line);

// A future difference from the mover's view as the final margin from side 1's view.
[[nodiscard]] Score margin_of(const AnyPosition& position, Score score);

// A position from a course file of any game or from one line. `game` may be empty.
[[nodiscard]] Result<AnyTask> read_position(std::string_view text, std::string_view game);

// A record played again by the rules, ready to show.
[[nodiscard]] Result<Json> frames_json(const GameRecord& record);

}  // namespace zerosum::web
