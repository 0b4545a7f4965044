#pragma once
// Counting the positions at a depth.

#include <cstdint>

#include "games/game.h"

namespace zerosum {

// The number of ways to play `depth` plies from a position; a line that ends the game earlier
// counts at no depth.
template <Game G>
[[nodiscard]] std::uint64_t perft(const typename G::Position& position, int depth) {
    if (depth == 0) return 1;
    typename G::MoveList moves;
    G::moves(position, moves);
    if (depth == 1) return moves.size();
    std::uint64_t nodes = 0;
    for (const typename G::Move& move : moves) {
        typename G::Position child = position;
        child.play(move);
        nodes += perft<G>(child, depth - 1);
    }
    return nodes;
}

}  // namespace zerosum
