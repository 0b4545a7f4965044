#pragma once
// The one answer that MINIMAX and ALPHABETA must give, found without walking the whole tree.
//
// The course defines it by a search: every move to the given depth, Stakes first, then Raids, each
// in row-major order; a node at that depth, or with no free square, counts (sum of the root
// player's squares) - (sum of the other's); the first move that reaches the best value is played.
// Only the answer is fixed, not the way to it. What is used here, and why each is exact:
//
//  1. The board becomes a Graph: squares that cannot change any more are left out, and where a Raid
//     is legal the Stake on the same square is not searched (proof in graph.h).
//  2. The last two plies are judged from tables of gains (graph_search.h).
//  3. A table of proved bounds. In one search the number of free squares tells the depth; bounds of
//     another search are used at the same remaining depth only.
//  4. At the root each move is asked only what can matter: one that comes before the best so far in
//     the official order, "are you at least as good?", one that comes after it, "are you better?".

#include <cstdint>

#include "games/raid/board.h"

namespace zerosum::raid {

struct FixedDepthAnswer {
    Move move{};
    Score value = 0;          // change of (mover's sum - other's sum) over the `depth` plies
    std::uint64_t nodes = 0;  // positions whose value was found or bounded
};

// `position` is not over, depth >= 1; a depth beyond the free squares is the whole game.
[[nodiscard]] FixedDepthAnswer search_fixed_depth(const Position& position, int depth);

[[nodiscard]] inline Move fixed_depth_move(const Position& position, int depth) {
    return search_fixed_depth(position, depth).move;
}

}  // namespace zerosum::raid
