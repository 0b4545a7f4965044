#pragma once
// Principal variation search with iterative deepening, over any Game.
//
// All values are future differences: what the mover will still gain minus what the other will,
// from this position on. A finished game is worth 0, and a move is worth its gain minus the
// child's value. Nothing depends on the points so far, so a position has one value however it
// was reached, and the transposition table holds bounds on that value.
//
// Positions are copied, not undone. Everything a ply needs lives in one frame on the heap, so
// that a deep search on a large board does not depend on the size of the thread's stack.

#include <algorithm>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "search/hooks.h"
#include "search/limits.h"
#include "search/ordering.h"
#include "search/transposition.h"

namespace zerosum {

template <Game G>
class PvSearch {
 public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;
    using Result = SearchResult<Move>;
    // Told after every completed depth.
    using OnDepth = std::function<void(const Result&)>;

    explicit PvSearch(TranspositionTable& table) : table_(table) {}

    // Searches deeper and deeper until a limit ends it. The position must not be over. The
    // answer is the last completed depth's, or a better move that the depth under way has
    // already found; it is a legal move whatever the limits are.
    [[nodiscard]] Result run(const Position& position, const SearchLimits& limits,
                             const OnDepth& on_depth = {});

 private:
    struct Frame {
        Position position;
        MoveList moves;
        MoveOrder<G> order;
        std::vector<Move> pv;
        explicit Frame(const Position& p) : position(p) {}
    };

    Score search(std::size_t ply, int depth, Score alpha, Score beta);
    Score search_child(std::size_t ply, int depth, const Move& move, Score alpha, Score beta,
                       bool full_window);
    bool search_root(int depth, std::size_t from, Score alpha, Score beta);
    bool aspire(int depth, std::size_t from);
    void take_pv(std::size_t ply, const Move& move);
    Frame& child_frame(std::size_t ply);
    [[nodiscard]] Result answer(const SearchLimits& limits, std::size_t count) const;

    static constexpr SearchTuning tuning_ = hooks::tuning<G>();

