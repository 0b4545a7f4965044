#include "games/fruit/grid.h"

#include <algorithm>

#include "core/counted.h"
#include "core/text.h"
#include "games/fruit/board.h"

namespace zerosum::fruit {

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
        if (!fruit && row > 0 && cells_[(row - 1) * size + column] != empty_cell) {
            const auto above = int{cells_[(row - 1) * size + column]};  // not a hole: 0 to 9
            return fail("found a hole in {} under fruit {}, expected a fruit: fruits fall down",
                        cell_name({static_cast<int>(row), static_cast<int>(column)}), above);
        }
        cells_.push_back(static_cast<std::int8_t>(fruit ? c - '0' : empty_cell));
    }
    return {};
}

bool Grid::has_fruit() const {
    return std::any_of(cells_.begin(), cells_.end(), [](int kind) { return kind != empty_cell; });
}

}  // namespace zerosum::fruit
