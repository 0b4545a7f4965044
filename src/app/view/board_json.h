#pragma once
// Positions and records as JSON, for the page and for --json. Everything that takes knowledge of
// the rules is worked out here and sent along.

#include <array>
#include <cstddef>
#include <functional>
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

// A future difference from the mover's view as the final margin from side 1's view.
[[nodiscard]] Score margin_of(const AnyPosition& position, Score score);

// A move of a record that was played again by the rules.
struct ShownMove {
    int side = 1;
    std::string name;
    Score gain = 0;
    std::vector<int> cells;
    const MoveRecord* record = nullptr;
};
// Plays a record again: `start` gets the first position, `each` every move and the position after
// it. Returns the player (0, 1) who sits on side 1.
[[nodiscard]] Result<std::size_t> show_again(
    const GameRecord& record, const std::function<void(const AnyPosition&)>& start,
    const std::function<void(const ShownMove&, const AnyPosition& after)>& each);
// What the sides of a record's first position have for going second: nothing, and its komi.
[[nodiscard]] std::array<Score, 2> komi_of_sides(const GameRecord& record,
                                                 const AnyPosition& start);
// Who won a record, as a side (0: nobody), how and why. `side_1`: the player who sits there.
[[nodiscard]] Json result_json(const GameRecord& record, std::size_t side_1);

// A record played again, ready to show. Points are with komi, and on the last board those of the
// record: overtime may have cost some.
[[nodiscard]] Result<Json> frames_json(const GameRecord& record);

}  // namespace zerosum::view
