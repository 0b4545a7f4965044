#pragma once
// What a position is probably worth: a small search to a fixed depth, largest gain first, with the
// game's estimate at the end. The exact solver starts its questions there: with a wrong guess it
// asks about twice as many (docs/strength.md).

#include <algorithm>
#include <cstdint>

#include "search/hooks.h"
#include "search/limits.h"

namespace zerosum {

template <Game G>
class FirstGuess {
 public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    explicit FirstGuess(StopCheck& stop) : stop_(stop) {}

    // Any number when the search was told to stop: it is a guess.
    [[nodiscard]] Score of(const Position& position) {
        typename G::MoveList moves;
        G::moves(position, moves);
        // With more moves than this nobody expects to see the position solved.
        return moves.size() <= most_moves ? value(position, depth, -score_infinity, score_infinity)
                                          : G::evaluate(position, moves);
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
    static constexpr int depth = 4;  // even: odd depths overrate whoever moves last
    static constexpr std::size_t most_moves = 40;

    Score value(const Position& position, int plies, Score alpha, Score beta) {
        if (position.over() || stop_(++nodes_)) return 0;
        typename G::MoveList moves;
        G::moves(position, moves);
        if (plies == 0) return G::evaluate(position, moves);
        std::sort(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
            return hooks::gain<G>(position, a) > hooks::gain<G>(position, b);
        });
        Score best = -score_infinity;
        for (const Move& move : moves) {
            Position after = position;
            const Score gain = after.play(move);
            best = std::max(
                best, gain - value(after, plies - 1, gain - beta, gain - std::max(alpha, best)));
            if (best >= beta) break;
        }
        return best;
    }

    StopCheck& stop_;
    std::uint64_t nodes_ = 0;
};

}  // namespace zerosum
