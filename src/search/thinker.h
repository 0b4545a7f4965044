#pragma once
// Everything the engine does for one move: plan the time, solve if the end is near, search
// otherwise. Keeps its tables from move to move of a game.

#include <memory>
#include <optional>
#include <utility>

#include "search/own_search.h"
#include "search/pvs.h"
#include "search/solver.h"
#include "search/time.h"

namespace zerosum {

// What a whole move may use.
struct ThinkLimits {
    std::optional<Seconds> bank = {};  // CPU seconds left for the rest of the game; none: no clock
    std::uint64_t nodes = 0;           // 0: no limit
    int depth = 0;                     // 0: no limit
    int lines = 1;
    std::stop_token stop = {};
    CpuTimer timer{thread_cpu};
    TimeSettings time = {};
};

template <Game G>
class Thinker {
 public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;
    using Result = SearchResult<Move>;
    using OnDepth = typename PvSearch<G>::OnDepth;

    // `hash_bytes` for both tables together.
    explicit Thinker(std::size_t hash_bytes)
        : searched_(hash_bytes / 2),
          proved_(hash_bytes / 2),
          search_(searched_),
          solver_(proved_) {}

    // The position must not be over. Always answers with a legal move.
    [[nodiscard]] Result think(const Position& position, const ThinkLimits& limits,
                               const OnDepth& on_depth = {}) {
        searched_.next_generation();
        proved_.next_generation();
        MoveList moves;
        G::moves(position, moves);

        // 1. How long.
        SearchLimits search{{},           {},          limits.nodes, limits.depth,
                            limits.lines, limits.stop, limits.timer};
        if (limits.bank) {
            const TimePlan plan = plan_time(*limits.bank, hooks::decisions_left<G>(position, moves),
                                            static_cast<double>(moves.size() + 1) / 2, limits.time);
            search.soft = plan.soft;
            search.hard = plan.hard;
            if (plan.at_once()) return largest_gain(position, moves, limits);
        }

        // 2. Nothing to decide.
        if (moves.size() == 1 && limits.bank) return largest_gain(position, moves, limits);

        // 3. A game that searches better by itself, up to the proved end.
        if constexpr (HasOwnSearch<G>) {
            if (limits.lines <= 1) return run_own_search<G>(position, search, on_depth);
        }

        // 4. Near the end: the proved best move.
        if (limits.depth == 0 && limits.lines <= 1 &&
            static_cast<int>(moves.size()) <= hooks::tuning<G>().solve_below) {
            if (std::optional<Result> exact = try_to_solve(position, search)) return *exact;
        }

        // 5. Otherwise: search.
        return search_.run(position, search, on_depth);
    }

 private:
    [[nodiscard]] std::optional<Result> try_to_solve(const Position& position,
                                                     const SearchLimits& limits) {
        SearchLimits part = limits;
        if (limits.hard) part.hard = *limits.soft;
        if (limits.nodes != 0) part.nodes = limits.nodes / 2;
        auto exact = solver_.solve(position, part, Solver<G>::Want::Value);
        if (!exact.solved || exact.best.empty()) return std::nullopt;
        Result result;
        result.lines.push_back({exact.best.front(), exact.lower, 0, true, {exact.best.front()}});
        result.nodes = exact.nodes;
        result.cpu = exact.cpu;
        return result;
    }

    [[nodiscard]] static Result largest_gain(const Position& position, const MoveList& moves,
                                             const ThinkLimits& limits) {
        SearchLine<Move> line{moves[0], -score_infinity, 0, false, {}};
        for (const Move& move : moves) {
            const Score gain = hooks::gain<G>(position, move);
            if (gain > line.score) {
                line.score = gain;
                line.move = move;
            }
        }
        line.pv = {line.move};
        Result result;
        result.lines.push_back(std::move(line));
        result.nodes = 1;
        result.cpu = limits.timer.elapsed();
        return result;
    }

    TranspositionTable searched_;
    TranspositionTable proved_;
    PvSearch<G> search_;
    Solver<G> solver_;
};

}  // namespace zerosum
