#pragma once
// Everything the engine does for one move: plan the time, solve if the end is near, search
// otherwise. Keeps its tables from move to move of a game.

#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "search/general/own_search.h"
#include "search/general/parallel.h"
#include "search/general/pvs.h"
#include "search/general/solver.h"
#include "search/general/time.h"

namespace zerosum {

// What a whole move may use.
struct ThinkLimits {
    std::optional<Seconds> bank = {};  // CPU seconds left for the rest of the game; none: no clock
    std::optional<Seconds> move_time = {};  // CPU seconds for this move at most
    std::uint64_t nodes = 0;                // 0: no limit
    int depth = 0;                          // 0: no limit
    double overlook = 0;                    // see SearchLimits
    bool solve = true;                      // play the end perfectly
    bool adapt = false;                     // learn how the opponent plays, and make use of it
    int threads = 1;
    // The mover's points minus the other's, when they are known. Then a proved win is enough.
    std::optional<Score> lead = {};
    bool lead_at_least = false;  // it may be larger: no game is lost for certain
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
        : searched_(hash_bytes / 2), proved_(hash_bytes / 2), solver_(proved_) {}

    // The position must not be over. Always answers with a legal move.
    [[nodiscard]] Result think(const Position& position, const ThinkLimits& limits,
                               const OnDepth& on_depth = {}) {
        searched_.next_generation();
        MoveList moves;
        G::moves(position, moves);

        // 1. How long.
        SearchLimits search;
        search.nodes = limits.nodes;
        search.depth = limits.depth;
        search.overlook = limits.overlook;
        search.stop = limits.stop;
        search.timer = limits.timer;
        if (limits.bank) {
            const TimePlan plan = plan_time(*limits.bank, hooks::decisions_left<G>(position, moves),
                                            static_cast<double>(moves.size() + 1) / 2, limits.time);
            search.soft = plan.soft;
            search.hard = plan.hard;
            if (plan.at_once()) return largest_gain(position, moves, limits);
        }
        if (limits.move_time) {
            search.soft = std::min(search.soft.value_or(*limits.move_time), *limits.move_time);
            search.hard = std::min(search.hard.value_or(*limits.move_time), *limits.move_time);
        }

        // 2. Nothing to decide: one move, or a game that is won or lost with best play.
        if (moves.size() == 1) return largest_gain(position, moves, limits);
        if (search.hard && decided(position, limits)) {
            search.soft = *search.soft * decided_share;
            search.hard = *search.hard * decided_share;
        }

        // 3. A game that searches better by itself, up to the proved end. Weak levels overlook
        // moves, which such a search does not.
        if constexpr (HasOwnSearch<G>) {
            if (limits.overlook == 0) return run_own_search<G>(position, search, on_depth);
        }

        // 4. The opponent: what its last move tells, and whether it can be foreseen.
        const bool adapt =
            limits.adapt && limits.depth == 0 && limits.threads == 1 && !ends_by_stop_alone(search);
        std::uint64_t spent = 0;  // nodes, before the search
        if (adapt) spent += opponent_.see(position, part_of(search, watching_share));
        const bool foreseen = adapt && opponent_.beliefs().plain_depth > 0;

        // 5. Near the end: the proved best move, or a proved win. What is proved lost is worth
        // a try against an opponent who can be foreseen.
        std::optional<Result> result;
        if (limits.solve && limits.depth == 0 && worth_solving(moves, search)) {
            const std::optional<Result> meanwhile = answer_to_a_stop(position, search, spent);
            result = try_to_solve(position, search, limits.lead, spent);
            if (!result && meanwhile && limits.stop.stop_requested()) return *meanwhile;
            if (result && foreseen && limits.lead && !limits.lead_at_least &&
                *limits.lead + result->best().score <= 0)
                result.reset();
        }

        // 6. Otherwise: search, with what is left.
        if (!result) {
            if (search.nodes != 0) search.nodes -= std::min(spent, search.nodes - 1);
            result = foreseen ? search_foreseen(position, search, on_depth)
                              : search_in_parallel<G>(searched_, position, search, limits.threads,
                                                      on_depth);
            result->nodes += spent;
        }
        if (adapt) leave(position, *result, foreseen);
        return *result;
    }

    // What is known of the opponent, for a later process.
    [[nodiscard]] Opponent<G>& opponent() { return opponent_; }

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

    [[nodiscard]] Result search_foreseen(const Position& position, const SearchLimits& limits,
                                         const OnDepth& on_depth) {
        PvSearch<G> search(searched_);
        search.foresee(opponent_);
        return search.run(position, limits, on_depth);
    }

    // Remembers what the opponent is left with, to learn from its answer.
    // Its foreseen reply is not what a strong player is expected to do.
    void leave(const Position& position, const Result& result, bool foreseen) {
        const std::vector<Move>& pv = result.best().pv;
        Position after = position;
        after.play(result.best().move);
        opponent_.leave(after,
                        pv.size() > 1 && !foreseen ? std::optional<Move>(pv[1]) : std::nullopt);
    }

    // Analysis without a limit: somebody watches, and will say when it is enough.
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
        Result result = PvSearch<G>(searched_).run(position, brief);
        spent += result.nodes;
        return result;
    }

    [[nodiscard]] static bool decided(const Position& position, const ThinkLimits& limits) {
        if (!limits.lead) return false;
        const Outlook outlook = hooks::outlook<G>(position);
        return *limits.lead + outlook.lower > 0 ||
               (!limits.lead_at_least && *limits.lead + outlook.upper < 0);
    }

    [[nodiscard]] static bool worth_solving(const MoveList& moves, const SearchLimits& limits) {
        constexpr SearchTuning tuning = hooks::tuning<G>();
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
                                                     std::optional<Score> lead,
                                                     std::uint64_t& spent) {
        SearchLimits part = limits;
        if (limits.soft) part.hard = std::min(*limits.soft, *limits.hard / 2);
        if (limits.nodes != 0) part.nodes = std::max<std::uint64_t>(limits.nodes / 2, 1);
        auto exact = solver_.solve(position, part, Solver<G>::Want::Value);
        spent += exact.nodes;
        const bool won = lead && *lead + exact.lower > 0;
        if (exact.best.empty() || !(exact.solved || won)) return std::nullopt;
        Result result;
        result.lines.push_back(
            {exact.best.front(), exact.lower, 0, exact.solved, {exact.best.front()}});
        result.nodes = spent;
        result.cpu = exact.cpu;
        return result;
    }

    [[nodiscard]] static Result largest_gain(const Position& position, const MoveList& moves,
                                             const ThinkLimits& limits) {
        const Move move = hooks::largest_gain<G>(position, moves);
        Result result;
        result.lines.push_back({move, G::gain(position, move), 0, false, {move}});
        result.nodes = 1;
        result.cpu = limits.timer.elapsed();
        return result;
    }

    TranspositionTable searched_;
    ProofTable proved_;
    Solver<G> solver_;
    Opponent<G> opponent_;
};

}  // namespace zerosum
