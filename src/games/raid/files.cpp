#include "games/raid/files.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "core/counted.h"
#include "games/raid/notation.h"

namespace zerosum::raid {

namespace {

// The lines of an input file from the first to the last, with the words for what is wrong.
class Lines {
 public:
    explicit Lines(std::string_view text) : lines_(split_lines(text)) {}

    [[nodiscard]] std::size_t size() const { return lines_.size(); }
    // A line past the end reads as empty.
    [[nodiscard]] std::string_view operator[](std::size_t at) const {
        return at < lines_.size() ? lines_[at] : std::string_view{};
    }
    template <typename... Args>
    [[nodiscard]] tl::unexpected<Error> expected(std::size_t at, fmt::format_string<Args...> what,
                                                 Args&&... args) const {
        return fail("line {}: found {}, expected {}", at + 1, found(at),
                    fmt::format(what, std::forward<Args>(args)...));
    }

 private:
    [[nodiscard]] std::string found(std::size_t at) const {
        if (at >= lines_.size()) return "the end of the file";
        if (lines_[at].empty()) return "an empty line";
        return fmt::format("'{}'", printable(lines_[at]));
    }
    std::vector<std::string_view> lines_;
};

// A depth of any length: what is deeper than the board has squares is as good as the squares.
std::optional<int> parse_depth(std::string_view text) {
    if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    const std::size_t first = text.find_first_not_of('0');
    if (first == std::string_view::npos) return std::nullopt;
    const std::optional<std::int64_t> depth = parse_int(text.substr(first));
    constexpr std::int64_t deepest = std::numeric_limits<int>::max();
    return static_cast<int>(std::min(depth.value_or(deepest), deepest));
}

// The parts between blanks and tabs, of which there may be several in a row.
std::vector<std::string_view> split_blanks(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t end = std::min(text.find_first_of(blanks), text.size());
        words.push_back(text.substr(0, end));
        if (end == text.size()) return words;
        text.remove_prefix(std::min(text.find_first_not_of(blanks, end), text.size()));
    }
}

Result<void> read_values(const Lines& lines, std::size_t at, std::size_t size,
                         std::vector<Value>& values) {
    if (lines[at].empty()) return lines.expected(at, "{} values separated by blanks", size);
    const std::vector<std::string_view> words = split_blanks(lines[at]);
    for (std::size_t i = 0; i < words.size() && i < size; ++i) {
        const std::optional<Value> value = parse_value(words[i]);
        if (!value) {
            return fail(
                "line {}: found '{}' as value {}, expected a whole number from 0 to {}, "
                "separated by blanks",
                at + 1, printable(words[i]), i + 1, kMaxValue);
        }
        values.push_back(*value);
    }
    if (words.size() != size)
        return fail("line {}: found {} values, expected {}", at + 1, words.size(), size);
    return {};
}

tl::unexpected<Fault> malformed(std::string sentence) {
    return tl::unexpected<Fault>(Fault{FaultCode::MalformedAnswer, std::move(sentence)});
}

}  // namespace

