#pragma once
// The exact solver: the value of a position when both play perfectly to the end, and every move
// that reaches it. No estimate enters it; what it says is proved.
//
// It asks a row of yes-or-no questions, "is the value at least v?", each answered by an
// alpha-beta search in a window of no width with a table of proved bounds (the idea of MTD(f):
// Plaat, Schaeffer, Pijls, de Bruin, "Best-first fixed-depth minimax algorithms", 1996). The
// answers close in on the value from both sides, so that a solver that runs out of its limit
// still knows proved bounds.

#include <algorithm>
#include <deque>
#include <vector>

#include "search/hooks.h"
#include "search/limits.h"
#include "search/ordering.h"
#include "search/own_search.h"
#include "search/transposition.h"

namespace zerosum {

template <typename Move>
struct ExactResult {
    bool solved = false;
    Score lower = -score_infinity;  // proved: lower <= value <= upper; equal when solved
    Score upper = score_infinity;
    std::vector<Move> best;  // every optimal move, when solved and asked for; else one
    std::uint64_t nodes = 0;
    Seconds cpu{0};
};

template <Game G>
class Solver {
 public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;
    using Result = ExactResult<Move>;
    enum class Want { Value, EveryBestMove };

    explicit Solver(TranspositionTable& table) : table_(table) {}

    // Solves within the limits (nodes, hard, stop). A finished game is solved: 0, no moves.
    [[nodiscard]] Result solve(const Position& position, const SearchLimits& limits,
                               Want want = Want::EveryBestMove);

 private:
    struct Frame {
        Position position;
        MoveList moves;
        MoveOrder<G> order;
        explicit Frame(const Position& p) : position(p) {}
    };

    Score at_least(std::size_t ply, Score goal);
    Score child_value(std::size_t ply, const Move& move, Score goal);
    // The smallest value that the position can have and that is not below `goal`.
    static Score possible(const Outlook& outlook, Score goal) {
        const Score above = std::max(goal - outlook.lower, 0);
        return outlook.lower + (above + outlook.grain - 1) / outlook.grain * outlook.grain;
    }
    void close_in(Result& result, const Outlook& outlook, Score guess);
    void collect_best(Result& result);
    Frame& child_frame(std::size_t ply);

    static constexpr Score first_step = 2;

