#pragma once
// Counts move sequences: the usual check of a move generator.

#include <cstdint>

#include "games/game.h"

namespace zerosum::tests {

template <Game G>
std::uint64_t perft(const typename G::Position& position, int depth) {
    if (depth == 0) return 1;
    typename G::MoveList moves;
    G::moves(position, moves);
    if (depth == 1) return moves.size();
    std::uint64_t count = 0;
    for (const auto& move : moves) {
        auto child = position;
        child.play(move);
        count += perft<G>(child, depth - 1);
    }
    return count;
}

}  // namespace zerosum::tests
