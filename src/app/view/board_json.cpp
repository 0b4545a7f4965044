#include "app/view/board_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

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

std::vector<std::string> line_names(const AnyPosition& position, const std::vector<AnyMove>& line) {
    std::vector<std::string> names;
    const PositionPtr at = position.clone();
    for (const AnyMove move : line) {
        const std::vector<AnyMove> legal = at->moves();
        if (std::find(legal.begin(), legal.end(), move) == legal.end()) break;
        names.push_back(at->move_name(move));
        at->play(move);
    }
    return names;
}

Score margin_of(const AnyPosition& position, Score score) {
    return position.lead(Side::One) + (position.mover() == Side::One ? score : -score);
}

Result<Json> frames_json(const GameRecord& record) {
    const Result<const AnyGame*> game = find_game(record.game);
    if (!game) return tl::unexpected(game.error());
    Result<PositionPtr> start = (*game)->parse_line(record.start);
    if (!start) return fail("start position: {}", start.error().message);
    AnyPosition& position = **start;
    // A record counts players, a board counts sides: the player who starts sits where the start
    // position says.
    const bool swapped = (position.mover() == Side::One) != (record.first == 0);
    const auto side_of = [&](int player) { return (player == 0) != swapped ? 1 : 2; };

    Json boards = Json::array({board_json(position, Moves::Left)});
    Json moves = Json::array();
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        const MoveRecord& move = record.moves[i];
        if (move.move.empty()) break;  // the game ended with an answer that was no move
        if (position.over()) return fail("move {}: the game is over already", i + 1);
        Json played{{"side", side_number(position.mover())},
                    {"move", move.move},
                    {"gain", 0},
                    {"cpu", move.cpu.count()},
                    {"cells", Json::array()}};
        if (move.passed()) {
            played["why"] = move.why;
            position.pass();
        } else {
            const Judged<AnyMove> parsed = position.parse_move(move.move);
            if (!parsed) return fail("move {}: {}", i + 1, parsed.error().sentence);
            played["move"] = position.move_name(*parsed);
            played["cells"] = move_cells(position, *parsed);
            played["gain"] = position.play(*parsed);
        }
        if (record.bank > Seconds{0}) played["bank"] = move.bank_left.count();
        if (move.score)
            played["thought"] = {{"depth", move.depth},
                                 {"nodes", move.nodes},
                                 {"score", *move.score},
                                 {"exact", move.exact}};
        moves.push_back(std::move(played));
        boards.push_back(board_json(position, Moves::Left));
    }
    Json players = Json::array();
    for (const std::size_t side : {0U, 1U}) {
        const PlayerRecord& player = record.players[swapped ? 1 - side : side];
        players.push_back({{"name", player.name}, {"spec", player.spec}});
    }
    return Json{{"game", record.game},
                {"title", (*game)->title()},
                {"info", info_json((*game)->info())},
                {"players", players},
                {"start", record.start},
                {"bank", record.bank.count()},
                {"moves", moves},
                {"boards", boards},
                {"result",
                 {{"winner", record.winner < 0 ? 0 : side_of(record.winner)},
                  {"reason", to_text(record.reason)},
                  {"sentence", record.sentence}}}};
}

}  // namespace zerosum::view
