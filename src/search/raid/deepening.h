#pragma once
// The search that plays and analyses Stake & Raid: a GraphSearch to growing depths until time is up
// or the end of the game is in sight; and the proof of a position's value.

#include "games/raid/board.h"
#include "search/general/limits.h"

namespace zerosum::raid {

// Uses limits.soft, hard, nodes, depth, lines, overlook and stop. The position is not over.
[[nodiscard]] SearchResult<Move> deepen(const Position& position, const SearchLimits& limits,
                                        const OnUpdate<Move>& on_depth = {});

// Searches to the last square. Not solved when stopped before; the bounds hold all the same. A
// finished game is solved: 0, no moves.
[[nodiscard]] SearchResult<Move> prove(const Position& position, const SearchLimits& limits,
                                       Want want = Want::EveryBestMove);

}  // namespace zerosum::raid
