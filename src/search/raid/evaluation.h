#pragma once
// What a position of Stake & Raid is expected to be worth.

#include "games/raid/board.h"
#include "games/raid/moves.h"

namespace zerosum::raid {

// The engine's search looks at so many moves at every node but the root, and at all of them from
// `full_width_squares` free squares down, where it reaches the end of the game in milliseconds.
// Measured, see lab/raid.md.
inline constexpr int search_width = 8;
inline constexpr int full_width_squares = 13;

// The expected future difference from the mover's view, in points. `moves` are the position's.
[[nodiscard]] Score evaluate(const Position& position, const MoveList& moves);

}  // namespace zerosum::raid
