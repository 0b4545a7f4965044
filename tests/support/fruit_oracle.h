#pragma once
// The Fruit Rage once more, written to be obviously right: a grid of characters and a breadth-first
// search. Everything the packed board does is compared with this. It shares no code with src/.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace zerosum::tests {

struct OracleGroup {
    // Row and column, in row-major order; the first one names the move.
    std::vector<std::pair<int, int>> cells;
};

class FruitOracle {
 public:
    explicit FruitOracle(std::vector<std::string> rows) : rows_(std::move(rows)) {}

    [[nodiscard]] const std::vector<std::string>& rows() const { return rows_; }
    [[nodiscard]] int size() const { return static_cast<int>(rows_.size()); }

    [[nodiscard]] bool over() const {
        return std::all_of(rows_.begin(), rows_.end(), [](const std::string& row) {
            return row.find_first_not_of('*') == std::string::npos;
        });
    }

    // The group of the fruit in a cell.
    [[nodiscard]] OracleGroup group(int row, int column) const {
        const char kind = at(row, column);
        std::vector<std::vector<bool>> seen(rows_.size(), std::vector<bool>(rows_.size(), false));
        std::queue<std::pair<int, int>> open;
        OracleGroup found;
        const auto visit = [&](int r, int c) {
            if (r < 0 || c < 0 || r >= size() || c >= size()) return;
            if (at(r, c) != kind) return;
            if (seen[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)]) return;
            seen[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = true;
            open.push({r, c});
            found.cells.emplace_back(r, c);
        };
        visit(row, column);
        while (!open.empty()) {
            const auto [r, c] = open.front();
            open.pop();
            visit(r - 1, c);
            visit(r + 1, c);
            visit(r, c - 1);
            visit(r, c + 1);
        }
        std::sort(found.cells.begin(), found.cells.end());
        return found;
    }

    // All groups, in row-major order of their first cells.
    [[nodiscard]] std::vector<OracleGroup> groups() const {
        std::vector<OracleGroup> all;
        for (int r = 0; r < size(); ++r) {
            for (int c = 0; c < size(); ++c) {
                if (at(r, c) == '*') continue;
                OracleGroup found = group(r, c);
                if (found.cells.front() == std::pair(r, c)) all.push_back(std::move(found));
            }
        }
        return all;
    }

    // Takes a group and lets what stands above the holes fall. Returns the points.
    int take(const OracleGroup& group) {
        for (const auto& [r, c] : group.cells) cell(r, c) = '*';
        for (int c = 0; c < size(); ++c) {
            std::string fruits;
            for (int r = 0; r < size(); ++r) {
                if (at(r, c) != '*') fruits += at(r, c);
            }
            const int holes = size() - static_cast<int>(fruits.size());
            for (int r = 0; r < size(); ++r)
                cell(r, c) = r < holes ? '*' : fruits[static_cast<std::size_t>(r - holes)];
        }
        return static_cast<int>(group.cells.size() * group.cells.size());
    }

    // How many sequences of `depth` moves there are.
    [[nodiscard]] std::uint64_t perft(int depth) const {
        if (depth == 0) return 1;
        std::uint64_t count = 0;
        for (const OracleGroup& group : groups()) {
            FruitOracle child = *this;
            child.take(group);
            count += child.perft(depth - 1);
        }
        return count;
    }

 private:
    [[nodiscard]] char at(int r, int c) const {
        return rows_[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
    }
    char& cell(int r, int c) {
        return rows_[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
    }

    std::vector<std::string> rows_;
};

// A game by the rules of 2012: a pick of an empty cell is a pass worth nothing, and the game ends
// with an empty board or after four passes in a row.
class FruitOracleGame {
 public:
    FruitOracleGame(std::vector<std::string> rows, int first)
        : board_(std::move(rows)), to_move_(first) {}

    [[nodiscard]] const std::vector<std::string>& rows() const { return board_.rows(); }
    [[nodiscard]] int to_move() const { return to_move_; }
    [[nodiscard]] int points(int player) const { return player == 0 ? points_0_ : points_1_; }
    [[nodiscard]] bool over() const { return board_.over() || passes_ == 4; }

    // Returns what it scores.
    int pick(int row, int column) {
        const char fruit = rows()[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        const int gain = fruit == '*' ? 0 : board_.take(board_.group(row, column));
        passes_ = fruit == '*' ? passes_ + 1 : 0;
        (to_move_ == 0 ? points_0_ : points_1_) += gain;
        to_move_ = 1 - to_move_;
        return gain;
    }

 private:
    FruitOracle board_;
    int to_move_;
    int passes_ = 0;
    int points_0_ = 0;
    int points_1_ = 0;
};

}  // namespace zerosum::tests
