#include "app/web/puzzle_view.h"

#include <array>

#include "app/view/board_json.h"
#include "app/web/json.h"
#include "arena/puzzle/puzzle_sets.h"
#include "core/text.h"
#include "games/registry.h"

namespace zerosum::web {

namespace {

PositionPtr position_of(const Puzzle& puzzle) {
    // Those that the program carries were read before.
    return *(*find_game(puzzle.game))->parse_line(puzzle.position);
}

// Each move of a line with the board after it.
Json steps_json(const AnyPosition& position, const std::vector<std::string>& line) {
    Json steps = Json::array();
    const PositionPtr at = position.clone();
    for (const std::string& name : line) {
        const Judged<AnyMove> move = at->parse_move(name);
        if (!move) break;
        Json step{{"side", at->mover() == Side::One ? 1 : 2},
                  {"move", at->move_name(*move)},
                  {"cells", view::move_cells(*at, *move)}};
        step["gain"] = at->play(*move);
        step["board"] = view::board_json(*at, view::Moves::Left);
        steps.push_back(std::move(step));
    }
    return steps;
}

}  // namespace

Json puzzle_grades(std::string_view game) {
    const std::vector<Puzzle>& set = puzzle_set(game);
    if (set.empty()) return Json::array();
    std::array<int, kHardestGrade> grades{};
    for (const Puzzle& puzzle : set)
        ++grades[static_cast<std::size_t>(puzzle.grade - kEasiestGrade)];
    return grades;
}

Asked<Json> daily_puzzle(std::string_view date) {
    const std::optional<std::int64_t> day = parse_day(date);
    if (!day) return refuse(400, "bad_request", "'date' is expected to be a day: 2026-11-18.");
    const std::optional<DailyPuzzle> daily = puzzle_of_the_day(*day);
    if (!daily) return refuse(404, "not_found", "This server has no puzzles.");
    const Puzzle& puzzle = *daily->puzzle;
    return Json{{"game", puzzle.game},
                {"number", daily->number},
                {"grade", puzzle.grade},
                {"board", view::board_json(*position_of(puzzle), view::Moves::Left)}};
}

Asked<Json> show_puzzle(std::string_view game, std::string_view number) {
    const std::vector<Puzzle>& set = puzzle_set(game);
    const std::optional<std::int64_t> wanted = parse_int(number);
    if (!wanted || *wanted < 1 || std::cmp_greater(*wanted, set.size()))
        return refuse(404, "not_found", "There is no such puzzle.");
    const Puzzle& puzzle = set[static_cast<std::size_t>(*wanted - 1)];
    const PositionPtr position = position_of(puzzle);
    Json values = Json::object();
    for (const Puzzle::Choice& choice : puzzle.choices) values[choice.move] = choice.value;
    return Json{{"game", puzzle.game},
                {"number", *wanted},
                {"grade", puzzle.grade},
                {"value", puzzle.value},
                {"margin", puzzle.margin},
                {"source", puzzle.source},
                {"board", view::board_json(*position, view::Moves::Listed)},
                {"values", std::move(values)},
                {"solution", steps_json(*position, puzzle.line)},
                {"refutation", steps_json(*position, puzzle.refutation)}};
}

}  // namespace zerosum::web
