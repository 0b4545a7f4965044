#pragma once
// The packed board of The Fruit Rage, with points, side to move and hash.
//
// A column is a 32-bit word whose bit 0 is the bottom row, so that gravity packs bits towards 0:
//
//      a column of 4      word          plane 0 (1s)   plane 1 (2s)   plane 2 (4s)
//      row 1   *          bit 3              0              0              0      code 0
//      row 2   0          bit 2              1              0              0      code 1
//      row 3   2          bit 1              1              1              0      code 3
//      row 4   3          bit 0              0              0              1      code 4
//
// A cell's code is 0 when it is empty and kind + 1 otherwise. Bit b of the codes of column c is the
// word plane[b][c]: two planes hold 3 kinds, three hold 7, four hold all 10. Eight neighbouring
// columns of a plane are one AVX2 register; groups.h says how groups are found with that, and
// docs/fruit-board.md how fast it is.

#include <array>
#include <cstdint>
#include <span>

#include "core/text.h"
#include "core/units.h"
#include "games/fruit/kernel/kernel.h"
#include "games/game.h"

namespace zerosum::fruit {

class Position {
 public:
    // `cells` are kinds or kEmptyCell, size * size of them in row-major order, no fruit above a
    // hole. 1 <= size <= kMaxSize, 1 <= kinds <= kMaxKinds, every kind below `kinds`.
    Position(int size, int kinds, std::span<const std::int8_t> cells, Side mover = Side::One,
             Score points_one = 0, Score points_two = 0);

    [[nodiscard]] int size() const { return size_; }
    // How many kinds the game was set up with. Says nothing about the fruits that are left.
    [[nodiscard]] int kinds() const { return kinds_; }

    [[nodiscard]] Side mover() const { return mover_; }
    [[nodiscard]] Score points(Side side) const { return points_[index(side)]; }
    [[nodiscard]] bool over() const { return fruits_ == 0; }

    // Identifies the board. Who is to move and the points so far are left out: the future
    // difference from the mover's view does not depend on them.
    [[nodiscard]] Key key() const { return key_; }
    [[nodiscard]] Key key_from_scratch() const;

    // Takes the group, lets the fruits above it fall, credits the mover and passes the turn.
    // The move must be one of this position's. Returns the gain, size squared.
    Score play(Move move);
    void pass() { mover_ = other(mover_); }

    // The kind in a cell of the board, or kEmptyCell.
    [[nodiscard]] int kind_at(Cell cell) const;
    // Fruits in a column, and on the board.
    [[nodiscard]] int height(int column) const;
    [[nodiscard]] int fruits() const { return fruits_; }
    // The move that takes the group of a fruit's cell; the cells of that group.
    [[nodiscard]] Move move_at(Cell cell) const;
    [[nodiscard]] Columns group_at(Cell cell) const;
    // The cells that hold a fruit, and those that hold a fruit of one kind.
    [[nodiscard]] std::uint32_t occupied(int column) const;
    [[nodiscard]] std::uint32_t cells_of_kind(int column, int kind) const;
    // The words themselves, and how many of the planes can be other than zero.
    [[nodiscard]] const Planes& planes() const { return planes_; }
    [[nodiscard]] std::size_t planes_used() const { return planes_used_; }

    // Same board, points and mover. The number of kinds that a game started with has no influence
    // on play and is not compared: the one-line position does not carry it.
    friend bool operator==(const Position& a, const Position& b) {
        return a.size_ == b.size_ && a.mover_ == b.mover_ && a.points_ == b.points_ &&
               a.planes_ == b.planes_;
    }

 private:
    [[nodiscard]] Group find_group(Cell cell) const;

    Planes planes_;
    Key key_ = 0;
    std::array<Score, 2> points_{};
    std::uint16_t fruits_ = 0;
    Side mover_ = Side::One;
    std::uint8_t size_ = 1;
    std::uint8_t kinds_ = 1;
    std::uint8_t planes_used_ = 1;
};

// The groups of the board, as far as a search looks at them.
void survey_groups(const Position& position, Survey& survey);

static_assert(std::is_trivially_destructible_v<Position>, "the search makes a position a node");

}  // namespace zerosum::fruit
