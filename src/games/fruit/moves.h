#pragma once
// A move of The Fruit Rage: one group of connected fruits of one kind, taken whole.

#include <cstddef>
#include <cstdint>

#include "core/units.h"
#include "games/game.h"

namespace zerosum::fruit {

class Position;

inline constexpr int kMaxSize = 32;
inline constexpr int kMaxKinds = 10;

// Named by the group's cell that comes first in row-major order. The size rides along, so that
// scoring a move and ordering moves by size cost nothing. Trivial: Move{} is zero, Move m; is not
// set.
struct Move {
    std::uint8_t row;     // 0 is the top row
    std::uint8_t column;  // 0 is column A
    std::uint16_t size;   // fruits in the group, at least 1

    [[nodiscard]] Cell cell() const { return {row, column}; }
    [[nodiscard]] Score gain() const { return Score{size} * Score{size}; }
    friend bool operator==(const Move&, const Move&) = default;
};

// A board of 32 x 32 has at most 1024 groups.
using MoveList = FixedList<Move, 1024>;

// Every group of the board, in row-major order of their first cells.
void generate_moves(const Position& position, MoveList& list);

}  // namespace zerosum::fruit
