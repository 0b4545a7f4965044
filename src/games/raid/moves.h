#pragma once
// What a player may do in Stake & Raid, and the list of it.

#include <cstdint>

#include "games/game.h"

namespace zerosum::raid {

class Position;

inline constexpr int kMaxSize = 26;
inline constexpr int kMaxCells = kMaxSize * kMaxSize;

// Stake: the free square becomes the mover's, nothing else changes.
// Raid: the square must touch one of the mover's; every enemy piece touching it turns.
enum class Kind : std::uint8_t { Stake = 0, Raid = 1 };

struct Move {
    std::uint8_t row;
    std::uint8_t column;
    Kind kind;

    [[nodiscard]] Cell cell() const { return {row, column}; }
    friend bool operator==(const Move&, const Move&) = default;
};

// At most a Stake and a Raid on every square.
using MoveList = FixedList<Move, std::size_t{2} * kMaxCells>;

// All legal moves in the course's official order: every Stake in row-major order, then every Raid
// in row-major order. The order decides between equal moves, see fixed_depth.h.
void generate_moves(const Position& position, MoveList& list);

[[nodiscard]] bool is_legal(const Position& position, Move move);

}  // namespace zerosum::raid
