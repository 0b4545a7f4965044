#pragma once
// The exact solver: the value of a position when both play perfectly to the end, and every move
// that reaches it. No estimate enters it; what it says is proved.
//
// It asks a row of yes-or-no questions, "is the value at least v?", each answered by the searches
// of proof_crew.h with a table of proved bounds (the idea of MTD(f): Plaat, Schaeffer, Pijls, de
// Bruin, "Best-first fixed-depth minimax algorithms", 1996). The answers close in on the value
// from both sides, so that a solver that runs out of its limit still knows proved bounds.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "search/general/hooks.h"
#include "search/general/limits.h"
#include "search/general/own_search.h"
#include "search/general/position_form.h"
#include "search/general/proof_crew.h"
#include "search/general/proof_table.h"

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

    // With several threads the answers are the same, but for which best move is found when only one
    // is wanted. A game with a search of its own uses one.
    explicit Solver(ProofTable& table, int threads = 1) : table_(table), threads_(threads) {}

    // Solves within the limits (nodes, hard, stop). A finished game is solved: 0, no moves. A game
    // with a search of its own tells nothing on the way.
    [[nodiscard]] Result solve(const Position& position, const SearchLimits& limits,
                               Want want = Want::EveryBestMove, const OnAnswer& on_answer = {});

 private:
    // One solve: the position's moves with the boards after them, and those who search below them.
    template <typename Form>
    class Task;

    // What the position is probably worth, with which move, and moves for the boards on the way:
    // what a search finds that believes a rule of thumb (proof_search.h). With a wrong guess there
    // are about twice as many questions (lab/solver.md).
    struct Sketch {
        Score value = 0;
        std::optional<Move> move;  // none: no idea
        ProofTable hints{hint_bytes};
        std::uint64_t nodes = 0;
        Seconds helpers_cpu{0};
    };
    template <typename Form>
    void draw(Sketch& sketch, const Form& form, const Position& position,
              const SearchLimits& limits) const;

    static constexpr std::size_t hint_bytes = std::size_t{16} << 20U;
    // A position takes 20 to 200 times as many nodes as its sketch. The table grows anyway, but
    // not in as many steps.
    static constexpr std::uint64_t proofs_a_node = 4;

    ProofTable& table_;
    int threads_;
};

template <Game G>
template <typename Form>
class Solver<G>::Task {
 public:
    Task(const Form& form, const Position& position, ProofCrew<Form>& crew)
        : outlook_(hooks::outlook<G>(position)), crew_(crew) {
        MoveList moves;
        G::moves(position, moves);
        for (const Move& move : moves) {
            Position after = position;
            const Score gain = after.play(move);
            const auto board = form.board(after);
            roots_.push_back({move, {gain, board}, gain - form.groups(board)});
        }
    }

    // The questions start at `guess`, with the move `likely` if there is one.
    [[nodiscard]] Result solve(Score guess, const std::optional<Move>& likely, Want want,
                               const OnAnswer& on_answer) {
        for (std::size_t i = 0; likely && i < roots_.size(); ++i)
            if (roots_[i].move == *likely) first_ = i;
        Result result;
        result.lower = outlook_.lower;
        result.upper = outlook_.upper;
        close_in(result, guess, on_answer);
        if (best_) result.best = {roots_[*best_].move};
        if (result.solved && (want == Want::EveryBestMove || result.best.empty()))
            collect_best(result);
        result.nodes = crew_.nodes();
        return result;
    }

