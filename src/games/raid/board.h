#pragma once
// The board of Stake & Raid: who holds which square, what the squares are worth, whose turn it is.

#include <array>
#include <cstdint>
#include <span>

#include "games/game.h"
#include "games/raid/moves.h"

namespace zerosum::raid {

using Value =
    std::uint16_t;  // what a square is worth: the course's 1..99, 0..kMaxValue are accepted
inline constexpr Value kMaxValue = 10'000;

// One row of squares, a bit each, bit 0 is column A:
//
//     A B C D E            bit 4 3 2 1 0
//     . . X X .     X's row:   0 1 1 0 0
//     . O X . O     O's row:   1 0 0 1 0   (the second row)
//
// Rows are words of their own, so "left of" and "right of" are shifts that cannot run into the
// next row, and a board of any size uses the same code.
using Row = std::uint32_t;

// A plain value: copy it, play on the copy, throw it away.
//
// The values of the squares never change during a game, yet they live inside the position. A
// pointer to a shared table would make copies shorter by N*N*2 bytes, but then the table
// needs an owner: a reference count costs an atomic operation per copy, shared by all search
// threads, and a table kept for ever is a leak in a server that is sent positions. So the table is
// here and a copy takes only its used part with it: 50 bytes on 5x5, 128 on 8x8, 288 on 12x12.
// Searches that need less still keep a form of their own (search/raid/graph.h).
class Position {
 public:
    // An empty board. `values` has size*size entries, row by row, each in 0..kMaxValue.
    Position(int size, std::span<const Value> values, Side mover);
    Position(const Position& from) { copy(from); }
    Position& operator=(const Position& from) {
        if (this != &from) copy(from);
        return *this;
    }
    ~Position() = default;

    // Puts a piece on a free square: for setting up a position.
    void put(Cell cell, Side side);

    // Plays a legal move. Returns the change of (mover's sum - other's sum).
    Score play(Move move);
    void pass() { mover_ = other(mover_); }

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] Side mover() const { return mover_; }
    [[nodiscard]] int free_squares() const { return free_; }
    [[nodiscard]] bool over() const { return free_ == 0; }
    [[nodiscard]] Score points(Side side) const { return points_[index(side)]; }
    [[nodiscard]] Score value(int row, int column) const {
        return values_[static_cast<std::size_t>(row * size_ + column)];
    }
    [[nodiscard]] std::span<const Value> values() const {
        return {values_.data(), static_cast<std::size_t>(size_ * size_)};
    }

    // Squares of a row; row may also be -1 or size(), which are empty.
    [[nodiscard]] Row held(Side side, int row) const { return held_[index(side)][at(row)]; }
    [[nodiscard]] Row free_row(int row) const {
        return ~(held(Side::One, row) | held(Side::Two, row)) & full_row();
    }
    [[nodiscard]] Row full_row() const { return (Row{1} << static_cast<unsigned>(size_)) - 1; }
    // Squares of a row, of any kind, with a piece of that side next to them.
    [[nodiscard]] Row beside(Side side, int row) const {
        const Row here = held(side, row);
        return held(side, row - 1) | held(side, row + 1) | here << 1U | here >> 1U;
    }

    // Identifies pieces and values as the mover sees them: X to move and O to move on the same
    // board with the colours exchanged have the same future and the same key.
    [[nodiscard]] Key key() const {
        return combine(squares_key_[index(mover_)], squares_key_[index(other(mover_))],
                       values_key_);
    }
    [[nodiscard]] Key key_from_scratch() const;

    friend bool operator==(const Position& a, const Position& b);

 private:
    static std::size_t at(int row) { return static_cast<std::size_t>(row + 1); }
    static Key combine(Key own, Key enemy, Key values);
    void copy(const Position& from);

    std::int32_t size_ = 0;
    std::int32_t free_ = 0;
    std::array<Score, 2> points_{};
    std::array<Key, 2> squares_key_{};  // XOR of the keys of the squares that a side holds
    Key values_key_ = 0;
    Side mover_ = Side::One;
    std::array<std::array<Row, kMaxSize + 2>, 2> held_;  // an empty row above and below the board
    std::array<Value, kMaxCells> values_;                // only the first size*size are set
};

// What Position::play would return.
[[nodiscard]] Score gain(const Position& position, Move move);

}  // namespace zerosum::raid
