#include "app/view/board_json.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/view/info_json.h"
#include "games/registry.h"

namespace zerosum::view {

namespace {

int side_number(Side side) {
    return side == Side::One ? 1 : 2;
}

}  // namespace

Json board_json(const AnyPosition& position, Moves moves) {
    const GameInfo& info = position.game().info();
    Json board{{"game", info.name},
               {"position", position.line()},
               {"size", position.size()},
               {"rows", position.rows()},
               {"to_move", side_number(position.mover())},
               {"points", {position.points(Side::One), position.points(Side::Two)}},
               {"over", position.over()},
               {"moves", Json::array()}};
    if (info.cell_values) board["values"] = position.values();
    if (moves == Moves::Left || position.over()) return board;
    for (const AnyMove move : position.moves()) {
        Json& listed = board["moves"].emplace_back(Json{{"name", position.move_name(move)},
                                                        {"gain", position.gain(move)},
                                                        {"cells", move_cells(position, move)},
                                                        {"picks", position.picks(move)}});
        if (!info.move_kinds.empty())
            listed["kind"] = info.move_kinds[static_cast<std::size_t>(position.move_kind(move))];
    }
    return board;
}

std::vector<int> cell_numbers(const AnyPosition& position, const std::vector<Cell>& cells) {
    std::vector<int> numbers;
    numbers.reserve(cells.size());
    for (const Cell cell : cells) numbers.push_back(cell.row * position.size() + cell.column);
    return numbers;
}

std::vector<int> move_cells(const AnyPosition& position, AnyMove move) {
    return cell_numbers(position, position.affected(move));
}

Score margin_of(const AnyPosition& position, Score score) {
    return position.lead(Side::One) + (position.mover() == Side::One ? score : -score);
}

Result<std::size_t> show_again(
    const GameRecord& record, const std::function<void(const AnyPosition&)>& start,
    const std::function<void(const ShownMove&, const AnyPosition& after)>& each) {
    const Result<const AnyGame*> game = find_game(record.game);
    if (!game) return tl::unexpected(game.error());
    Result<PositionPtr> first = (*game)->parse_line(record.start);
    if (!first) return fail("start position: {}", first.error().message);
    AnyPosition& position = **first;
    // A record counts players, a board counts sides: the player who starts sits where the start
    // position says.
    const bool swapped = (position.mover() == Side::One) != (record.first == 0);
    start(position);
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        const MoveRecord& move = record.moves[i];
        if (move.move.empty()) break;  // the game ended with an answer that was no move
        if (position.over()) return fail("move {}: the game is over already", i + 1);
        ShownMove shown{side_number(position.mover()), move.move, 0, {}, &move};
        if (move.passed()) {
            position.pass();
        } else {
            const Judged<AnyMove> parsed = position.parse_move(move.move);
            if (!parsed) return fail("move {}: {}", i + 1, parsed.error().sentence);
            shown.name = position.move_name(*parsed);
            shown.cells = move_cells(position, *parsed);
            shown.gain = position.play(*parsed);
        }
        each(shown, position);
    }
    return swapped ? 1 : 0;
}

std::array<Score, 2> komi_of_sides(const GameRecord& record, const AnyPosition& start) {
    std::array<Score, 2> komi{};
    komi[start.mover() == Side::One ? 1 : 0] = record.komi;
    return komi;
}

Json result_json(const GameRecord& record, std::size_t side_1) {
    const int winner = record.winner < 0                                   ? 0
                       : static_cast<std::size_t>(record.winner) == side_1 ? 1
                                                                           : 2;
    return {{"winner", winner}, {"reason", to_text(record.reason)}, {"sentence", record.sentence}};
}

Result<Json> frames_json(const GameRecord& record) {
    Json boards = Json::array();
    Json moves = Json::array();
    std::array<Score, 2> komi{};
    const auto add_board = [&](const AnyPosition& position) {
        Json& board = boards.emplace_back(board_json(position, Moves::Left));
        board["points"] = {position.points(Side::One) + komi[0],
                           position.points(Side::Two) + komi[1]};
    };
    const Result<std::size_t> side_1 = show_again(
        record,
        [&](const AnyPosition& start) {
            komi = komi_of_sides(record, start);
            add_board(start);
        },
        [&](const ShownMove& move, const AnyPosition& after) {
            Json played{{"side", move.side},
                        {"move", move.name},
                        {"gain", move.gain},
                        {"cpu", move.record->cpu.count()},
                        {"cells", move.cells}};
            if (move.record->passed()) played["why"] = move.record->why;
            if (record.bank > Seconds{0}) played["bank"] = move.record->bank_left.count();
            if (move.record->score)
                played["thought"] = {{"depth", move.record->depth},
                                     {"nodes", move.record->nodes},
                                     {"score", *move.record->score},
                                     {"exact", move.record->exact}};
            moves.push_back(std::move(played));
            add_board(after);
        });
    if (!side_1) return tl::unexpected(side_1.error());
    boards.back()["points"] = {record.points[*side_1], record.points[1 - *side_1]};
    const AnyGame& game = **find_game(record.game);
    Json players = Json::array();
    for (const std::size_t player : {*side_1, 1 - *side_1})
        players.push_back({{"name", record.players[player].name},
                           {"spec", record.players[player].spec},
                           {"komi", komi[player == *side_1 ? 0 : 1]}});
    return Json{{"game", record.game},
                {"title", game.title()},
                {"info", info_json(game.info())},
                {"players", std::move(players)},
                {"start", record.start},
                {"bank", record.bank.count()},
                {"moves", std::move(moves)},
                {"boards", std::move(boards)},
                {"result", result_json(record, *side_1)}};
}

}  // namespace zerosum::view
