#include "games/fruit/notation.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "core/counted.h"
#include "core/text.h"

namespace zerosum::fruit {

namespace {

// More than any game can bring, and far from overflow in sums.
constexpr std::int64_t kMaxPoints = 100'000'000;

// What stands in an empty cell's column, for the sentence about the mistake.
std::string about_column(const Position& position, int column) {
    const int height = position.height(column);
    const std::string name = column_name(column);
    if (height == 0) return fmt::format("the column {} has no fruits left", name);
    return fmt::format("the column {} has fruits from row {} down", name,
                       position.size() - height + 1);
}

}  // namespace

std::string move_name(const Position& /*position*/, Move move) {
    return cell_name(move.cell());
}

Judged<Move> parse_move(const Position& position, std::string_view text) {
    const auto fault = [](FaultCode code, std::string sentence) {
        return tl::unexpected<Fault>(Fault{code, std::move(sentence)});
    };
    const std::optional<Cell> cell = parse_cell(trim(text));
    if (!cell) {
        return fault(FaultCode::MalformedAnswer,
                     fmt::format("'{}' is not a cell: expected a column letter and a row number, "
                                 "such as A1",
                                 printable(text)));
    }
    const int size = position.size();
    if (cell->row >= size || cell->column >= size) {
        return fault(FaultCode::IllegalMove,
                     fmt::format("{} is outside the board, which has columns A to {} and rows 1 "
                                 "to {}",
                                 cell_name(*cell), column_name(size - 1), size));
    }
    if (position.kind_at(*cell) == kEmptyCell)
        return fault(FaultCode::IllegalMove, why_no_move(position, *cell));
    return position.move_at(*cell);
}

std::string describe(Move move) {
    return fmt::format("takes {}, {:+}", counted(move.size, "fruit"), move.gain());
}

std::string why_no_move(const Position& position, Cell cell) {
    return fmt::format("{} is empty: {}", cell_name(cell), about_column(position, cell.column));
}

std::vector<Cell> affected(const Position& position, Move move) {
    const Columns group = position.group_at(move.cell());
    std::vector<Cell> cells;
    cells.reserve(move.size);
    for (int row = 0; row < position.size(); ++row) {
        for (int column = 0; column < position.size(); ++column) {
            const std::uint32_t bit = 1U << static_cast<unsigned>(position.size() - 1 - row);
            if ((group[static_cast<std::size_t>(column)] & bit) != 0)
                cells.push_back({row, column});
        }
    }
    return cells;
}

std::vector<std::string> rows(const Position& position) {
    std::vector<std::string> out;
    for (int row = 0; row < position.size(); ++row) {
        std::string& text = out.emplace_back();
        for (int column = 0; column < position.size(); ++column) {
            const int kind = position.kind_at({row, column});
            text += kind == kEmptyCell ? '*' : static_cast<char>('0' + kind);
        }
    }
    return out;
}

std::string line(const Position& position) {
    return fmt::format("{} {} {} {}", fmt::join(rows(position), "/"), index(position.mover()) + 1,
                       position.points(Side::One), position.points(Side::Two));
}

Result<Position> parse_line(std::string_view text) {
    const std::vector<std::string_view> fields = split(trim(text), ' ');
    if (fields.size() != 4) {
        return fail(
            "found {} in '{}', expected 4: the rows joined by /, the player to move "
            "(1 or 2), the points of player 1 and of player 2",
            counted(fields.size(), "field"), printable(text));
    }
    const std::vector<std::string_view> row_texts = split(fields[0], '/');
    const std::size_t size = row_texts.size();
    if (size > kMaxSize) return fail("found {} rows, expected 1 to {}", size, kMaxSize);
    Grid grid(static_cast<int>(size));
    for (std::size_t row = 0; row < size; ++row) {
        const Result<void> added = grid.add_row(row_texts[row], kMaxKinds);
        if (!added) return fail("row {}: {}", row + 1, added.error().message);
    }

    if (fields[1] != "1" && fields[1] != "2") {
        return fail("found '{}' as the player to move, expected 1 or 2", printable(fields[1]));
    }
    std::array<Score, 2> points{};
    for (std::size_t side = 0; side < 2; ++side) {
        const std::optional<std::int64_t> value = parse_int(fields[2 + side]);
        if (!value || *value < 0 || *value > kMaxPoints) {
            return fail(
                "found '{}' as the points of player {}, expected a whole number from 0 to {}",
                printable(fields[2 + side]), side + 1, kMaxPoints);
        }
        points[side] = static_cast<Score>(*value);
    }
    const int kinds = std::max(1, 1 + *std::max_element(grid.cells().begin(), grid.cells().end()));
    return Position(static_cast<int>(size), kinds, grid.cells(),
                    fields[1] == "1" ? Side::One : Side::Two, points[0], points[1]);
}

Result<void> Grid::add_row(std::string_view text, int kinds) {
    const auto size = static_cast<std::size_t>(size_);
    const std::size_t row = cells_.size() / size;
    if (text.size() != size) {
        return fail("found '{}' ({}), expected a row of {}", printable(text),
                    counted(text.size(), "character"), size);
    }
    for (std::size_t column = 0; column < size; ++column) {
        const char c = text[column];
        const bool fruit = c >= '0' && c < '0' + kinds;
        if (!fruit && c != '*') {
            return fail("found '{}' in column {}, expected * or a digit {}",
                        printable(text.substr(column, 1)), column_name(static_cast<int>(column)),
                        kinds == 1 ? std::string("0") : fmt::format("from 0 to {}", kinds - 1));
        }
        if (!fruit && row > 0 && cells_[(row - 1) * size + column] != kEmptyCell) {
            const auto above = int{cells_[(row - 1) * size + column]};  // not a hole: 0 to 9
            return fail("found a hole in {} under fruit {}, expected a fruit: fruits fall down",
                        cell_name({static_cast<int>(row), static_cast<int>(column)}), above);
        }
        cells_.push_back(static_cast<std::int8_t>(fruit ? c - '0' : kEmptyCell));
    }
    return {};
}

bool Grid::has_fruit() const {
    return std::any_of(cells_.begin(), cells_.end(), [](int kind) { return kind != kEmptyCell; });
}

}  // namespace zerosum::fruit
