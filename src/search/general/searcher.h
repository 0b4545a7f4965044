#pragma once
// The searcher for any game whose knowledge is K: principal variation search, the exact solver and
// the opponent model, put together.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "search/general/knowledge.h"
#include "search/general/opponent.h"
#include "search/general/parallel.h"
#include "search/general/pvs.h"
#include "search/general/solver.h"

namespace zerosum {

// The answer of a player who does not search: the move with the largest gain.
template <Game G>
[[nodiscard]] SearchResult<typename G::Move> answer_at_once(const typename G::Position& position,
                                                            const typename G::MoveList& moves,
                                                            const SearchLimits& limits) {
    const typename G::Move move = largest_gain<G>(position, moves);
    SearchResult<typename G::Move> result;
    result.lines.push_back({move, G::gain(position, move), 0, false, {move}});
    result.nodes = 1;
    result.cpu = limits.timer.elapsed();
    return result;
}

template <SearchKnowledge K>
class GeneralSearcher {
 public:
    using G = typename K::Game;
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;
    using Result = SearchResult<Move>;
    using OnDepth = OnUpdate<Move>;

    static constexpr Levels levels = K::levels;

    // `hash_bytes` for each of the two tables; they take memory as they fill.
    explicit GeneralSearcher(std::size_t hash_bytes)
        : searched_(hash_bytes), proved_(hash_bytes), solver_(proved_) {}

    [[nodiscard]] Result search(const Position& position, const SearchLimits& given,
                                const OnDepth& on_depth = {}) {
        searched_.next_generation();
        MoveList moves;
        G::moves(position, moves);
        SearchLimits limits = given;

        // 1. How long. With one move there is nothing to spend the bank on.
        const bool time_left =
            limits.plan(K::decisions_left(position, moves), K::moves_left(position, moves));
        const bool adapt =
            limits.adapt && limits.depth == 0 && limits.threads == 1 && !ends_by_stop_alone(limits);
        if (!time_left || (limits.bank && moves.size() == 1)) {
            Result result = answer_at_once<G>(position, moves, limits);
            if (adapt) leave(position, result, false);
            return result;
        }
        // A game that is won or lost with best play gets less.
        if (limits.soft && limits.hard && decided(position, limits)) {
            limits.soft = *limits.soft * decided_share;
            limits.hard = *limits.hard * decided_share;
        }

        // 2. The opponent: what its last move tells, and whether it can be predicted.
        std::uint64_t spent = 0;  // nodes, before the search
        if (adapt) spent += opponent_.see(position, part_of(limits, watching_share));
        const bool predicted = adapt && opponent_.beliefs().plain_depth > 0;

        // 3. Near the end: the proved best move, or a proved win. What is proved lost is worth
        //    a try against an opponent who can be predicted.
        std::optional<Result> result;
        if (limits.solve && limits.depth == 0 && worth_solving(moves, limits)) {
            const std::optional<Result> fallback = answer_to_a_stop(position, limits, spent);
            result = try_to_solve(position, limits, spent);
            if (!result && fallback && limits.stop.stop_requested()) return *fallback;
            if (result && predicted && limits.lead && !limits.lead_at_least &&
                *limits.lead + result->best().score <= 0)
                result.reset();
        }

        // 4. Otherwise: search, with what is left.
        if (!result) {
            if (limits.nodes != 0) limits.nodes -= std::min(spent, limits.nodes - 1);
            result = predicted ? search_predicted(position, limits, on_depth)
                               : search_unpredicted(position, limits, on_depth);
            result->nodes += spent;
        }
        if (adapt) leave(position, *result, predicted);
        if (!predicted) complete(*result, position);
        return *result;
    }

    [[nodiscard]] Result solve(const Position& position, const SearchLimits& limits,
                               Want want = Want::EveryBestMove, const OnDepth& on_answer = {}) {
        return solver_.solve(position, limits, want, on_answer);
    }

    // What `solve` would find if the game's rule of thumb were true (Solver::believe).
    [[nodiscard]] Belief<Move> believe(const Position& position, const SearchLimits& limits,
                                       Want want = Want::EveryBestMove) const
        requires(K::rule_of_thumb.has_value()) {
        return solver_.believe(position, limits, want);
    }

    // By a plain search: quick enough for a few plies, which is what files ask for.
    [[nodiscard]] Move fixed_depth_move(const Position& position, int depth) const {
        MoveList moves;
        G::moves(position, moves);
        const SearchLimits limits;
        StopCheck stop(limits);
        std::uint64_t nodes = 0;
        const int best = ShallowSearch<G>().first_best(position, moves, depth, nodes, stop);
        return moves[static_cast<std::size_t>(best)];
    }

    void recall(const Beliefs& beliefs, const Position& left, const std::optional<Move>& expected) {
        opponent_.recall(beliefs, left, expected);
    }
    [[nodiscard]] const Beliefs& beliefs() const { return opponent_.beliefs(); }
    [[nodiscard]] std::optional<Move> expected_reply() const { return opponent_.expected(); }

 private:
    // The part of its usual time that a move of a decided game gets: the margin still counts a
    // little, where games are compared by points.
    static constexpr double decided_share = 0.25;
    // The part of a move's time that learning from the opponent's last move may take.
    static constexpr double watching_share = 0.2;

