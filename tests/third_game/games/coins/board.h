#pragma once
// Coin Rows, the smallest game that uses the whole house: every row of the board is a row of coins,
// a move takes the first or the last coin that is left in a row and scores its value. The board
// runs empty, the higher total wins.

#include <array>
#include <cstdint>
#include <span>

#include "games/game.h"

namespace zerosum::coins {

inline constexpr int kMaxSize = 8;
inline constexpr int kMaxCells = kMaxSize * kMaxSize;
inline constexpr int kMaxValue = 9;

struct Move {
    std::uint8_t row;
    std::uint8_t column;
    [[nodiscard]] Cell cell() const { return {row, column}; }
    friend bool operator==(const Move&, const Move&) = default;
};

// Two ends per row.
using MoveList = FixedList<Move, std::size_t{2} * kMaxSize>;

class Position {
 public:
    // `values` has size * size entries, row by row: 1..max_value, or 0 for a coin that is gone.
    // What is left of a row stands side by side.
    Position(int size, std::span<const std::uint8_t> values, Side mover = Side::One,
             std::array<Score, 2> points = {});

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] Side mover() const { return mover_; }
    [[nodiscard]] bool over() const { return left_ == 0; }
    [[nodiscard]] Score points(Side side) const { return points_[index(side)]; }
    [[nodiscard]] int coins() const { return left_; }
    [[nodiscard]] int value(Cell cell) const { return values_[at(cell)]; }
    // Both players have the same moves, so who is to move is left out.
    [[nodiscard]] Key key() const { return key_; }
    [[nodiscard]] Key key_from_scratch() const;
    Score play(Move move);
    void pass() { mover_ = other(mover_); }

    friend bool operator==(const Position&, const Position&) = default;

 private:
    [[nodiscard]] std::size_t at(Cell cell) const {
        return static_cast<std::size_t>(cell.row * size_ + cell.column);
    }
    [[nodiscard]] static Key coin_key(std::size_t cell, int value);

    int size_;
    int left_ = 0;
    Side mover_;
    std::array<Score, 2> points_;
    Key key_ = 0;
    std::array<std::uint8_t, kMaxCells> values_{};
};

// Row by row, the first end before the last.
void generate_moves(const Position& position, MoveList& list);

}  // namespace zerosum::coins
