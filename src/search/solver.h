#pragma once
// The exact solver: the value of a position when both play perfectly to the end, and every move
// that reaches it. No estimate enters it; what it says is proved.
//
// It asks a row of yes-or-no questions, "is the value at least v?", each answered by the search of
// proof_search.h with a table of proved bounds (the idea of MTD(f): Plaat, Schaeffer, Pijls, de
// Bruin, "Best-first fixed-depth minimax algorithms", 1996). The answers close in on the value
// from both sides, so that a solver that runs out of its limit still knows proved bounds.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "search/hooks.h"
#include "search/limits.h"
#include "search/own_search.h"
#include "search/position_form.h"
#include "search/proof_search.h"
#include "search/proof_table.h"
#include "search/shallow.h"

namespace zerosum {

template <typename Move>
struct ExactResult {
    bool solved = false;            // all that was asked for is known
    Score lower = -score_infinity;  // proved: lower <= value <= upper; equal when solved
    Score upper = score_infinity;
    std::vector<Move> best;  // every optimal move, when solved and asked for; else at most one
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
    // Told of the bounds after every question.
    using OnAnswer = std::function<void(const Result&)>;

    explicit Solver(ProofTable& table) : table_(table) {}

    // Solves within the limits (nodes, hard, stop). A finished game is solved: 0, no moves. A game
    // with a search of its own tells nothing on the way.
    [[nodiscard]] Result solve(const Position& position, const SearchLimits& limits,
                               Want want = Want::EveryBestMove, const OnAnswer& on_answer = {});

 private:
    // One solve: the position's moves with the boards after them, and the search below them.
    template <typename Form>
    class Task;

    // What the position is probably worth: the questions start there. With a wrong guess there are
    // about twice as many (docs/strength.md). Any number when the search was told to stop.
    [[nodiscard]] static Score first_guess(const Position& position, std::uint64_t& nodes,
                                           StopCheck& stop) {
        constexpr int depth = 4;  // even: odd depths overrate whoever moves last
        // With more moves than this nobody expects to see the position solved.
        constexpr std::size_t most_moves = 40;
        MoveList moves;
        G::moves(position, moves);
        if (moves.size() > most_moves) return G::evaluate(position, moves);
        return ShallowSearch<G>().estimate(position, depth, nodes, stop);
    }

    ProofTable& table_;
};

template <Game G>
template <typename Form>
class Solver<G>::Task {
 public:
    // `nodes` have been looked at before.
    Task(const Form& form, ProofTable& table, StopCheck& stop, std::uint64_t nodes,
         const Position& position)
        : outlook_(hooks::outlook<G>(position)), search_(form, table, stop, nodes) {
        MoveList moves;
        G::moves(position, moves);
        for (const Move& move : moves) {
            Position after = position;
            const Score gain = after.play(move);
            const auto board = form.board(after);
            roots_.push_back({move, gain, board, gain - form.groups(board)});
        }
    }

    [[nodiscard]] Result solve(Score guess, Want want, const OnAnswer& on_answer) {
        Result result;
        result.lower = outlook_.lower;
        result.upper = outlook_.upper;
        close_in(result, guess, on_answer);
        if (best_ < roots_.size()) result.best = {roots_[best_].move};
        if (result.solved && (want == Want::EveryBestMove || result.best.empty()))
            collect_best(result);
        result.nodes = search_.nodes();
        return result;
    }

 private:
    struct Root {
        Move move;
        Score gain;
        typename Form::Board after;
        Score rank;  // the highest is tried first
    };

    // Questions around the guess, in steps that grow while the answers agree, then halving the
    // gap.
    void close_in(Result& result, Score guess, const OnAnswer& on_answer) {
        Score step = first_step;
        bool heard_yes = false;
        bool heard_no = false;
        while (result.lower < result.upper) {
            const bool bracketed = heard_yes && heard_no;  // the value is known to be near
            const Score middle = result.lower + (result.upper - result.lower + 1) / 2;
            const Score goal = outlook_.possible_from(
                bracketed ? middle : std::clamp(guess, result.lower + 1, result.upper));
            const Score answer = at_least(goal);
            if (search_.stopped()) return;
            if (answer >= goal) {
                result.lower = std::max(result.lower, answer);
                guess = result.lower + step;
                heard_yes = true;
            } else {
                result.upper = std::min(result.upper, answer);
                guess = result.upper - step;
                heard_no = true;
            }
            if (!bracketed) step *= 2;
            result.nodes = search_.nodes();
            if (on_answer) on_answer(result);
        }
        result.solved = true;
    }

    // Is the value at least `goal`? Answers as ProofSearch::move_value does. The move that proved
    // the last lower bound comes first, then those that gain much and leave few groups.
    [[nodiscard]] Score at_least(Score goal) {
        std::vector<std::size_t> order(roots_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            if ((a == best_) != (b == best_)) return a == best_;
            return roots_[a].rank > roots_[b].rank;
        });
        Score best = -score_infinity;
        for (const std::size_t i : order) {
            const Score value = search_.move_value(roots_[i].gain, roots_[i].after, goal);
            if (search_.stopped()) return 0;
            best = std::max(best, value);
            if (best < goal) continue;
            best_ = i;
            break;
        }
        return best;
    }

    // Every move that reaches the value, in official order. When that is not known in time, the
    // one that was found first stays.
    void collect_best(Result& result) {
        std::vector<Move> best;
        for (const Root& root : roots_) {
            const Score value = search_.move_value(root.gain, root.after, result.lower);
            if (search_.stopped()) {
                result.solved = false;
                return;
            }
            if (value >= result.lower) best.push_back(root.move);
        }
        result.best = std::move(best);
    }

    static constexpr Score first_step = 2;

    Outlook outlook_;
    ProofSearch<Form> search_;
    std::vector<Root> roots_;                                     // in official order
    std::size_t best_ = std::numeric_limits<std::size_t>::max();  // proved the last lower bound
};

template <Game G>
typename Solver<G>::Result Solver<G>::solve(const Position& position, const SearchLimits& limits,
                                            Want want, const OnAnswer& on_answer) {
    Result result;
    if (position.over()) {
        result = {true, 0, 0, {}, 1, {}};
    } else if constexpr (HasOwnSearch<G>) {
        auto proof = G::own_solve(position, own_search_limits(limits), want == Want::EveryBestMove);
        result = {proof.solved, proof.lower, proof.upper, std::move(proof.best), proof.nodes, {}};
    } else {
        table_.grow_within(limits.hard);
        StopCheck stop(limits);
        std::uint64_t nodes = 0;
        const Score likely = first_guess(position, nodes, stop);
        with_form<G>(position, [&](const auto& form) {
            using Form = std::decay_t<decltype(form)>;
            result = Task<Form>(form, table_, stop, nodes, position).solve(likely, want, on_answer);
        });
    }
    result.cpu = limits.timer.elapsed();
    return result;
}

}  // namespace zerosum