    [[nodiscard]] static SearchLimits part_of(const SearchLimits& limits, double share) {
        SearchLimits part = limits;
        if (limits.soft) part.hard = *limits.soft * share;
        if (limits.nodes != 0)
            part.nodes = std::max<std::uint64_t>(
                1, static_cast<std::uint64_t>(static_cast<double>(limits.nodes) * share));
        return part;
    }

    [[nodiscard]] Result search_predicted(const Position& position, const SearchLimits& limits,
                                          const OnDepth& on_depth) {
        PvSearch<K> search(searched_);
        search.foresee(opponent_);
        return search.run(position, limits, on_depth);
    }

    [[nodiscard]] Result search_unpredicted(const Position& position, const SearchLimits& limits,
                                            const OnDepth& on_depth) {
        OnDepth report;
        if (on_depth)
            report = [&](Result so_far) {
                complete(so_far, position);
                on_depth(so_far);
            };
        return search_in_parallel<K>(searched_, position, limits, report);
    }

    // Lengthens the main lines, and says what is proved.
    void complete(Result& result, const Position& position) const {
        constexpr int to_the_end = 1024;
        for (SearchLine<Move>& line : result.lines)
            extend(line.pv, position, line.exact ? to_the_end : line.depth);
        if (!result.best().exact) return;
        result.solved = true;
        result.lower = result.upper = result.best().score;
    }

    // A main line ends where the table knew the value. What is expected after that is in the table
    // as well: as long as it holds exact values, and each is the one before less the gain.
    void extend(std::vector<Move>& line, Position position, int depth) const {
        for (const Move& move : line) position.play(move);
        for (TableHit hit = searched_.probe(position.key());
             !position.over() && static_cast<int>(line.size()) < depth;) {
            typename K::MovePicker moves;
            moves.read(position);
            const std::optional<Move> move = moves.find(hit.move);
            if (hit.lower != hit.upper || !move) return;
            const Score left = position.play(*move) - hit.lower;
            hit = searched_.probe(position.key());
            const bool fits = position.over() ? left == 0 : hit.lower == left && hit.upper == left;
            if (!fits) return;
            line.push_back(*move);
        }
    }

    // Remembers what the opponent is left with, to learn from its answer. Its predicted reply is
    // not what a strong player is expected to do.
    void leave(const Position& position, const Result& result, bool predicted) {
        const std::vector<Move>& pv = result.best().pv;
        Position after = position;
        after.play(result.best().move);
        opponent_.leave(after,
                        pv.size() > 1 && !predicted ? std::optional<Move>(pv[1]) : std::nullopt);
    }

    // Analysis without a limit: it runs until a person stops it.
    [[nodiscard]] static bool ends_by_stop_alone(const SearchLimits& limits) {
        constexpr Seconds endless{3600};
        return limits.stop.stop_possible() && limits.nodes == 0 &&
               (!limits.hard || *limits.hard >= endless);
    }

    // The solver has no answer until it is done: where only a stop will end it, a short search
    // goes first.
    [[nodiscard]] std::optional<Result> answer_to_a_stop(const Position& position,
                                                         const SearchLimits& limits,
                                                         std::uint64_t& spent) {
        constexpr std::uint64_t enough = 20'000;  // nodes
        if (!ends_by_stop_alone(limits)) return std::nullopt;
        SearchLimits brief = limits;
        brief.nodes = enough;
        Result result = PvSearch<K>(searched_).run(position, brief);
        spent += result.nodes;
        return result;
    }

    [[nodiscard]] static bool decided(const Position& position, const SearchLimits& limits) {
        if (!limits.lead) return false;
        const Outlook outlook = K::outlook(position);
        return *limits.lead + outlook.lower > 0 ||
               (!limits.lead_at_least && *limits.lead + outlook.upper < 0);
    }

    [[nodiscard]] static bool worth_solving(const MoveList& moves, const SearchLimits& limits) {
        constexpr SearchTuning tuning = K::tuning;
        double milliseconds = 1000;
        if (limits.nodes != 0) milliseconds = static_cast<double>(limits.nodes) / 1000;
        if (limits.soft) milliseconds = std::min(milliseconds, limits.soft->count() * 1000);
        const double more = tuning.solve_more * std::log2(1 + milliseconds);
        return static_cast<double>(moves.size()) <= tuning.solve_below + more;
    }

    // Gets no more than half of the time, so that a search can follow. When the value stays open, a
    // move that is proved to win is as good. Adds to the nodes that were spent before.
    [[nodiscard]] std::optional<Result> try_to_solve(const Position& position,
                                                     const SearchLimits& limits,
                                                     std::uint64_t& spent) {
        SearchLimits part = limits;
        part.threads = 1;
        if (limits.soft) part.hard = std::min(*limits.soft, *limits.hard / 2);
        if (limits.nodes != 0) part.nodes = std::max<std::uint64_t>(limits.nodes / 2, 1);
        Result result = solver_.solve(position, part, Want::Value);
        spent += result.nodes;
        const bool won = limits.lead && *limits.lead + result.lower > 0;
        if (result.lines.empty() || !(result.solved || won)) return std::nullopt;
        result.nodes = spent;
        return result;
    }

    TranspositionTable searched_;
    ProofTable proved_;
    Solver<K> solver_;
    Opponent<G> opponent_;
};

}  // namespace zerosum
