#include "arena/puzzle/puzzle.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arena/puzzle/choices.h"
#include "core/text.h"
#include "games/registry.h"

namespace zerosum {

namespace {

using Json = nlohmann::ordered_json;

Json names_json(const std::vector<std::string>& names) {
    Json out = Json::array();
    for (const std::string& name : names) out.push_back(name);
    return out;
}

// Beyond any value, rank or number of nodes: sums and differences of such numbers are safe.
constexpr std::int64_t kLargestNumber = 100'000'000;

// Whether it is a whole number that can be read as one.
bool readable(const Json& number) {
    return number.is_number_integer() && number.get<std::int64_t>() >= -kLargestNumber &&
           number.get<std::int64_t>() <= kLargestNumber;
}

Result<void> check_numbers(const Json& json) {
    for (const char* key : {"grade", "value", "margin", "depth", "nodes", "rank", "greedy_loss"})
        if (json.contains(key) && !readable(json[key]))
            return fail("{}: expected a whole number up to {}", key, kLargestNumber);
    if (!json.contains("moves")) return {};
    for (const auto& [move, value] : json["moves"].items())
        if (!readable(value))
            return fail("moves: {}: expected a whole number up to {}", printable(move),
                        kLargestNumber);
    return {};
}

// The text of a puzzle as a value. Whether it is right is not asked here. Throws Json::exception.
Puzzle read(const Json& json) {
    Puzzle puzzle;
    json.at("game").get_to(puzzle.game);
    json.at("position").get_to(puzzle.position);
    json.at("grade").get_to(puzzle.grade);
    json.at("value").get_to(puzzle.value);
    json.at("margin").get_to(puzzle.margin);
    json.at("depth").get_to(puzzle.depth);
    json.at("nodes").get_to(puzzle.nodes);
    json.at("rank").get_to(puzzle.rank);
    json.at("greedy_loss").get_to(puzzle.greedy_loss);
    for (const auto& [move, value] : json.at("moves").items())
        puzzle.choices.push_back({move, value.get<Score>()});
    json.at("line").get_to(puzzle.line);
    json.at("refutation").get_to(puzzle.refutation);
    json.at("source").get_to(puzzle.source);
    return puzzle;
}

// What a line of play comes to for who moves first in it.
Result<Score> played_out(const AnyPosition& position, const std::vector<std::string>& line) {
    const PositionPtr at = position.clone();
    Score total = 0;
    for (const std::string& name : line) {
        if (at->over()) return fail("goes on after the end of the game with {}", printable(name));
        const Judged<AnyMove> move = at->parse_move(name);
        if (!move) return fail("{}: {}", printable(name), move.error().sentence);
        const Side mover = at->mover();
        const Score gain = at->play(*move);
        total += mover == position.mover() ? gain : -gain;
    }
    if (!at->over()) return fail("ends before the game does");
    return total;
}

Result<void> check_line(const AnyPosition& position, std::string_view what,
                        const std::vector<std::string>& line, Score expected) {
    const Result<Score> total = played_out(position, line);
    if (!total) return fail("{}: {}", what, total.error().message);
    if (*total != expected) return fail("{}: comes to {}, expected {}", what, *total, expected);
    return {};
}

Result<void> check_number(std::string_view what, Score found, Score expected) {
    if (found == expected) return {};
    return fail("{}: found {}, expected {}", what, found, expected);
}

// All that follows from the rules and the values of the moves.
Result<void> check(const Puzzle& puzzle) {
    const Result<const AnyGame*> game = find_game(puzzle.game);
    if (!game) return tl::unexpected(game.error());
    const Result<PositionPtr> position = (*game)->parse_line(puzzle.position);
    if (!position) return fail("position: {}", position.error().message);
    const std::vector<AnyMove> legal = (*position)->moves();
    if (legal.size() != puzzle.choices.size())
        return fail("moves: found {}, expected the {} legal ones", puzzle.choices.size(),
                    legal.size());
    std::vector<ValuedMove> moves;
    for (std::size_t i = 0; i < legal.size(); ++i) {
        const std::string name = (*position)->move_name(legal[i]);
        if (puzzle.choices[i].move != name)
            return fail("moves: found {}, expected {}", printable(puzzle.choices[i].move), name);
        const PositionPtr after = (*position)->clone();
        const Score gain = after->play(legal[i]);
        moves.push_back({legal[i], gain, puzzle.choices[i].value, after->line()});
    }
    const std::optional<SingleBest> single = single_best(moves);
    if (!single) return fail("moves: found several best ones, expected one");
    const ValuedMove& best = moves[single->best];
    const ValuedMove& tempting = moves[single->tempting];
    const auto begins = [&](const std::vector<std::string>& line, AnyMove move) {
        return !line.empty() && line.front() == (*position)->move_name(move);
    };
    if (!begins(puzzle.line, best.move))
        return fail("line: expected to begin with {}", (*position)->move_name(best.move));
    if (!begins(puzzle.refutation, tempting.move))
        return fail("refutation: expected to begin with {}", (*position)->move_name(tempting.move));
    if (auto ok = check_number("value", puzzle.value, best.value); !ok) return ok;
    if (auto ok = check_number("margin", puzzle.margin, single->margin); !ok) return ok;
    if (auto ok = check_number("rank", puzzle.rank, single->rank); !ok) return ok;
    if (auto ok = check_number("greedy_loss", puzzle.greedy_loss, single->greedy_loss); !ok)
        return ok;
    if (auto ok = check_number("grade", puzzle.grade, grade_of(puzzle.depth, puzzle.rank)); !ok)
        return ok;
    if (auto ok = check_line(**position, "line", puzzle.line, best.value); !ok) return ok;
    return check_line(**position, "refutation", puzzle.refutation, tempting.value);
}

}  // namespace

std::optional<Score> Puzzle::value_of(std::string_view move) const {
    const auto found = std::find_if(choices.begin(), choices.end(),
                                    [&](const Choice& each) { return each.move == move; });
    if (found == choices.end()) return std::nullopt;
    return found->value;
}

Json puzzle_json(const Puzzle& puzzle) {
    Json moves = Json::object();
    for (const Puzzle::Choice& choice : puzzle.choices) moves[choice.move] = choice.value;
    return {{"game", puzzle.game},
            {"position", puzzle.position},
            {"grade", puzzle.grade},
            {"value", puzzle.value},
            {"margin", puzzle.margin},
            {"depth", puzzle.depth},
            {"nodes", puzzle.nodes},
            {"rank", puzzle.rank},
            {"greedy_loss", puzzle.greedy_loss},
            {"moves", std::move(moves)},
            {"line", names_json(puzzle.line)},
            {"refutation", names_json(puzzle.refutation)},
            {"source", puzzle.source}};
}

Result<Puzzle> parse_puzzle(std::string_view json) {
    Puzzle puzzle;
    try {
        const Json parsed = Json::parse(json);
        if (!parsed.is_object()) return fail("not a puzzle: expected an object");
        if (const Result<void> checked = check_numbers(parsed); !checked)
            return tl::unexpected(checked.error());
        puzzle = read(parsed);
    } catch (const Json::exception& error) {
        return fail("not a puzzle: {}", printable(error.what(), 200));
    }
    if (const Result<void> checked = check(puzzle); !checked)
        return tl::unexpected(checked.error());
    return puzzle;
}

Result<std::vector<Puzzle>> parse_puzzles(std::string_view text) {
    std::vector<Puzzle> out;
    std::size_t number = 0;
    for (const std::string_view line : split_lines(text)) {
        ++number;
        if (line.empty()) continue;
        Result<Puzzle> puzzle = parse_puzzle(line);
        if (!puzzle) return fail("line {}: {}", number, puzzle.error().message);
        out.push_back(std::move(*puzzle));
    }
    return out;
}

}  // namespace zerosum
