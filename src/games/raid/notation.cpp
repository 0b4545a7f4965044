#include "games/raid/notation.h"

#include <algorithm>
#include <bit>
#include <cctype>

#include "core/counted.h"
#include "core/text.h"

namespace zerosum::raid {

namespace {

std::optional<Kind> parse_kind(std::string_view text) {
    const std::string word = lower_case(text);
    if (word == "stake" || word == "s") return Kind::Stake;
    if (word == "raid" || word == "r") return Kind::Raid;
    return std::nullopt;
}

tl::unexpected<Fault> fault(FaultCode code, std::string sentence) {
    return tl::unexpected<Fault>(Fault{code, std::move(sentence)});
}

}  // namespace

char side_letter(Side side) {
    return side == Side::One ? 'X' : 'O';
}

std::string move_name(const Position& /*position*/, Move move) {
    return cell_name(move.cell()) + (move.kind == Kind::Raid ? " Raid" : " Stake");
}

Judged<Move> parse_move(const Position& position, std::string_view text) {
    // The cell is letters and then digits; what follows, without blanks and hyphens, is the kind.
    const std::string_view whole = trim(text);
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t end = 0;
    while (end < whole.size() && std::isalpha(static_cast<unsigned char>(whole[end])) != 0) ++end;
    while (end < whole.size() && digit(whole[end])) ++end;
    const std::optional<Cell> cell = parse_cell(whole.substr(0, end));
    if (!cell) {
        return fault(FaultCode::MalformedAnswer,
                     fmt::format("'{}' is not a move: expected a square and a kind, like 'D3 Raid' "
                                 "or 'F22 Stake'",
                                 printable(whole)));
    }
    const std::string_view rest = whole.substr(end);
    const std::optional<Kind> kind =
        parse_kind(rest.substr(std::min(rest.size(), rest.find_first_not_of(" \t-"))));
    const std::string name = cell_name(*cell);
    if (!kind) {
        return fault(FaultCode::MalformedAnswer,
                     fmt::format("'{}' does not say what kind of move it is: expected '{} Stake' "
                                 "or '{} Raid'",
                                 printable(whole), name, name));
    }
    const int size = position.size();
    if (cell->row >= size || cell->column >= size) {
        return fault(FaultCode::IllegalMove,
                     fmt::format("{} is not on the board, whose last square is {}", name,
                                 cell_name({size - 1, size - 1})));
    }
    const Move move{static_cast<std::uint8_t>(cell->row), static_cast<std::uint8_t>(cell->column),
                    *kind};
    if (is_legal(position, move)) return move;
    if ((position.free_row(move.row) & (Row{1} << move.column)) == 0)
        return fault(FaultCode::IllegalMove, why_no_move(position, *cell));
    return fault(FaultCode::IllegalMove,
                 fmt::format("a Raid on {} is not possible: no piece of {} stands above, below, "
                             "left or right of it (a Stake there is legal)",
                             name, side_letter(position.mover())));
}

std::string describe(const Position& position, Move move) {
    const std::vector<Cell> cells = affected(position, move);
    std::string turned;
    for (std::size_t i = 1; i < cells.size(); ++i) {
        const bool last = i + 1 == cells.size();
        turned += fmt::format("{}{}", i == 1 ? "" : last ? " and " : ", ", cell_name(cells[i]));
    }
    return fmt::format("{:+}, turns {}", gain(position, move), turned.empty() ? "nothing" : turned);
}

std::string why_no_move(const Position& position, Cell cell) {
    const Row square = Row{1} << static_cast<unsigned>(cell.column);
    const bool first = (position.held(Side::One, cell.row) & square) != 0;
    return fmt::format("{} is not free, {} holds it", cell_name(cell),
                       side_letter(first ? Side::One : Side::Two));
}

std::vector<Cell> affected(const Position& position, Move move) {
    std::vector<Cell> cells{move.cell()};
    if (move.kind == Kind::Stake) return cells;
    const Row square = Row{1} << move.column;
    for (int row = move.row - 1; row <= move.row + 1; ++row) {
        const Row beside = row == move.row ? square << 1U | square >> 1U : square;
        for (Row prey = position.held(other(position.mover()), row) & beside; prey != 0;
             prey &= prey - 1)
            cells.push_back({row, std::countr_zero(prey)});
    }
    return cells;
}

std::vector<std::string> rows(const Position& position) {
    std::vector<std::string> out;
    const auto size = static_cast<std::size_t>(position.size());
    for (int row = 0; row < position.size(); ++row) {
        std::string text(size, '.');
        for (const Side side : {Side::One, Side::Two}) {
            for (Row rest = position.held(side, row); rest != 0; rest &= rest - 1)
                text[static_cast<std::size_t>(std::countr_zero(rest))] = side_letter(side);
        }
        out.push_back(std::move(text));
    }
    return out;
}

std::string line(const Position& position) {
    const std::vector<std::string> board = rows(position);
    std::string values;
    for (int row = 0; row < position.size(); ++row) {
        for (int column = 0; column < position.size(); ++column) {
            if (column > 0) values += ',';
            if (column == 0 && row > 0) values += '/';
            values += fmt::to_string(position.value(row, column));
        }
    }
    return fmt::format("{} {} {}", fmt::join(board, "/"), side_letter(position.mover()), values);
}

Result<Position> parse_line(std::string_view text) {
    const std::vector<std::string_view> parts = split(trim(text), ' ');
    if (parts.size() != 3) {
        return fail(
            "found '{}', expected three parts separated by single blanks: the rows joined "
            "by '/', X or O, and the values, like 'X./.. O 1,8/5,42'",
            printable(text));
    }
    const std::vector<std::string_view> board = split(parts[0], '/');
    if (board.size() > kMaxSize)
        return fail("found {} rows, expected at most {}", board.size(), kMaxSize);
    const int size = static_cast<int>(board.size());
    for (const std::string_view row : board) {
        if (const std::string problem = row_problem(row, size); !problem.empty())
            return fail("{}", problem);
    }
    if (parts[1] != "X" && parts[1] != "O")
        return fail("found '{}', expected the player to move, X or O", printable(parts[1]));

    const std::vector<std::string_view> value_rows = split(parts[2], '/');
    if (value_rows.size() != board.size())
        return fail("found {} of values, expected {}", counted(value_rows.size(), "row"), size);
    std::vector<Value> values;
    for (const std::string_view row : value_rows) {
        const std::vector<std::string_view> words = split(row, ',');
        if (words.size() != board.size()) {
            return fail("found {} values in '{}', expected {}", words.size(), printable(row), size);
        }
        for (const std::string_view word : words) {
            const std::optional<Value> value = parse_value(word);
            if (!value) {
                return fail("found '{}', expected a value from 0 to {}", printable(word),
                            kMaxValue);
            }
            values.push_back(*value);
        }
    }
    return position_from_rows(board, values, parts[1] == "X" ? Side::One : Side::Two);
}

Position position_from_rows(std::span<const std::string_view> rows, std::span<const Value> values,
                            Side mover) {
    const int size = static_cast<int>(rows.size());
    Position position(size, values, mover);
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            const char c = rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            if (c == 'X') position.put({row, column}, Side::One);
            if (c == 'O') position.put({row, column}, Side::Two);
        }
    }
    return position;
}

std::string row_problem(std::string_view row, int size) {
    if (row.size() != static_cast<std::size_t>(size)) {
        return fmt::format("found '{}' with {}, expected a row of {}", printable(row),
                           counted(row.size(), "character"), size);
    }
    const std::size_t bad = row.find_first_not_of("XO.");
    if (bad == std::string_view::npos) return {};
    return fmt::format("found '{}' in column {}, expected X, O or '.'",
                       printable(row.substr(bad, 1)), column_name(static_cast<int>(bad)));
}

std::optional<Value> parse_value(std::string_view text) {
    const std::optional<std::int64_t> value = parse_int(text);
    if (!value || *value < 0 || *value > kMaxValue) return std::nullopt;
    return static_cast<Value>(*value);
}

}  // namespace zerosum::raid
