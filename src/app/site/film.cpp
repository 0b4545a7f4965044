#include "app/site/film.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/view/board_json.h"

namespace zerosum::site {

namespace {

std::string cells_of(const AnyPosition& position) {
    std::string cells;
    for (const std::string& row : position.rows()) cells += row;
    return cells;
}

// Milliseconds are enough for people.
double thousandths(Seconds time) {
    return std::round(time.count() * 1000) / 1000;
}

Json changes(const std::string& before, const std::string& after) {
    Json list = Json::array();
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (after[i] == before[i]) continue;
        std::size_t end = i + 1;
        while (end < after.size() && after[end] != before[end]) ++end;
        list.push_back(i);
        list.push_back(after.substr(i, end - i));
        i = end;
    }
    return list;
}

Json short_move(const view::ShownMove& move, bool banked) {
    Json list = Json::array();
    list.push_back(move.side);
    list.push_back(move.name);
    list.push_back(move.gain);
    list.push_back(thousandths(move.record->cpu));
    list.push_back(banked ? Json(thousandths(move.record->bank_left)) : Json(nullptr));
    list.push_back(move.cells);
    if (move.record->passed()) list.push_back(move.record->why);
    return list;
}

}  // namespace

Result<Json> short_film(const GameRecord& record) {
    Json first;
    Json moves = Json::array();
    Json boards = Json::array();
    std::string cells;
    std::vector<std::vector<int>> values;
    std::array<Score, 2> komi{};
    const Result<std::size_t> side_1 = view::show_again(
        record,
        [&](const AnyPosition& start) {
            first = view::board_json(start, view::Moves::Left);
            for (const char* const known : {"game", "position", "moves"}) first.erase(known);
            komi = view::komi_of_sides(record, start);
            first["points"] = {start.points(Side::One) + komi[0],
                               start.points(Side::Two) + komi[1]};
            cells = cells_of(start);
            if (start.game().info().cell_values) values = start.values();
        },
        [&](const view::ShownMove& move, const AnyPosition& after) {
            moves.push_back(short_move(move, record.bank > Seconds{0}));
            Json& board = boards.emplace_back(Json::array());
            board.push_back(after.mover() == Side::One ? 1 : 2);
            board.push_back(after.points(Side::One) + komi[0]);
            board.push_back(after.points(Side::Two) + komi[1]);
            board.push_back(after.over() ? 1 : 0);
            std::string next = cells_of(after);
            board.push_back(changes(cells, next));
            cells = std::move(next);
            if (!after.game().info().cell_values || after.values() == values) return;
            values = after.values();
            board.push_back(values);
        });
    if (!side_1) return tl::unexpected(side_1.error());
    if (!boards.empty()) {
        boards.back()[1] = record.points[*side_1];
        boards.back()[2] = record.points[1 - *side_1];
    }
    Json film = Json::object();
    film["bank"] = record.bank.count();
    film["komi"] = komi;
    film["result"] = view::result_json(record, *side_1);
    film["board"] = std::move(first);
    film["moves"] = std::move(moves);
    film["boards"] = std::move(boards);
    return film;
}

}  // namespace zerosum::site
