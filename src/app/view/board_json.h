#pragma once
// Positions and records as JSON, for the page and for --json. Everything that takes knowledge of
// the rules is worked out here and sent along.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "arena/play/record.h"
#include "games/any_game.h"

namespace zerosum::view {

using Json = nlohmann::ordered_json;

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

// A record played again by the rules, ready to show.
[[nodiscard]] Result<Json> frames_json(const GameRecord& record);

}  // namespace zerosum::view