    TranspositionTable& table_;
    std::deque<Frame> frames_;
    StopCheck* stop_ = nullptr;
    std::uint64_t nodes_ = 0;
    int root_best_ = -1;  // official index of the move that last proved a lower bound
};

// --------------------------------------------------------------------------------------------
// Is the value of the position in frame `ply` at least `goal`?
//   result >= goal: yes, and the value is at least the result
//   result < goal:  no, and the value is at most the result
// When the search is told to stop the result means nothing.
template <Game G>
Score Solver<G>::at_least(std::size_t ply, Score goal) {
    Frame& frame = frames_[ply];

    // 1. Limits.
    ++nodes_;
    if ((*stop_)(nodes_)) return 0;

    // 2. The end of the game.
    if (frame.position.over()) return 0;

    // 3. What is proved without a search, and what was proved before.
    const Outlook outlook = hooks::outlook<G>(frame.position);
    const TableHit hit = table_.probe(outlook.key);
    goal = possible(outlook, goal);
    const Score lower = std::max(outlook.lower, hit.lower);
    const Score upper = std::min(outlook.upper, hit.upper);
    if (ply > 0) {  // at the root the move is wanted too
        if (lower >= goal) return lower;
        if (upper < goal) return upper;
    }

    // 4. The moves, largest gain first, until one reaches the goal.
    G::moves(frame.position, frame.moves);
    frame.order.prepare(frame.position, frame.moves, hit.move);
    Score best = -score_infinity;
    int best_index = -1;
    while (best < goal && !frame.order.empty()) {
        const auto choice = frame.order.take();
        const Score score =
            child_value(ply, frame.moves[static_cast<std::size_t>(choice.index)], goal);
        if (stop_->stopped()) return 0;
        if (score > best) {
            best = score;
            best_index = choice.index;
        }
    }

    // 5. Remember the proof.
    const bool yes = best >= goal;
    if (ply == 0 && yes) root_best_ = best_index;
    table_.store(outlook.key, TranspositionTable::max_depth, yes ? best : lower, yes ? upper : best,
                 best_index);
    return best;
}

// The value of a move: at least `goal`, or a proof that it is less.
template <Game G>
Score Solver<G>::child_value(std::size_t ply, const Move& move, Score goal) {
    Frame& child = child_frame(ply);
    child.position = frames_[ply].position;
    const Score gain = child.position.play(move);
    return gain - at_least(ply + 1, gain - goal + 1);
}

// Questions around the guess, in steps that grow while the answers agree, then halving the gap.
template <Game G>
void Solver<G>::close_in(Result& result, const Outlook& outlook, Score guess) {
    Score step = first_step;
    bool bracketed = false;  // the value is known to be near: both answers have been heard
    bool heard_yes = false;
    bool heard_no = false;
    while (result.lower < result.upper) {
        const Score middle = result.lower + (result.upper - result.lower + 1) / 2;
        const Score goal = possible(
            outlook, bracketed ? middle : std::clamp(guess, result.lower + 1, result.upper));
        const Score answer = at_least(0, goal);
        if (stop_->stopped()) return;
        if (answer >= goal) {
            result.lower = std::max(result.lower, answer);
            guess = result.lower + step;
            heard_yes = true;
        } else {
            result.upper = std::min(result.upper, answer);
            guess = result.upper - step;
            heard_no = true;
        }
        bracketed = heard_yes && heard_no;
        step *= 2;
    }
    result.solved = true;
}

// Every move that reaches the value, in official order.
template <Game G>
void Solver<G>::collect_best(Result& result) {
    result.best.clear();
    const MoveList moves = frames_[0].moves;
    for (const Move& move : moves) {
        if (child_value(0, move, result.lower) >= result.lower && !stop_->stopped())
            result.best.push_back(move);
        if (stop_->stopped()) {
            result.solved = false;
            return;
        }
    }
}

template <Game G>
typename Solver<G>::Result Solver<G>::solve(const Position& position, const SearchLimits& limits,
                                            Want want) {
    if constexpr (HasOwnSearch<G>) {
        if (!position.over()) {
            const auto proof =
                G::own_solve(position, own_search_limits(limits), want == Want::EveryBestMove);
            return {proof.solved, proof.lower, proof.upper,
                    proof.best,   proof.nodes, limits.timer.elapsed()};
        }
    }
    StopCheck stop(limits);
    stop_ = &stop;
    nodes_ = 0;
    root_best_ = -1;
    frames_.clear();
    frames_.emplace_back(position);
    Frame& frame = frames_.front();
    G::moves(position, frame.moves);

    Result result;
    if (position.over()) {
        result = {true, 0, 0, {}, 1, {}};
    } else {
        const Outlook outlook = hooks::outlook<G>(position);
        result.lower = outlook.lower;
        result.upper = outlook.upper;
        close_in(result, outlook, G::evaluate(position, frame.moves));
        if (root_best_ >= 0) result.best = {frame.moves[static_cast<std::size_t>(root_best_)]};
        if (result.solved && (want == Want::EveryBestMove || result.best.empty()))
            collect_best(result);
    }
    result.nodes = nodes_;
    result.cpu = limits.timer.elapsed();
    stop_ = nullptr;
    return result;
}

template <Game G>
typename Solver<G>::Frame& Solver<G>::child_frame(std::size_t ply) {
    if (frames_.size() <= ply + 1) frames_.emplace_back(frames_[ply].position);
    return frames_[ply + 1];
}

}  // namespace zerosum
