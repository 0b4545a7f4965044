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
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "core/random.h"
#include "search/general/knowledge.h"
#include "search/general/limits.h"
#include "search/general/opponent.h"
#include "search/general/transposition.h"

namespace zerosum {

template <SearchKnowledge K>
class PvSearch {
 public:
    using G = typename K::Game;
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;
    using Result = SearchResult<Move>;
    using OnDepth = OnUpdate<Move>;  // called after every completed depth

    explicit PvSearch(TranspositionTable& table) : table_(table) {}

    // From now on the other side plays what `opponent` predicts, wherever at least
    // foreseen_from_depth plies are left. Scores then hold against this opponent only.
    void foresee(Opponent<G>& opponent) {
        opponent_ = &opponent;
        foresight_ = mix(static_cast<Key>(opponent.beliefs().plain_depth));
    }

    // Searches deeper and deeper until a limit ends it. The position must not be over. The
    // answer is the last completed depth's, or a better move that the depth under way has
    // already found; it is a legal move whatever the limits are.
    [[nodiscard]] Result run(const Position& position, const SearchLimits& limits,
                             const OnDepth& on_depth = {});

 private:
    struct Frame {
        Position position;
        typename K::MovePicker moves;
        std::vector<Move> pv;
        explicit Frame(const Position& p) : position(p) {}
    };

    Score search(std::size_t ply, int depth, Score alpha, Score beta);
    Score search_child(std::size_t ply, int depth, const Move& move, Score alpha, Score beta,
                       bool full_window);
    Score search_foreseen(std::size_t ply, int depth, Key key, Score alpha, Score beta);
    std::optional<Score> probable_bound(std::size_t ply, int depth, Score alpha, Score beta);
    [[nodiscard]] Key key_of(std::size_t ply) const;
    [[nodiscard]] bool foreseen(std::size_t ply, int depth) const {
        return opponent_ != nullptr && ply % 2 == 1 && depth >= foreseen_from_depth;
    }
    // By how much a player loses at most by having to move, as far as that is believed. A foreseen
    // opponent plays what it is expected to, and may well lose more.
    [[nodiscard]] Score most_lost() const {
        if (!K::rule_of_thumb || opponent_ != nullptr) return kScoreInfinity;
        return K::rule_of_thumb.value_or(RuleOfThumb{}).most_lost;
    }
    static int reduction_of(int depth, int number);
    static bool futile(int depth, Score gain, Score promised, Score wanted);
    static bool too_many(int depth, int number);
    [[nodiscard]] bool too_many_at_root(int depth, std::size_t number) const;
    bool search_root(int depth, std::size_t from, Score alpha, Score beta);
    bool aspire(int depth, std::size_t from);
    void overlook(Key key, double part);
    void take_pv(std::size_t ply, const Move& move);
    Frame& child_frame(std::size_t ply);
    void restore(const std::vector<SearchLine<Move>>& before, std::size_t finished);
    [[nodiscard]] Result answer(const SearchLimits& limits, std::size_t count) const;

    static constexpr SearchTuning tuning_ = K::tuning;
    // Below, searching all replies costs less than predicting the right one.
    static constexpr int foreseen_from_depth = 2;

