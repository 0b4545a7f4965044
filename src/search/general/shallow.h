#pragma once
// A small search to a fixed depth, by plain alpha-beta with the largest gain first: how a plain
// program would choose. It looks a few plies ahead, counts points and nothing else, and takes the
// first of the best moves. Many programs are written like this, so it pays to predict them
// (search/general/opponent.h).

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <vector>

#include "games/game.h"
#include "search/general/limits.h"
#include "search/general/ordering.h"

namespace zerosum {

template <Game G>
class ShallowSearch {
 public:
    using Position = typename G::Position;
    using MoveList = typename G::MoveList;

    // Both add to `nodes` and end when `stop` says so; then the answer means nothing.
    //
    // The first of the best moves after `depth` plies, as an index into `moves`; depth >= 1.
    [[nodiscard]] int first_best(const Position& position, const MoveList& moves, int depth,
                                 std::uint64_t& nodes, StopCheck& stop) {
        begin(nodes, stop);
        return search_all(position, moves, depth, 1, nullptr);
    }

    // The indices of all moves that are best after `depth` plies.
    void all_best(const Position& position, const MoveList& moves, int depth,
                  std::vector<int>& best, std::uint64_t& nodes, StopCheck& stop) {
        begin(nodes, stop);
        search_all(position, moves, depth, 0, &best);
    }

 private:
    struct Frame {
        Position position;
        MoveList moves;
        MoveOrder<G> order;
        explicit Frame(const Position& p) : position(p) {}
    };

    void begin(std::uint64_t& nodes, StopCheck& stop) {
        nodes_ = &nodes;
        stop_ = &stop;
    }

    // A move gets a value, not only a bound, when it may beat the best so far by `by` points: 1
    // finds the first of the best moves, 0 finds all of them.
    int search_all(const Position& position, const MoveList& moves, int depth, Score by,
                   std::vector<int>* all) {
        int first = 0;
        Score best = -kScoreInfinity;
        for (std::size_t i = 0; i < moves.size() && !stop_->stopped(); ++i) {
            Score score = G::gain(position, moves[i]);
            if (depth > 1) {
                frame(0, position).position = position;
                const Score gain = frames_[0].position.play(moves[i]);
                score = gain - value(0, depth - 1, -kScoreInfinity, gain - best - by + 1);
            }
            if (all != nullptr && score > best) all->clear();
            if (all != nullptr && score >= best) all->push_back(static_cast<int>(i));
            if (score > best) {
                best = score;
                first = static_cast<int>(i);
            }
        }
        return first;
    }

    // What the mover of frame `ply` gains more than the other in the next `depth` >= 1 plies, by
    // alpha-beta: exact inside the window, a bound outside of it.
    Score value(std::size_t ply, int depth, Score alpha, Score beta) {
        assert(depth >= 1 && alpha < beta);
        Frame& node = frames_[ply];
        if ((*stop_)(++*nodes_) || node.position.over()) return 0;
        G::moves(node.position, node.moves);
        Score best = -kScoreInfinity;
        if (depth == 1) {
            for (const auto& move : node.moves) best = std::max(best, G::gain(node.position, move));
            return best;
        }
        node.order.prepare(node.position, node.moves, -1);
        Frame& child = frame(ply + 1, node.position);
        while (best < beta && !node.order.empty() && !stop_->stopped()) {
            const auto choice = node.order.take();
            child.position = node.position;
            const Score gain =
                child.position.play(node.moves[static_cast<std::size_t>(choice.index)]);
            best = std::max(
                best, gain - value(ply + 1, depth - 1, gain - beta, gain - std::max(alpha, best)));
        }
        return best;
    }

    Frame& frame(std::size_t ply, const Position& like) {
        if (frames_.size() <= ply) frames_.emplace_back(like);
        return frames_[ply];
    }

    std::uint64_t* nodes_ = nullptr;
    StopCheck* stop_ = nullptr;
    std::deque<Frame> frames_;
};

}  // namespace zerosum