 private:
    struct Root {
        Move move;
        typename ProofCrew<Form>::Move searched;
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
            const std::optional<Score> answer = at_least(goal);
            if (!answer) return;
            if (*answer >= goal) {
                result.lower = std::max(result.lower, *answer);
                guess = result.lower + step;
                heard_yes = true;
            } else {
                result.upper = std::min(result.upper, *answer);
                guess = result.upper - step;
                heard_no = true;
            }
            if (!bracketed) step *= 2;
            result.nodes = crew_.nodes();
            if (on_answer) on_answer(result);
        }
        result.solved = true;
    }

    // Is the value at least `goal`? Answers as ProofSearch::move_value does; nothing when it was
    // stopped. The move that proved the last lower bound comes first, then those that gain much and
    // leave few groups.
    [[nodiscard]] std::optional<Score> at_least(Score goal) {
        std::vector<std::size_t> order(roots_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            if ((a == first_) != (b == first_)) return a == first_;
            return roots_[a].rank > roots_[b].rank;
        });
        std::vector<const typename ProofCrew<Form>::Move*> moves;
        moves.reserve(order.size());
        for (const std::size_t i : order) moves.push_back(&roots_[i].searched);
        const auto answer = crew_.ask(moves, goal);
        if (!answer) return std::nullopt;
        if (answer->value >= goal) best_ = first_ = order[answer->move];
        return answer->value;
    }

    // Every move that reaches the value, in official order. When that is not known in time, the
    // one that was found first stays.
    void collect_best(Result& result) {
        std::vector<Move> best;
        for (const Root& root : roots_) {
            const auto answer = crew_.ask({&root.searched}, result.lower);
            if (!answer) {
                result.solved = false;
                return;
            }
            if (answer->value >= result.lower) best.push_back(root.move);
        }
        result.best = std::move(best);
    }

    static constexpr Score first_step = 2;

    Outlook outlook_;
    ProofCrew<Form>& crew_;
    std::vector<Root> roots_;           // in official order
    std::optional<std::size_t> first_;  // is tried first
    std::optional<std::size_t> best_;   // proved the last lower bound
};

template <Game G>
template <typename Form>
void Solver<G>::draw(Sketch& sketch, const Form& form, const Position& position,
                     const SearchLimits& limits) const {
    // With more moves than this nobody expects to see the position solved.
    constexpr std::size_t most_moves = 40;
    constexpr int part = 8;  // of the limits, at most
    MoveList moves;
    G::moves(position, moves);
    sketch.value = SearchHooks<G>::evaluate(position, moves);
    if (moves.size() > most_moves) return;
    SearchLimits own = limits;
    if (own.hard)
        own.hard = limits.timer.elapsed() + (*limits.hard - limits.timer.elapsed()) / part;
    if (own.nodes != 0) own.nodes = own.nodes / part + 1;
    sketch.hints.grow_within(own.hard);
    ProofCrew<Form> crew(form, sketch.hints, own, threads_, 0);
    crew.believe({.most_lost = 2});
    const Result found = Task<Form>(form, position, crew).solve(sketch.value, {}, Want::Value, {});
    sketch.nodes = found.nodes;
    sketch.helpers_cpu = crew.helpers_cpu();
    if (!found.best.empty()) sketch.move = found.best.front();
    sketch.value = std::clamp(sketch.value, found.lower, found.upper);
}

template <Game G>
typename Solver<G>::Result Solver<G>::solve(const Position& position, const SearchLimits& limits,
                                            Want want, const OnAnswer& on_answer) {
    Result result;
    if (position.over()) {
        result = {true, 0, 0, {}, 1, {}};
    } else if constexpr (HasOwnSearch<G>) {
        auto proof = SearchHooks<G>::own_solve(position, own_search_limits(limits),
                                               want == Want::EveryBestMove);
        result = {proof.solved, proof.lower, proof.upper, std::move(proof.best), proof.nodes, {}};
    } else {
        table_.grow_within(limits.hard);
        with_form<G>(position, [&](const auto& form) {
            using Form = std::decay_t<decltype(form)>;
            Sketch sketch;
            draw(sketch, form, position, limits);
            table_.make_room(sketch.nodes * proofs_a_node);
            table_.take_moves(sketch.hints);
            ProofCrew<Form> crew(form, table_, limits, threads_, sketch.nodes);
            result =
                Task<Form>(form, position, crew).solve(sketch.value, sketch.move, want, on_answer);
            result.cpu = sketch.helpers_cpu + crew.helpers_cpu();
        });
    }
    result.cpu += limits.timer.elapsed();
    return result;
}

}  // namespace zerosum