    TranspositionTable& table_;
    std::deque<Frame> frames_;
    MoveList replies_;                    // of a node where the other side is foreseen
    std::vector<SearchLine<Move>> root_;  // every root move, best first
    StopCheck* stop_ = nullptr;
    Opponent<G>* opponent_ = nullptr;  // none: the other side plays its best
    Key foresight_ = 0;                // tells the opponents apart in the table
    std::uint64_t nodes_ = 0;
    bool estimated_ = false;  // the subtree under way rests on an estimate, not only on ends
};

// --------------------------------------------------------------------------------------------
// The value of the position in frame `ply`, searched `depth` plies deep.
//   result <= alpha:          the value is at most the result
//   alpha < result < beta:    the value is the result, and the frame's pv leads to it
//   result >= beta:           the value is at least the result
// After a stop the result means nothing.
template <SearchKnowledge K>
Score PvSearch<K>::search(std::size_t ply, int depth, Score alpha, Score beta) {
    assert(alpha < beta && alpha >= -2 * kScoreInfinity && beta <= 2 * kScoreInfinity);
    assert(depth <= TranspositionTable::max_depth && ply < frames_.size());
    Frame& frame = frames_[ply];
    assert(frame.position.key() == frame.position.key_from_scratch());
    frame.pv.clear();

    // 1. Time. The clock is read once in a while.
    ++nodes_;
    if ((*stop_)(nodes_)) return 0;

    // 2. The end of the game: nothing more to gain.
    if (frame.position.over()) return 0;

    // 3. The table. Bounds from a search at least this deep end the node or narrow its window.
    //    On the horizon the moves are needed in any case; generating them hides the latency of
    //    the table's memory.
    const Key key = key_of(ply);
    if (depth <= 0) {
        table_.prefetch(key);
        frame.moves.read(frame.position);
    }
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
    if (depth <= 0) {
        estimated_ = true;
        return K::evaluate(frame.position, frame.moves);
    }

    // 5. A reply that is foreseen is the only one.
    if (foreseen(ply, depth)) return leave(search_foreseen(ply, depth, key, alpha, beta));

    // 6. The moves. A search that can see the end of the game leaves nothing out, so that it can
    //    prove.
    frame.moves.read(frame.position);
    const bool may_leave_out = depth < static_cast<int>(frame.moves.size());

    // 7. The zero bound (rule_of_thumb.h): the mover is hardly ever forced to give more away.
    if (may_leave_out && beta <= -most_lost()) {
        estimated_ = true;
        return leave(-most_lost());
    }

    // 8. What a shallower search finds far outside of the window is not searched deeper.
    const bool window_estimated = estimated_;
    if (may_leave_out) {
        if (const std::optional<Score> bound = probable_bound(ply, depth, alpha, beta)) {
            estimated_ = true;
            return leave(*bound);
        }
        if (stop_->stopped()) return 0;
        estimated_ = window_estimated;
        frame.pv.clear();
    }

    // 9. The moves, best first: the first with the whole window, the others have to prove
    //    themselves better in a null window, late ones less deep at first.
    frame.moves.begin(hit.move);
    const Score promised = depth == 1 ? K::evaluate(frame.position, frame.moves) : 0;
    Score best = -kScoreInfinity;
    Score raised = alpha;
    int best_code = kNoCode;  // none: all moves were left out by the zero bound
    for (int number = 1; !frame.moves.empty(); ++number) {
        const PickedMove<Move> choice = frame.moves.take();
        if (may_leave_out && choice.gain + most_lost() <= raised) {
            estimated_ = true;
            best = std::max(best, choice.gain + most_lost());
            if (choice.code == hit.move) continue;
            break;  // what follows gains even less
        }
        if (number > 1 && may_leave_out &&
            (futile(depth, choice.gain, promised, raised) || too_many(depth, number))) {
            estimated_ = true;
            break;
        }
        const int reduction = reduction_of(depth, number);
        Score score =
            search_child(ply, depth - 1 - reduction, choice.move, raised, beta, number == 1);
        if (reduction > 0 && score > raised && !stop_->stopped())
            score = search_child(ply, depth - 1, choice.move, raised, beta, false);
        if (stop_->stopped()) return 0;
        if (score <= best) continue;
        best = score;
        best_code = choice.code;
        if (score > raised) {
            raised = score;
            take_pv(ply, choice.move);
        }
        if (raised >= beta) break;
    }

    assert(best > -kScoreInfinity);
    // 10. Remember. A value inside the window is exact at this depth, the others are bounds. What
    //     rests on no estimate holds at every depth.
    table_.store(key, estimated_ ? depth : TranspositionTable::max_depth,
                 best > alpha ? best : -kScoreInfinity, best < beta ? best : kScoreInfinity,
                 best_code);
    return leave(best);
}

// The value of a node where the other side's move is known.
template <SearchKnowledge K>
Score PvSearch<K>::search_foreseen(std::size_t ply, int depth, Key key, Score alpha, Score beta) {
    const Frame& frame = frames_[ply];
    G::moves(frame.position, replies_);
    const auto index =
        static_cast<std::size_t>(opponent_->reply(frame.position, replies_, nodes_, *stop_));
    if (stop_->stopped()) return 0;
    const Move move = replies_[index];
    const int code = K::MovePicker::code_of(replies_, index);
    const Score score = search_child(ply, depth - 1, move, alpha, beta, true);
    if (stop_->stopped()) return 0;
    estimated_ = true;  // it may play something else
    take_pv(ply, move);
    table_.store(key, depth, score > alpha ? score : -kScoreInfinity,
                 score < beta ? score : kScoreInfinity, code);
    return score;
}

// ProbCut (Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995),
// in null windows. The bound that is probably right, if any. The frame has its moves, and keeps
// them.
template <SearchKnowledge K>
std::optional<Score> PvSearch<K>::probable_bound(std::size_t ply, int depth, Score alpha,
                                                 Score beta) {
    if (tuning_.probcut_from_depth == 0 || depth < tuning_.probcut_from_depth || beta - alpha > 1)
        return std::nullopt;
    const auto error = static_cast<Score>(std::lround(
        tuning_.probcut_error * std::sqrt(static_cast<double>(frames_[ply].moves.largest_gain()))));
    const int shallow = depth - tuning_.probcut_less;
    if (search(ply, shallow, beta + error - 1, beta + error) >= beta + error) return beta;
    if (stop_->stopped()) return std::nullopt;
    if (search(ply, shallow, alpha - error, alpha - error + 1) <= alpha - error) return alpha;
    return std::nullopt;
}

// When the other side is foreseen, a position is worth something else to each of the two.
template <SearchKnowledge K>
Key PvSearch<K>::key_of(std::size_t ply) const {
    const Key key = frames_[ply].position.key();
    return opponent_ == nullptr ? key : key ^ (ply % 2 == 1 ? foresight_ : ~foresight_);
}

// Late-move reduction: a move late in the order is rarely the best one, so a shallower search has
// to say that it might be before the full one is paid for.
template <SearchKnowledge K>
int PvSearch<K>::reduction_of(int depth, int number) {
    if (number <= tuning_.full_moves || depth < tuning_.reduce_from_depth) return 0;
    const double plies = tuning_.reduction_base + tuning_.reduction_slope *
                                                      std::log(static_cast<double>(depth)) *
                                                      std::log(static_cast<double>(number));
    return std::clamp(static_cast<int>(plies), 0, depth - 1);
}

// Futility: one ply before the horizon the other side gets about what the position promises now,
// unless the move changes more than moves usually do.
template <SearchKnowledge K>
bool PvSearch<K>::futile(int depth, Score gain, Score promised, Score wanted) {
    if (depth != 1 || tuning_.futility < 0) return false;
    const Score margin = tuning_.futility + std::abs(promised) * tuning_.futility_part / 100;
    return gain - promised + margin <= wanted;
}

template <SearchKnowledge K>
bool PvSearch<K>::too_many(int depth, int number) {
    return tuning_.width > 0 && number > tuning_.width + tuning_.width_by_depth * depth;
}

// The value of a move for the mover of frame `ply`; the child is searched `depth` plies deep.
template <SearchKnowledge K>
Score PvSearch<K>::search_child(std::size_t ply, int depth, const Move& move, Score alpha,
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

template <SearchKnowledge K>
void PvSearch<K>::take_pv(std::size_t ply, const Move& move) {
    std::vector<Move>& pv = frames_[ply].pv;
    pv.assign(1, move);
    const std::vector<Move>& rest = frames_[ply + 1].pv;
    pv.insert(pv.end(), rest.begin(), rest.end());
}

template <SearchKnowledge K>
typename PvSearch<K>::Frame& PvSearch<K>::child_frame(std::size_t ply) {
    if (frames_.size() <= ply + 1) frames_.emplace_back(frames_[ply].position);
    return frames_[ply + 1];
}

}  // namespace zerosum

#include "search/general/pvs_root.h"  // the rest of it
