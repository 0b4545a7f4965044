#include "games/fruit/files.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <vector>

#include "core/counted.h"
#include "games/fruit/notation.h"

namespace zerosum::fruit {

namespace {

// What stands on a line, for a message; `lines` may be too short to have it.
std::string found(const std::vector<std::string_view>& lines, std::size_t at) {
    if (at >= lines.size()) return "the end of the file";
    if (lines[at].empty()) return "an empty line";
    return fmt::format("'{}'", printable(lines[at]));
}

Result<int> read_count(const std::vector<std::string_view>& lines, std::size_t at,
                       std::string_view what, int high) {
    const std::optional<std::int64_t> value =
        at < lines.size() ? parse_int(lines[at]) : std::nullopt;
    if (!value || *value < 1 || *value > high) {
        return fail("line {}: found {}, expected {}, a whole number from 1 to {}", at + 1,
                    found(lines, at), what, high);
    }
    return static_cast<int>(*value);
}

Fault malformed(std::string sentence) {
    return {FaultCode::MalformedAnswer, std::move(sentence)};
}

bool looks_like_a_row(std::string_view text, int size) {
    return text.size() == static_cast<std::size_t>(size) &&
           text.find_first_not_of("0123456789*") == std::string_view::npos;
}

// Whether all fruits that are missing can have been one group, the game's first move: the holes are
// in columns side by side, and not many more than the largest group that is left.
bool after_one_move(const Position& position, Score taken) {
    bool before = false;  // holes in the column to the left
    int runs = 0;         // of columns with holes
    for (int column = 0; column < position.size(); ++column) {
        const bool holes = position.height(column) < position.size();
        if (holes && !before) ++runs;
        before = holes;
    }
    MoveList moves;
    generate_moves(position, moves);
    Score largest = 0;
    for (const Move& move : moves) largest = std::max(largest, move.gain());
    return runs <= 1 && taken * taken <= 4 * largest + 4;
}

}  // namespace

bool recognises_input(std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    return lines.size() >= 2 && parse_decimal(trim(lines[1])).has_value();
}

Result<CourseTask<Position>> read_input(std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    const Result<int> size = read_count(lines, 0, "the side of the board", kMaxCourseSize);
    if (!size) return tl::unexpected(size.error());
    const Result<int> kinds = read_count(lines, 1, "the number of kinds", kMaxKinds);
    if (!kinds) return tl::unexpected(kinds.error());
    const std::optional<double> bank = lines.size() > 2 ? parse_decimal(lines[2]) : std::nullopt;
    if (!bank || *bank <= 0) {
        return fail("line 3: found {}, expected the seconds left, a number above 0",
                    found(lines, 2));
    }

    constexpr std::size_t header = 3;
    const auto side = static_cast<std::size_t>(*size);
    Grid grid(*size);
    for (std::size_t row = 0; row < side; ++row) {
        const std::size_t at = header + row;
        if (at >= lines.size() || lines[at].empty()) {
            return fail("line {}: found {}, expected row {} of {}", at + 1, found(lines, at),
                        row + 1, side);
        }
        const Result<void> added = grid.add_row(lines[at], *kinds);
        if (!added) return fail("line {}: {}", at + 1, added.error().message);
    }
    for (std::size_t at = header + side; at < lines.size(); ++at) {
        if (lines[at].empty()) continue;
        return fail("line {}: found {}, expected nothing after the {} of the board", at + 1,
                    found(lines, at), counted(side, "row"));
    }
    if (!grid.has_fruit()) {
        return fail("line {}: found an empty board, expected at least one fruit to take",
                    header + 1);
    }
    const Position position(*size, *kinds, grid.cells());
    const Score taken = position.size() * position.size() - position.fruits();
    return CourseTask<Position>{
        .position = position,
        .bank = Seconds{*bank},
        .points_known = false,
        .guess = Position(*size, *kinds, grid.cells(), Side::One, 0, taken * taken),
        .guess_at_least = !after_one_move(position, taken)};
}

std::string write_input(const Position& position, const CourseLimit& limit) {
    assert(limit.depth == 0);  // no file of this game asks for a fixed depth
    // Milliseconds as the course writes them; never 0.000, which no agent should be asked with.
    return fmt::format("{}\n{}\n{:.3f}\n{}\n", position.size(), position.kinds(),
                       std::max(limit.bank.count(), 0.001), fmt::join(rows(position), "\n"));
}

std::string write_output(const Position& position, Move move) {
    Position after = position;
    after.play(move);
    return fmt::format("{}\n{}\n", move_name(position, move), fmt::join(rows(after), "\n"));
}

Judged<Move> judge_output(const Position& position, std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    if (lines.empty()) {
        return tl::unexpected(
            malformed("the output file is empty, expected a move and the board after it"));
    }
    Judged<Move> move = parse_move(position, lines[0]);
    if (!move) return move;

    Position after = position;
    after.play(*move);
    const std::vector<std::string> expected = rows(after);
    for (std::size_t row = 0; row < expected.size(); ++row) {
        if (row + 1 >= lines.size()) {
            return tl::unexpected(malformed(fmt::format("the board has {}, you wrote {}",
                                                        counted(expected.size(), "row"), row)));
        }
        const std::string_view written = lines[row + 1];
        if (written == expected[row]) continue;
        return tl::unexpected(
            Fault{looks_like_a_row(written, position.size()) ? FaultCode::WrongBoard
                                                             : FaultCode::MalformedAnswer,
                  fmt::format("row {} of your board should read {} after {}, you wrote '{}'",
                              row + 1, expected[row], printable(lines[0]), printable(written))});
    }
    if (lines.size() > expected.size() + 1) {
        return tl::unexpected(malformed(
            fmt::format("expected nothing after the {} of the board, you wrote '{}'",
                        counted(expected.size(), "row"), printable(lines[expected.size() + 1]))));
    }
    return move;
}

}  // namespace zerosum::fruit
