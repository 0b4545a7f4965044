#pragma once
// What a position of The Fruit Rage is expected to be worth.

#include "games/fruit/board.h"
#include "games/fruit/moves.h"

namespace zerosum::fruit {

// The expected future difference from the mover's view, in points. `moves` are the position's.
//
// If taking a group never changed the others, both players would take the largest first, and the
// difference would be the alternating sum of the squares in descending order. Taking does change
// the others, which makes the lead worth a part of that: `settled_part`.
[[nodiscard]] Score evaluate(const Position& position, const MoveList& moves);

// What the rest of the game can bring either player at most: every kind in one piece.
[[nodiscard]] Score future_bound(const Position& position);

}  // namespace zerosum::fruit
