#include "app/web/boards.h"

#include "app/view/board_json.h"
#include "app/web/fields.h"
#include "app/web/json.h"
#include "games/registry.h"

namespace zerosum::web {

Asked<PositionPtr> position_from(std::string_view game, std::string_view line) {
    const Result<const AnyGame*> rules = find_game(game);
    if (!rules) return refuse(400, "bad_request", rules.error().message);
    Result<PositionPtr> position = (*rules)->parse_line(line);
    if (!position) return refuse(400, "bad_request", position.error().message);
    return std::move(*position);
}

Asked<Json> read_board(std::string_view body) {
    Asked<Fields> fields = Fields::parse(body);
    if (!fields) return tl::unexpected(fields.error());
    const std::string text = fields->text("text", "");
    const std::string game = fields->text("game", "");
    if (auto checked = fields->check(); !checked) return tl::unexpected(checked.error());
    const Result<AnyTask> task = read_task(text, game);
    if (!task)
        return refuse(400, "bad_request", "This position cannot be read: " + task.error().message);
    Json board = view::board_json(*task->position, view::Moves::Listed);
    if (task->bank > Seconds{0}) board["bank"] = task->bank.count();
    return board;
}

Asked<MoveOnBoard> move_on_board(std::string_view body) {
    Asked<Fields> fields = Fields::parse(body);
    if (!fields) return tl::unexpected(fields.error());
    const std::string game = fields->text("game", "");
    const std::string line = fields->text("position", "");
    const std::string name = fields->text("move", "");
    if (auto checked = fields->check(); !checked) return tl::unexpected(checked.error());
    Asked<PositionPtr> position = position_from(game, line);
    if (!position) return tl::unexpected(position.error());
    if ((*position)->over()) return refuse(409, "conflict", "The game is over on this board.");
    const Judged<AnyMove> move = (*position)->parse_move(name);
    if (!move) return refuse(400, "bad_request", move.error().sentence);
    return MoveOnBoard{std::move(*position), *move};
}

Asked<Json> play_on_board(std::string_view body) {
    const Asked<MoveOnBoard> asked = move_on_board(body);
    if (!asked) return tl::unexpected(asked.error());
    AnyPosition& board = *asked->position;
    Json out{{"move", board.move_name(asked->move)},
             {"cells", view::move_cells(board, asked->move)}};
    out["gain"] = board.play(asked->move);
    out["board"] = view::board_json(board, view::Moves::Listed);
    return out;
}

Asked<Json> read_record(std::string_view body) {
    const Result<GameRecord> record = parse_record(body);
    if (!record)
        return refuse(400, "bad_request", "This record cannot be read: " + record.error().message);
    const Result<Json> frames = view::frames_json(*record);
    if (!frames)
        return refuse(400, "bad_request", "This record does not hold: " + frames.error().message);
    return *frames;
}

}  // namespace zerosum::web
