#pragma once
// The exact solver: the value of a position when both play perfectly to the end, and every move
// that reaches it. No estimate enters it; what it says is proved.
//
// It can also believe (`believe`): the same under a rule of thumb, which is many times as fast,
// nearly always right, and no proof. A belief has a type of its own, so that nobody takes it for
// one.
//
// It asks a row of yes-or-no questions, "is the value at least v?", each answered by the searches
// of proof_crew.h with a table of proved bounds (the idea of MTD(f): Plaat, Schaeffer, Pijls, de
// Bruin, "Best-first fixed-depth minimax algorithms", 1996). The answers close in on the value
// from both sides, so that a solver that runs out of its limit still knows proved bounds.

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "search/general/knowledge.h"
#include "search/general/limits.h"
#include "search/general/proof_crew.h"
#include "search/general/proof_table.h"

namespace zerosum {

template <SearchKnowledge K>
class Solver {
 public:
    using G = typename K::Game;
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;
    using Result = SearchResult<Move>;
    using OnAnswer = OnUpdate<Move>;  // called with the bounds after every question

    explicit Solver(ProofTable& table) : table_(table) {}

    // Solves within the limits (nodes, hard, stop, threads). A finished game is solved: 0, no
    // moves. With several threads the answers are the same, but for which best move is found when
    // only one is wanted.
    [[nodiscard]] Result solve(const Position& position, const SearchLimits& limits,
                               Want want = Want::EveryBestMove, const OnAnswer& on_answer = {});

    // What the position is worth if the game's rule of thumb holds everywhere, within the same
    // limits. Nothing proved is used but bounds without a search, and nothing found is kept.
    [[nodiscard]] Belief<Move> believe(const Position& position, const SearchLimits& limits,
                                       Want want = Want::EveryBestMove) const
        requires(K::rule_of_thumb.has_value());

 private:
    // One solve: the position's moves with the boards after them, and those who search below them.
    template <typename Form>
    class Task;

    // The estimate pass: a solve under the assumption of a rule of thumb (proof_search.h). It finds
    // what the position is probably worth, with which move, and moves to try first on the way. A
    // proof that starts from a wrong value asks about twice as many questions (lab/solver.md).
    struct Estimate {
        Score value = 0;
        std::optional<Move> move;  // none found
        ProofTable hints{hint_bytes};
        std::uint64_t nodes = 0;
        Seconds helpers_cpu{0};  // of threads other than the one that asked
    };
    // A solve under the rule of thumb, with `table` for what it finds. The bounds may contradict
    // each other: they hold only as far as the rule does.
    template <typename Form>
    [[nodiscard]] static Result assume_and_solve(const Form& form, const Position& position,
                                                 const SearchLimits& limits, Score guess,
                                                 ProofTable& table, Want want);
    // The value that such bounds say.
    [[nodiscard]] static Score believed_value(const Result& found, Score guess) {
        return std::min(std::max(guess, found.lower), found.upper);
    }
    template <typename Form>
    void run_estimate(Estimate& estimate, const Form& form, const Position& position,
                      const SearchLimits& limits) const;

    static constexpr std::size_t hint_bytes = std::size_t{16} << 20U;
    static constexpr std::size_t belief_bytes = std::size_t{64} << 20U;
    // A proof takes 20 to 200 times the nodes of its estimate pass. The table grows anyway; this
    // saves steps.
    static constexpr std::uint64_t proofs_per_node = 4;

