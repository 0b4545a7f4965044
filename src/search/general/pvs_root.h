#pragma once
// The root of the principal variation search: deeper and deeper, each depth with a window around
// the score of the one before. Declared in pvs.h, which includes this file.

#include <algorithm>
#include <utility>
#include <vector>

#include "core/random.h"
#include "search/general/pvs.h"

namespace zerosum {

// At the root a move that is left out is lost for good, so more of them are searched; all of
// them when the search can see the end of the game.
template <SearchKnowledge K>
bool PvSearch<K>::too_many_at_root(int depth, std::size_t number) const {
    const int width = tuning_.root_width * (tuning_.width + tuning_.width_by_depth * depth);
    return width > 0 && number > static_cast<std::size_t>(width) &&
           static_cast<std::size_t>(depth) < root_.size();
}

// One pass over the root moves from `from` on, in the order of the last pass. False when it was
// stopped; even then a move that was proved better is already at place `from`.
template <SearchKnowledge K>
bool PvSearch<K>::search_root(int depth, std::size_t from, Score alpha, Score beta) {
    for (std::size_t i = from; i < root_.size(); ++i) {
        if (too_many_at_root(depth, i - from + 1)) {
            estimated_ = true;
            break;
        }
        const int reduction = reduction_of(depth, static_cast<int>(i - from) + 1) / 2;
        Score score = search_child(0, depth - 1 - reduction, root_[i].move, alpha, beta, i == from);
        if (reduction > 0 && score > alpha && !stop_->stopped())
            score = search_child(0, depth - 1, root_[i].move, alpha, beta, false);
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
template <SearchKnowledge K>
bool PvSearch<K>::aspire(int depth, std::size_t from) {
    Score margin = depth <= 2 ? kScoreInfinity : tuning_.aspiration;
    const Score guess = root_[from].score;
    Score alpha = depth <= 2 ? -kScoreInfinity : guess - margin;
    Score beta = depth <= 2 ? kScoreInfinity : guess + margin;
    for (;;) {
        if (!search_root(depth, from, alpha, beta)) return false;
        const Score score = root_[from].score;
        if (score > alpha && score < beta) return true;
        margin = std::min(margin * 4, kScoreInfinity);
        if (score <= alpha) alpha = std::max(score - margin, -kScoreInfinity);
        if (score >= beta) beta = std::min(score + margin, kScoreInfinity);
    }
}

template <SearchKnowledge K>
typename PvSearch<K>::Result PvSearch<K>::run(const Position& position, const SearchLimits& limits,
                                              const OnDepth& on_depth) {
    StopCheck stop(limits);
    stop_ = &stop;
    nodes_ = 0;
    frames_.clear();
    frames_.emplace_back(position);
    MoveList moves;
    G::moves(position, moves);

    // Depth 0: every move by its gain, so that there is an answer from the first instant on.
    root_.clear();
    for (const Move& move : moves)
        root_.push_back({move, G::gain(position, move), 0, false, {move}});
    std::stable_sort(root_.begin(), root_.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    if (limits.overlook > 0) overlook(position.key(), limits.overlook);
    const bool every_move = root_.size() == moves.size();

    const std::size_t lines =
        std::min(static_cast<std::size_t>(std::max(limits.lines, 1)), root_.size());
    const int last = limits.depth > 0 ? std::min(limits.depth, TranspositionTable::max_depth - 1)
                                      : TranspositionTable::max_depth - 1;
    std::vector<SearchLine<Move>> before;  // the last complete depth's, where several are wanted
    for (int depth = 1; depth <= last; ++depth) {
        if (depth > 1 && stop.past_soft_limit()) break;
        if (lines > 1)
            before.assign(root_.begin(), root_.begin() + static_cast<std::ptrdiff_t>(lines));
        estimated_ = false;
        bool complete = true;
        std::size_t line = 0;
        for (; line < lines && complete; ++line) {
            complete = aspire(depth, line);
            root_[line].exact = complete && !estimated_ && every_move;
        }
        if (!complete && lines > 1) restore(before, line - 1);
        if (!complete) break;
        if (on_depth) on_depth(answer(limits, lines));
        if (!estimated_) break;  // deeper searches would see nothing new
    }
    stop_ = nullptr;
    return answer(limits, lines);
}

// After a depth of which only the first `finished` lines were searched to their end: the others
// get back what the depth before said of them, as what they have now are bounds. A move that
// turned out better than the best one before stays in its place.
template <SearchKnowledge K>
void PvSearch<K>::restore(const std::vector<SearchLine<Move>>& before, std::size_t finished) {
    if (finished == 0 && !(root_[0].move == before[0].move)) finished = 1;
    std::vector<SearchLine<Move>> lines(root_.begin(),
                                        root_.begin() + static_cast<std::ptrdiff_t>(finished));
    for (const SearchLine<Move>& line : before) {
        const auto same = [&](const SearchLine<Move>& other) { return other.move == line.move; };
        if (std::none_of(lines.begin(), lines.end(), same)) lines.push_back(line);
    }
    lines.resize(before.size());
    std::copy(lines.begin(), lines.end(), root_.begin());
}

template <SearchKnowledge K>
typename PvSearch<K>::Result PvSearch<K>::answer(const SearchLimits& limits,
                                                 std::size_t count) const {
    Result result;
    result.lines.assign(root_.begin(), root_.begin() + static_cast<std::ptrdiff_t>(count));
    result.nodes = nodes_;
    result.cpu = limits.timer.elapsed();
    return result;
}

// Drops the root moves that a weak player does not see; one always stays.
template <SearchKnowledge K>
void PvSearch<K>::overlook(Key key, double part) {
    Random eyes(key);
    std::vector<SearchLine<Move>> seen;
    for (std::size_t i = 0; i < root_.size(); ++i) {
        const double missed = i < 2 ? part / 2 : part;
        if (eyes.unit() >= missed) seen.push_back(root_[i]);
    }
    if (!seen.empty()) root_ = std::move(seen);
}

}  // namespace zerosum