    TranspositionTable& table_;
    std::deque<Frame> frames_;
    std::vector<SearchLine<Move>> root_;  // every root move, best first
    StopCheck* stop_ = nullptr;
    std::uint64_t nodes_ = 0;
    bool estimated_ = false;  // the subtree under way rests on an estimate, not only on ends
};

// --------------------------------------------------------------------------------------------
// The value of the position in frame `ply`, searched `depth` plies deep.
//   result <= alpha:          the value is at most the result
//   alpha < result < beta:    the value is the result, and the frame's pv leads to it
//   result >= beta:           the value is at least the result
// When the search is told to stop the result means nothing.
template <Game G>
Score PvSearch<G>::search(std::size_t ply, int depth, Score alpha, Score beta) {
    Frame& frame = frames_[ply];
    frame.pv.clear();

    // 1. Time. The clock is read once in a while.
    ++nodes_;
    if ((*stop_)(nodes_)) return 0;

    // 2. The end of the game: nothing more to gain.
    if (frame.position.over()) return 0;

    // 3. The table. Bounds from a search at least this deep end the node or narrow its window.
    const Key key = frame.position.key();
    const TableHit hit = table_.probe(key);
    const bool estimated_elsewhere = std::exchange(estimated_, false);
    const auto leave = [&](Score value) {
        estimated_ |= estimated_elsewhere;
        return value;
    };
    if (hit.depth >= depth && (hit.lower > alpha || hit.upper < beta)) {
        estimated_ = hit.depth < TranspositionTable::max_depth;
        if (hit.lower >= beta || hit.lower == hit.upper) return leave(hit.lower);
        if (hit.upper <= alpha) return leave(hit.upper);
        alpha = std::max(alpha, hit.lower);
        beta = std::min(beta, hit.upper);
    }

    // 4. The horizon: an estimate.
    G::moves(frame.position, frame.moves);
    if (depth <= 0) {
        estimated_ = true;
        return G::evaluate(frame.position, frame.moves);
    }

    // 5. The moves, best first: the first with the whole window, the others have to prove
    //    themselves better in a window of no width.
    frame.order.prepare(frame.position, frame.moves, hit.move);
    Score best = -score_infinity;
    Score raised = alpha;
    int best_index = -1;
    while (!frame.order.empty()) {
        const auto choice = frame.order.take();
        const Move move = frame.moves[static_cast<std::size_t>(choice.index)];
        const Score score = search_child(ply, depth - 1, move, raised, beta, best_index < 0);
        if (stop_->stopped()) return 0;
        if (score <= best) continue;
        best = score;
        best_index = choice.index;
        if (score > raised) {
            raised = score;
            take_pv(ply, move);
        }
        if (raised >= beta) break;
    }

    // 6. Remember. A value inside the window is exact at this depth, the others are bounds. What
    //    rests on no estimate holds at every depth.
    table_.store(key, estimated_ ? depth : TranspositionTable::max_depth,
                 best > alpha ? best : -score_infinity, best < beta ? best : score_infinity,
                 best_index);
    return leave(best);
}

// The value of a move for the mover of frame `ply`; the child is searched `depth` plies deep.
template <Game G>
Score PvSearch<G>::search_child(std::size_t ply, int depth, const Move& move, Score alpha,
                                Score beta, bool full_window) {
    Frame& child = child_frame(ply);
    child.position = frames_[ply].position;
    const Score gain = child.position.play(move);
    const auto value = [&](Score low, Score high) {
        return gain - search(ply + 1, depth, gain - high, gain - low);
    };
    if (full_window) return value(alpha, beta);
    const Score score = value(alpha, alpha + 1);
    const bool surprise = score > alpha && score < beta && !stop_->stopped();
    return surprise ? value(alpha, beta) : score;
}

// One pass over the root moves from `from` on, in the order of the last pass. False when it was
// stopped; even then a move that was proved better is already at place `from`.
template <Game G>
bool PvSearch<G>::search_root(int depth, std::size_t from, Score alpha, Score beta) {
    for (std::size_t i = from; i < root_.size(); ++i) {
        const Score score = search_child(0, depth - 1, root_[i].move, alpha, beta, i == from);
        if (stop_->stopped()) return false;
        root_[i].depth = depth;
        root_[i].score = score;
        if (i != from && score <= alpha) continue;
        take_pv(0, root_[i].move);
        root_[i].pv = frames_[0].pv;
        std::rotate(root_.begin() + static_cast<std::ptrdiff_t>(from),
                    root_.begin() + static_cast<std::ptrdiff_t>(i),
                    root_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        alpha = std::max(alpha, score);
        if (alpha >= beta) break;
    }
    return true;
}

// Finds the best of the root moves from `from` on: first in a small window around the score of
// the depth before, then in a wider one on the side where that failed.
template <Game G>
bool PvSearch<G>::aspire(int depth, std::size_t from) {
    Score margin = depth <= 2 ? score_infinity : tuning_.aspiration;
    const Score guess = root_[from].score;
    Score alpha = depth <= 2 ? -score_infinity : guess - margin;
    Score beta = depth <= 2 ? score_infinity : guess + margin;
    for (;;) {
        if (!search_root(depth, from, alpha, beta)) return false;
        const Score score = root_[from].score;
        if (score > alpha && score < beta) return true;
        margin = std::min(margin * 4, score_infinity);
        if (score <= alpha) alpha = std::max(score - margin, -score_infinity);
        if (score >= beta) beta = std::min(score + margin, score_infinity);
    }
}

template <Game G>
typename PvSearch<G>::Result PvSearch<G>::run(const Position& position, const SearchLimits& limits,
                                              const OnDepth& on_depth) {
    StopCheck stop(limits);
    stop_ = &stop;
    nodes_ = 0;
    frames_.clear();
    frames_.emplace_back(position);
    Frame& frame = frames_.front();
    G::moves(position, frame.moves);

    // Depth 0: every move by its gain, so that there is an answer from the first instant on.
    root_.clear();
    for (const Move& move : frame.moves)
        root_.push_back({move, hooks::gain<G>(position, move), 0, false, {move}});
    std::stable_sort(root_.begin(), root_.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });

    const std::size_t lines =
        std::min(static_cast<std::size_t>(std::max(limits.lines, 1)), root_.size());
    const int last = limits.depth > 0 ? std::min(limits.depth, TranspositionTable::max_depth - 1)
                                      : TranspositionTable::max_depth - 1;
    for (int depth = 1; depth <= last; ++depth) {
        if (depth > 1 && stop.past_soft_limit()) break;
        estimated_ = false;
        bool complete = true;
        for (std::size_t line = 0; line < lines && complete; ++line) {
            complete = aspire(depth, line);
            root_[line].exact = complete && !estimated_;
        }
        if (!complete) break;
        if (on_depth) on_depth(answer(limits, lines));
        if (!estimated_) break;  // deeper searches would see nothing new
    }
    stop_ = nullptr;
    return answer(limits, lines);
}

template <Game G>
typename PvSearch<G>::Result PvSearch<G>::answer(const SearchLimits& limits,
                                                 std::size_t count) const {
    Result result;
    result.lines.assign(root_.begin(), root_.begin() + static_cast<std::ptrdiff_t>(count));
    result.nodes = nodes_;
    result.cpu = limits.timer.elapsed();
    return result;
}

template <Game G>
void PvSearch<G>::take_pv(std::size_t ply, const Move& move) {
    std::vector<Move>& pv = frames_[ply].pv;
    pv.assign(1, move);
    const std::vector<Move>& rest = frames_[ply + 1].pv;
    pv.insert(pv.end(), rest.begin(), rest.end());
}

template <Game G>
typename PvSearch<G>::Frame& PvSearch<G>::child_frame(std::size_t ply) {
    if (frames_.size() <= ply + 1) frames_.emplace_back(frames_[ply].position);
    return frames_[ply + 1];
}

}  // namespace zerosum
