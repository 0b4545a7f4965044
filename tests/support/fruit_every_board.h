#pragma once
// Every Fruit Rage board of a few fruits, solved by trying everything: how badly may the mover fare
// on a board of which only the sizes of its classes are known? Shares nothing with src/games, whose
// answer (search/fruit/zugzwang.h) it makes and checks.
//
// A board is a row of stacks here, and a fruit's label says its class:
//
//        b          "aa", "bab", "bc": columns from the left, each from the floor up.
//      a a c        No column is empty. Labels are met in the order a, b, c ...
//      a b b        The columns of a label are next to each other.
//
// No board is missed:
//   - Fruits of a kind that are not in one class never meet. Fruits do not change columns, and
//     columns only lose fruits. So the kinds of a board may be replaced by labels of its classes:
//     groups, now and later, stay the same.
//   - Nor do fruits on both sides of an empty column meet. Without it their columns are neighbours
//     that have no label in common, which keeps them apart as well.
//   - Labels are names: only the order in which they are met is tried. So in a new column there are
//     those of the column before, those of this column and the next new one. An older one would
//     leave a column out, which makes it another class.
//   - A board and its mirror image have one value. The one with the smaller key is solved.
//
// Boards are made by number of fruits, so whatever a move leads to is known by then. It is looked
// up with at(), which throws if that board was missed after all.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/random.h"
#include "core/units.h"

namespace zerosum::tests {

class FruitEveryBoard {
 public:
    // What a key can hold. Nine fruits take seconds, and each one more takes nine times as long.
    static constexpr Score most_fruits = 15;

    using Sizes = std::vector<Score>;                      // of classes, the largest first
    using Worst = std::map<Sizes, Score, std::greater<>>;  // future difference for the mover

    // Solves all boards of at most this many fruits.
    explicit FruitEveryBoard(Score fruits) : fruits_(fruits) {
        if (fruits < 0 || fruits > most_fruits)
            throw std::invalid_argument("every board of " + std::to_string(fruits) +
                                        " fruits: expected 0 to " + std::to_string(most_fruits));
        for (Score n = 1; n <= fruits; ++n) {
            worst_.emplace_back();
            boards_.push_back(0);
            grow(n);
        }
    }

    // Of all boards of `fruits` fruits, from 1 to the number that was solved: the worst value by
    // sizes of classes, and how many boards there are.
    [[nodiscard]] const Worst& worst(Score fruits) const { return worst_.at(index(fruits)); }
    [[nodiscard]] std::size_t boards(Score fruits) const { return boards_.at(index(fruits)); }

 private:
    using Board = std::vector<std::string>;

    // Four bits per fruit, the number of its label from 1 on, and four zeros behind each column:
    //
    //      "aa", "bab", "bc"      1 1 0 2 1 2 0 2 3 0
    //
    // The first digit is never zero, so boards of different lengths have different keys.
    __extension__ using BoardKey = unsigned __int128;
    static constexpr std::size_t labels = 16;  // with 0, which is none
    static_assert(most_fruits < static_cast<Score>(labels));
    static_assert(2 * most_fruits * 4 <= 128, "a column for every fruit");

    static constexpr char hole = '*';

    static std::size_t index(Score fruits) { return static_cast<std::size_t>(fruits) - 1; }
    static std::size_t number(char label) { return static_cast<std::size_t>(label - 'a') + 1; }

    // Tries all ways to add `left` fruits, on the last column or in new ones.
    void grow(Score left) {
        if (left == 0) {
            add();
            return;
        }
        if (!board_.empty()) put(left);
        board_.emplace_back();
        put(left);
        board_.pop_back();
    }

    void put(Score left) {
        const std::size_t next = sizes_.size();
        for (std::size_t i = 0; i <= next; ++i) {
            const char label = static_cast<char>('a' + i);
            if (i == next)
                sizes_.push_back(0);
            else if (!may_stand_here(label))
                continue;
            board_.back().push_back(label);
            ++sizes_[i];
            grow(left - 1);
            --sizes_[i];
            board_.back().pop_back();
        }
        sizes_.pop_back();
    }

    [[nodiscard]] bool may_stand_here(char label) const {
        const auto holds = [&](const std::string& column) {
            return column.find(label) != std::string::npos;
        };
        return holds(board_.back()) || (board_.size() > 1 && holds(board_[board_.size() - 2]));
    }

    // The board is complete.
    void add() {
        const BoardKey key = packed(board_.begin(), board_.end());
        if (packed(board_.rbegin(), board_.rend()) < key) return;
        ++boards_.back();
        const Score worth = value();
        // Those of the most fruits are not looked up: they would take most of the memory.
        if (static_cast<Score>(worst_.size()) < fruits_) values_.emplace(key, worth);
        Sizes sizes = sizes_;
        std::sort(sizes.begin(), sizes.end(), std::greater<>());
        const auto [known, is_new] = worst_.back().try_emplace(std::move(sizes), worth);
        if (!is_new) known->second = std::min(known->second, worth);
    }

    // The future difference for the mover. All boards of fewer fruits must be known.
    [[nodiscard]] Score value() const {
        Score best = -1'000'000;
        Board untried = board_;
        for (std::size_t c = 0; c < board_.size(); ++c)
            for (std::size_t r = 0; r < board_[c].size(); ++r) {
                if (untried[c][r] == hole) continue;
                take(untried, c, r, board_[c][r]);
                Board after = board_;
                const Score taken = take(after, c, r, board_[c][r]);
                for (std::string& column : after) std::erase(column, hole);
                const BoardKey key = std::min(packed(after.begin(), after.end()),
                                              packed(after.rbegin(), after.rend()));
                best = std::max(best, taken * taken - values_.at(key));
            }
        return best;
    }

    // Leaves holes where a group was and returns its size. Left of column 0 is no column either.
    static Score take(Board& board, std::size_t column, std::size_t row, char label) {
        if (column >= board.size() || row >= board[column].size()) return 0;
        if (board[column][row] != label) return 0;
        board[column][row] = hole;
        return 1 + take(board, column - 1, row, label) + take(board, column + 1, row, label) +
               take(board, column, row - 1, label) + take(board, column, row + 1, label);
    }

    // The key of what may have been left by a move: columns may be empty, and a label that a column
    // between has lost stands for two classes. Both are put right.
    template <typename Column>
    static BoardKey packed(Column column, Column end) {
        BoardKey key = 0;
        std::size_t named = 0;
        std::array<std::size_t, labels> before{};  // new names of labels in the column before, or 0
        for (; column != end; ++column) {
            std::array<std::size_t, labels> here{};
            for (const char label : *column) {
                std::size_t& name = here[number(label)];
                if (name == 0) name = before[number(label)];
                if (name == 0) name = ++named;
                key = key << 4U | name;
            }
            if (!column->empty()) key <<= 4U;
            before = here;
        }
        return key;
    }

    struct Hash {
        std::size_t operator()(BoardKey key) const noexcept {
            return mix(mix(static_cast<std::uint64_t>(key >> 64U)) ^
                       static_cast<std::uint64_t>(key));
        }
    };

    Score fruits_;
    Board board_;  // the one being made
    Sizes sizes_;  // of its classes, by label
    std::vector<Worst> worst_;
    std::vector<std::size_t> boards_;
    std::unordered_map<BoardKey, Score, Hash> values_{{0, 0}};  // an empty board brings nothing
};

}  // namespace zerosum::tests
