#pragma once
// The alpha-beta of the textbook, as most who solve the assignment write it: a table of characters
// copied for every move, moves in the official order, the score counted square by square at the
// leaves. The baseline that bench/raid_fixed_depth.cpp measures against.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace zerosum::textbook {

using Values = std::vector<std::vector<int>>;
using Board = std::vector<std::vector<char>>;

struct Move {
    int row = -1;
    int column = -1;
    bool raid = false;
};

class AlphaBeta {
 public:
    AlphaBeta(Values values, char root) : values_(std::move(values)), root_(root) {}

    Move best_move(const Board& board, int depth) {
        Move best;
        int best_value = std::numeric_limits<int>::min();
        for (const Move& move : moves(board, root_)) {
            const int value = search(play(board, move, root_), depth - 1, enemy_of(root_),
                                     best_value, std::numeric_limits<int>::max());
            if (value > best_value) {
                best_value = value;
                best = move;
            }
        }
        return best;
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
    static char enemy_of(char side) { return side == 'X' ? 'O' : 'X'; }

    static bool holds(const Board& board, int row, int column, char side) {
        const int size = static_cast<int>(board.size());
        return row >= 0 && column >= 0 && row < size && column < size &&
               board[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] == side;
    }

    static std::vector<Move> moves(const Board& board, char side) {
        const int size = static_cast<int>(board.size());
        std::vector<Move> stakes;
        std::vector<Move> raids;
        for (int row = 0; row < size; ++row) {
            for (int column = 0; column < size; ++column) {
                if (!holds(board, row, column, '.')) continue;
                stakes.push_back({row, column, false});
                if (holds(board, row - 1, column, side) || holds(board, row + 1, column, side) ||
                    holds(board, row, column - 1, side) || holds(board, row, column + 1, side))
                    raids.push_back({row, column, true});
            }
        }
        stakes.insert(stakes.end(), raids.begin(), raids.end());
        return stakes;
    }

    static Board play(const Board& board, const Move& move, char side) {
        Board next = board;
        const auto set = [&](int row, int column) {
            next[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = side;
        };
        set(move.row, move.column);
        if (!move.raid) return next;
        const char enemy = enemy_of(side);
        if (holds(board, move.row - 1, move.column, enemy)) set(move.row - 1, move.column);
        if (holds(board, move.row + 1, move.column, enemy)) set(move.row + 1, move.column);
        if (holds(board, move.row, move.column - 1, enemy)) set(move.row, move.column - 1);
        if (holds(board, move.row, move.column + 1, enemy)) set(move.row, move.column + 1);
        return next;
    }

    [[nodiscard]] int evaluate(const Board& board) const {
        int score = 0;
        for (std::size_t row = 0; row < board.size(); ++row) {
            for (std::size_t column = 0; column < board.size(); ++column) {
                if (board[row][column] == root_)
                    score += values_[row][column];
                else if (board[row][column] != '.')
                    score -= values_[row][column];
            }
        }
        return score;
    }

    int search(const Board& board, int depth, char side, int alpha, int beta) {
        ++nodes_;
        if (depth == 0) return evaluate(board);
        const std::vector<Move> list = moves(board, side);
        if (list.empty()) return evaluate(board);
        if (side == root_) {
            int best = std::numeric_limits<int>::min();
            for (const Move& move : list) {
                best = std::max(
                    best, search(play(board, move, side), depth - 1, enemy_of(side), alpha, beta));
                alpha = std::max(alpha, best);
                if (alpha >= beta) break;
            }
            return best;
        }
        int best = std::numeric_limits<int>::max();
        for (const Move& move : list) {
            best = std::min(
                best, search(play(board, move, side), depth - 1, enemy_of(side), alpha, beta));
            beta = std::min(beta, best);
            if (alpha >= beta) break;
        }
        return best;
    }

    Values values_;
    char root_;
    std::uint64_t nodes_ = 0;
};

}  // namespace zerosum::textbook
