#pragma once
// A board on its way in from text: rows are added from the top and checked as they come.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace zerosum::fruit {

class Grid {
 public:
    explicit Grid(int size) : size_(size) {}

    // Takes the next row, or says what is wrong with it: its length, a character that is neither *
    // nor a digit below `kinds`, a hole under a fruit of the row above.
    [[nodiscard]] Result<void> add_row(std::string_view text, int kinds);

    // Row-major; kinds, or -1 for an empty cell. Ready for Position once all rows are in.
    [[nodiscard]] std::span<const std::int8_t> cells() const { return cells_; }
    [[nodiscard]] bool has_fruit() const;

 private:
    int size_;
    std::vector<std::int8_t> cells_;
};

}  // namespace zerosum::fruit
