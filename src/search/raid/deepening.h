#pragma once
// The competition engine's search: a GraphSearch to growing depths until time is up or the end of
// the game is in sight, and the proof of a position's value.

#include <functional>

#include "games/raid/board.h"
#include "search/general/own_search_concept.h"

namespace zerosum::raid {

using DeepeningResult = OwnSearchResult<Move>;

[[nodiscard]] DeepeningResult deepen(const Position& position, const OwnSearchLimits& limits,
                                     const std::function<void(const DeepeningResult&)>& on_depth);

// Searches to the last square. Not solved when stopped before; the bounds hold all the same.
[[nodiscard]] OwnProof<Move> prove(const Position& position, const OwnSearchLimits& limits,
                                   bool every_best);

}  // namespace zerosum::raid