bool recognises_input(std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    if (lines.size() < 2 || lines[1].empty()) return false;
    const char first = lines[1].front();
    return (first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z');
}

Result<CourseTask<Position>> read_input(std::string_view text) {
    const Lines lines(text);
    const std::optional<std::int64_t> side = parse_int(lines[0]);
    if (!side || *side < 1 || *side > kMaxSize)
        return lines.expected(0, "the side of the board, a whole number from 1 to {}", kMaxSize);

    const std::string_view mode = lines[1];
    const bool competition = mode == "COMPETITION";
    if (!competition && mode != "MINIMAX" && mode != "ALPHABETA")
        return lines.expected(1, "MINIMAX, ALPHABETA or COMPETITION");
    if (lines[2] != "X" && lines[2] != "O") return lines.expected(2, "the player to move, X or O");
    const Side mover = lines[2] == "X" ? Side::One : Side::Two;

    Seconds bank{0};
    int depth = 0;
    if (competition) {
        const std::optional<double> seconds = parse_decimal(lines[3]);
        if (!seconds || *seconds <= 0)
            return lines.expected(3, "the seconds left, a number above 0");
        bank = Seconds{*seconds};
    } else {
        const std::optional<int> plies = parse_depth(lines[3]);
        if (!plies) return lines.expected(3, "the depth, a whole number from 1 on");
        depth = *plies;
    }

    constexpr std::size_t header = 4;
    const auto size = static_cast<std::size_t>(*side);
    std::vector<Value> values;
    for (std::size_t row = 0; row < size; ++row) {
        const Result<void> read = read_values(lines, header + row, size, values);
        if (!read) return tl::unexpected(read.error());
    }
    std::vector<std::string_view> board;
    for (std::size_t row = 0; row < size; ++row) {
        const std::size_t at = header + size + row;
        if (lines[at].empty())
            return lines.expected(at, "row {} of {} of the board", row + 1, size);
        const std::string problem = row_problem(lines[at], static_cast<int>(size));
        if (!problem.empty()) return fail("line {}: {}", at + 1, problem);
        board.push_back(lines[at]);
    }
    const std::size_t end = header + 2 * size;
    if (lines.size() > end) {
        std::size_t at = end;
        while (lines[at].empty()) ++at;  // ends: blank lines at the end were dropped
        return lines.expected(at, "nothing after the {} of the board", counted(size, "row"));
    }

    const Position position = position_from_rows(board, values, mover);
    if (position.over()) {
        return fail("line {}: found a full board, expected at least one free square to move to",
                    header + size + 1);
    }
    return CourseTask<Position>{position, bank, depth};
}

std::string write_input(const Position& position, const CourseLimit& limit) {
    std::string values;
    for (int row = 0; row < position.size(); ++row) {
        for (int column = 0; column < position.size(); ++column) {
            if (column > 0) values += ' ';
            values += fmt::to_string(position.value(row, column));
        }
        values += '\n';
    }
    // Milliseconds; never 0.000, which no agent should be asked with.
    const bool timed = limit.depth == 0;
    return fmt::format("{}\n{}\n{}\n{}\n{}{}\n", position.size(),
                       timed ? "COMPETITION" : limit.mode, side_letter(position.mover()),
                       timed ? fmt::format("{:.3f}", std::max(limit.bank.count(), 0.001))
                             : fmt::to_string(limit.depth),
                       values, fmt::join(rows(position), "\n"));
}

std::string write_output(const Position& position, Move move) {
    Position after = position;
    after.play(move);
    return fmt::format("{}\n{}\n", move_name(position, move), fmt::join(rows(after), "\n"));
}

Judged<Move> judge_output(const Position& position, std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    if (lines.empty())
        return malformed("the output file is empty, expected a move and the board after it");
    Judged<Move> move = parse_move(position, lines[0]);
    if (!move) return move;

    Position after = position;
    after.play(*move);
    const std::vector<std::string> expected = rows(after);
    for (std::size_t row = 0; row < expected.size(); ++row) {
        if (row + 1 >= lines.size()) {
            return malformed(fmt::format("the board has {}, you wrote {}",
                                         counted(expected.size(), "row"), row));
        }
        const std::string_view written = lines[row + 1];
        if (written == expected[row]) continue;
        const bool is_row = row_problem(written, position.size()).empty();
        return tl::unexpected<Fault>(Fault{
            is_row ? FaultCode::WrongBoard : FaultCode::MalformedAnswer,
            fmt::format("row {} of your board should read {} after {}, you wrote '{}'", row + 1,
                        expected[row], move_name(position, *move), printable(written))});
    }
    if (lines.size() > expected.size() + 1) {
        return malformed(
            fmt::format("expected nothing after the {} of the board, you wrote "
                        "'{}'",
                        counted(expected.size(), "row"), printable(lines[expected.size() + 1])));
    }
    return move;
}

}  // namespace zerosum::raid
