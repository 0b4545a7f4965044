#pragma once
// Stake & Raid once more, as plainly as the rules are written: characters in a table, no bits, no
// increments, nothing shared with src/. What the real code says is compared with this.

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace zerosum::raid_oracle {

struct Move {
    int row = 0;
    int column = 0;
    bool raid = false;
    friend bool operator==(const Move&, const Move&) = default;
};

struct Board {
    std::vector<std::vector<int>> values;
    std::vector<std::string> rows;  // X, O and .
    char mover = 'X';

    [[nodiscard]] int size() const { return static_cast<int>(rows.size()); }
    [[nodiscard]] char at(int row, int column) const;  // '#' outside the board
    [[nodiscard]] int free_squares() const;
    [[nodiscard]] int sum(char side) const;
};

// The answer of a search to a fixed depth.
struct Answer {
    Move move;
    int value = 0;  // (root player's sum - other's sum) at the leaf that is reached
};

inline constexpr std::array<std::pair<int, int>, 4> kDirections{{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}};

inline char enemy_of(char side) {
    return side == 'X' ? 'O' : 'X';
}

inline char Board::at(int row, int column) const {
    if (row < 0 || column < 0 || row >= size() || column >= size()) return '#';
    return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

inline int Board::free_squares() const {
    int count = 0;
    for (const std::string& row : rows)
        count += static_cast<int>(std::count(row.begin(), row.end(), '.'));
    return count;
}

inline int Board::sum(char side) const {
    int total = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t column = 0; column < rows.size(); ++column)
            if (rows[row][column] == side) total += values[row][column];
    }
    return total;
}

inline char& square(Board& board, int row, int column) {
    return board.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

inline bool touches(const Board& board, int row, int column, char side) {
    return std::any_of(kDirections.begin(), kDirections.end(), [&](const auto& step) {
        return board.at(row + step.first, column + step.second) == side;
    });
}

// Official order.
inline std::vector<Move> moves(const Board& board) {
    std::vector<Move> out;
    for (const bool raid : {false, true}) {
        for (int row = 0; row < board.size(); ++row) {
            for (int column = 0; column < board.size(); ++column) {
                if (board.at(row, column) != '.') continue;
                if (raid && !touches(board, row, column, board.mover)) continue;
                out.push_back({row, column, raid});
            }
        }
    }
    return out;
}

inline Board after(const Board& board, const Move& move) {
    Board next = board;
    const char enemy = enemy_of(board.mover);
    square(next, move.row, move.column) = board.mover;
    if (move.raid) {
        for (const auto& [down, right] : kDirections) {
            if (board.at(move.row + down, move.column + right) == enemy)
                square(next, move.row + down, move.column + right) = board.mover;
        }
    }
    next.mover = enemy;
    return next;
}

inline std::string name(const Move& move) {
    std::string text(1, static_cast<char>('A' + move.column));
    text += std::to_string(move.row + 1);
    text += move.raid ? " Raid" : " Stake";
    return text;
}

inline long long perft(const Board& board, int depth) {
    if (depth == 0) return 1;
    long long count = 0;
    for (const Move& move : moves(board)) count += perft(after(board, move), depth - 1);
    return count;
}

// The value of a node for `root`. Values outside (alpha, beta) are bounds.
inline int value(const Board& board, int depth, char root, int alpha, int beta, bool prune) {
    if (depth == 0 || board.free_squares() == 0) return board.sum(root) - board.sum(enemy_of(root));
    const bool maximise = board.mover == root;
    int best = maximise ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
    for (const Move& move : moves(board)) {
        const int child = value(after(board, move), depth - 1, root, alpha, beta, prune);
        if (maximise) {
            best = std::max(best, child);
            alpha = std::max(alpha, best);
        } else {
            best = std::min(best, child);
            beta = std::min(beta, best);
        }
        if (prune && alpha >= beta) break;
    }
    return best;
}

// The course's definition: the first move of the official order that reaches the best value. With
// `prune`, by alpha-beta in that order; without, by minimax.
inline Answer fixed_depth(const Board& board, int depth, bool prune) {
    Answer best{{}, std::numeric_limits<int>::min()};
    for (const Move& move : moves(board)) {
        const int alpha = prune ? best.value : std::numeric_limits<int>::min();
        const int child = value(after(board, move), depth - 1, board.mover, alpha,
                                std::numeric_limits<int>::max(), prune);
        if (child > best.value) best = {move, child};
    }
    return best;
}

// The course's files.
inline std::string input_file(const Board& board, const std::string& mode,
                              const std::string& limit) {
    std::string text = std::to_string(board.size());
    for (const std::string& part : {mode, std::string(1, board.mover), limit}) {
        text += '\n';
        text += part;
    }
    for (const std::vector<int>& row : board.values) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            text += column > 0 ? ' ' : '\n';
            text += std::to_string(row[column]);
        }
    }
    text += '\n';
    for (const std::string& row : board.rows) {
        text += row;
        text += '\n';
    }
    return text;
}

inline std::string output_file(const Board& board, const Move& move) {
    std::string text = name(move);
    text += '\n';
    for (const std::string& row : after(board, move).rows) {
        text += row;
        text += '\n';
    }
    return text;
}

}  // namespace zerosum::raid_oracle
