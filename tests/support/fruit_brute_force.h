#pragma once
// The value of a small Fruit Rage board by trying everything, on a plain grid of its own: shares
// nothing with the packed board or the search that it is there to check.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/units.h"

namespace zerosum::tests {

class FruitBruteForce {
 public:
    // Rows as printed: digits and '*'. At most 5 x 5.
    explicit FruitBruteForce(const std::vector<std::string>& rows)
        : size_(static_cast<int>(rows.size())) {
        for (int r = 0; r < size_; ++r)
            for (int c = 0; c < size_; ++c) {
                const char cell = rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
                start_[at(r, c)] = static_cast<std::uint8_t>(cell == '*' ? 0 : cell - '0' + 1);
            }
    }

    // The future difference from the mover's view under perfect play; 0 for an empty board.
    [[nodiscard]] Score value() { return value(start_); }

    // Every group's first cell in row-major order, as (row, column), with the move's value.
    struct MoveValue {
        int row;
        int column;
        Score value;
    };
    [[nodiscard]] std::vector<MoveValue> moves() { return moves(start_); }

 private:
    using Grid = std::array<std::uint8_t, 25>;  // 0 empty, kind + 1

    [[nodiscard]] std::size_t at(int row, int column) const {
        return static_cast<std::size_t>(row * size_ + column);
    }

    std::vector<MoveValue> moves(const Grid& grid) {
        std::vector<MoveValue> out;
        Grid seen = grid;
        for (int r = 0; r < size_; ++r)
            for (int c = 0; c < size_; ++c) {
                if (seen[at(r, c)] == 0) continue;
                Grid after = grid;
                const Score taken = take(after, r, c, grid[at(r, c)]);
                for (std::size_t i = 0; i < grid.size(); ++i)
                    if (grid[i] != after[i]) seen[i] = 0;
                drop(after);
                out.push_back({r, c, taken * taken - value(after)});
            }
        return out;
    }

    Score value(const Grid& grid) {
        std::pair<std::uint64_t, std::uint64_t> key{0, 0};
        for (std::size_t i = 0; i < grid.size(); ++i) {
            std::uint64_t& word = i < 13 ? key.first : key.second;
            word = word * 11 + grid[i];
        }
        if (key.first == 0 && key.second == 0) return 0;
        const auto known = values_.find(key);
        if (known != values_.end()) return known->second;
        Score best = -1'000'000;
        for (const MoveValue& move : moves(grid)) best = std::max(best, move.value);
        return values_[key] = best;
    }

    Score take(Grid& grid, int row, int column, std::uint8_t kind) const {
        if (row < 0 || column < 0 || row >= size_ || column >= size_) return 0;
        if (grid[at(row, column)] != kind) return 0;
        grid[at(row, column)] = 0;
        return 1 + take(grid, row - 1, column, kind) + take(grid, row + 1, column, kind) +
               take(grid, row, column - 1, kind) + take(grid, row, column + 1, kind);
    }

    void drop(Grid& grid) const {
        for (int c = 0; c < size_; ++c) {
            int floor = size_ - 1;
            for (int r = size_ - 1; r >= 0; --r) {
                const std::uint8_t fruit = std::exchange(grid[at(r, c)], std::uint8_t{0});
                if (fruit != 0) grid[at(floor--, c)] = fruit;
            }
        }
    }

    struct Hash {
        std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& key) const {
            return static_cast<std::size_t>((key.first * 0x9E3779B97F4A7C15ULL) ^ key.second);
        }
    };

    int size_;
    Grid start_{};
    std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, Score, Hash> values_;
};

}  // namespace zerosum::tests
