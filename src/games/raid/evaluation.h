#pragma once
// What a position of Stake & Raid is expected to be worth.

#include "games/raid/board.h"
#include "games/raid/moves.h"

namespace zerosum::raid {

// The expected future difference from the mover's view, in points. `moves` are the position's.
[[nodiscard]] Score evaluate(const Position& position, const MoveList& moves);

}  // namespace zerosum::raid