    ProofTable& table_;
};

template <SearchKnowledge K>
template <typename Form>
class Solver<K>::Task {
 public:
    Task(const Form& form, const Position& position, ProofCrew<Form>& crew)
        : outlook_(K::outlook(position)), crew_(crew) {
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
        if (best_) result.lines = {line_of(roots_[*best_], result)};
        if (result.solved && (want == Want::EveryBestMove || result.lines.empty()))
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
        bool any_yes = false;
        bool any_no = false;
        while (result.lower < result.upper) {
            const bool bracketed = any_yes && any_no;  // the value is known to be near
            const Score middle = result.lower + (result.upper - result.lower + 1) / 2;
            const Score goal = outlook_.possible_from(
                bracketed ? middle : std::clamp(guess, result.lower + 1, result.upper));
            const std::optional<Score> answer = at_least(goal);
            if (!answer) return;
            if (*answer >= goal) {
                result.lower = std::max(result.lower, *answer);
                guess = result.lower + step;
                any_yes = true;
            } else {
                result.upper = std::min(result.upper, *answer);
                guess = result.upper - step;
                any_no = true;
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
        std::vector<SearchLine<Move>> best;
        for (const Root& root : roots_) {
            const auto answer = crew_.ask({&root.searched}, result.lower);
            if (!answer) {
                result.solved = false;
                return;
            }
            if (answer->value >= result.lower) best.push_back(line_of(root, result));
        }
        result.lines = std::move(best);
    }

    [[nodiscard]] static SearchLine<Move> line_of(const Root& root, const Result& result) {
        return {root.move, result.lower, 0, result.solved, {root.move}};
    }

    static constexpr Score first_step = 2;

    Outlook outlook_;
    ProofCrew<Form>& crew_;
    std::vector<Root> roots_;           // in official order
    std::optional<std::size_t> first_;  // is tried first
    std::optional<std::size_t> best_;   // proved the last lower bound
};

template <SearchKnowledge K>
template <typename Form>
auto Solver<K>::assume_and_solve(const Form& form, const Position& position,
                                 const SearchLimits& limits, Score guess, ProofTable& table,
                                 Want want) -> Result {
    table.grow_within(limits.hard);
    ProofCrew<Form> crew(form, table, limits, 0);
    crew.assume(K::rule_of_thumb.value_or(RuleOfThumb{}));
    Result found = Task<Form>(form, position, crew).solve(guess, {}, want, {});
    found.cpu = crew.helpers_cpu();
    return found;
}

template <SearchKnowledge K>
auto Solver<K>::believe(const Position& position, const SearchLimits& limits, Want want) const
    -> Belief<Move>
requires(K::rule_of_thumb.has_value()) {
    Belief<Move> belief;
    if (position.over()) {
        belief.complete = true;
        belief.nodes = 1;
    } else {
        typename K::MovePicker moves;
        moves.read(position);
        const Score guess = K::evaluate(position, moves);
        ProofTable table(belief_bytes);
        K::with_form(position, [&]<SolverForm<G> Form>(const Form& form) {
            const Result found = assume_and_solve(form, position, limits, guess, table, want);
            belief.complete = found.solved;
            belief.value = believed_value(found, guess);
            for (const SearchLine<Move>& line : found.lines) belief.best.push_back(line.move);
            belief.nodes = found.nodes;
            belief.cpu = found.cpu;
        });
    }
    belief.cpu += limits.timer.elapsed();
    return belief;
}

template <SearchKnowledge K>
template <typename Form>
void Solver<K>::run_estimate(Estimate& estimate, const Form& form, const Position& position,
                             const SearchLimits& limits) const {
    // A position with more moves than this is not going to be solved.
    constexpr std::size_t most_moves = 40;
    constexpr int part = 8;  // gets at most this fraction of the limits
    typename K::MovePicker moves;
    moves.read(position);
    estimate.value = K::evaluate(position, moves);
    if (!K::rule_of_thumb || moves.size() > most_moves) return;
    SearchLimits own = limits;
    if (own.hard)
        own.hard = limits.timer.elapsed() + (*limits.hard - limits.timer.elapsed()) / part;
    if (own.nodes != 0) own.nodes = own.nodes / part + 1;
    const Result found =
        assume_and_solve(form, position, own, estimate.value, estimate.hints, Want::Value);
    estimate.nodes = found.nodes;
    estimate.helpers_cpu = found.cpu;
    if (!found.lines.empty()) estimate.move = found.best().move;
    estimate.value = believed_value(found, estimate.value);
}

template <SearchKnowledge K>
typename Solver<K>::Result Solver<K>::solve(const Position& position, const SearchLimits& limits,
                                            Want want, const OnAnswer& on_answer) {
    Result result;
    if (position.over()) {
        result.solved = true;
        result.lower = result.upper = 0;
        result.nodes = 1;
    } else {
        table_.grow_within(limits.hard);
        K::with_form(position, [&]<SolverForm<G> Form>(const Form& form) {
            Estimate estimate;
            run_estimate(estimate, form, position, limits);
            table_.make_room(estimate.nodes * proofs_per_node);
            table_.take_moves(estimate.hints);
            ProofCrew<Form> crew(form, table_, limits, estimate.nodes);
            result = Task<Form>(form, position, crew)
                         .solve(estimate.value, estimate.move, want, on_answer);
            assert(result.lower <= result.upper);
            result.cpu = estimate.helpers_cpu + crew.helpers_cpu();
        });
    }
    result.cpu += limits.timer.elapsed();
    return result;
}

}  // namespace zerosum
