#pragma once
// Boards and records as answers: what a request's body holds is read by the rules and given back
// ready to show. Nothing is kept.

#include <string_view>

#include "app/web/json_fwd.h"
#include "games/any_game.h"

namespace zerosum::web {

// A position of this game in one line.
[[nodiscard]] Asked<PositionPtr> position_from(std::string_view game, std::string_view line);

// A request's "game", "position" and "move": a move that can be played there.
struct MoveOnBoard {
    PositionPtr position;
    AnyMove move;
};
[[nodiscard]] Asked<MoveOnBoard> move_on_board(std::string_view body);

// The answers to POST /api/positions, /api/positions/play and /api/records (docs/api.md).
[[nodiscard]] Asked<Json> read_board(std::string_view body);
[[nodiscard]] Asked<Json> play_on_board(std::string_view body);
[[nodiscard]] Asked<Json> read_record(std::string_view body);

}  // namespace zerosum::web
