#pragma once
// Answers the questions of the exact solver about the moves of one position, with one thread or
// with several that share a table. Which thread finds an answer first depends on timing; the answer
// does not.

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "search/general/limits.h"
#include "search/general/proof_search.h"
#include "search/general/proof_table.h"
#include "search/general/proof_team.h"

namespace zerosum {

template <typename Form>
class ProofCrew {
 public:
    struct Move {
        Score gain = 0;
        typename Form::Board after;
    };
    struct Answer {
        Score value = -kScoreInfinity;  // as ProofSearch::move_value has it, of the best move
        std::size_t move = 0;           // when the goal was reached: which one did
    };

    // `nodes` have been visited before. The limits count the nodes and the CPU time of all
    // threads together. All arguments must outlive the crew.
    ProofCrew(const Form& form, ProofTable& table, const SearchLimits& limits, std::uint64_t nodes)
        : form_(form), table_(table), limits_(limits), nodes_(nodes) {}

    // From now on answers hold under this assumption only.
    void assume(RuleOfThumb rule) { assumed_ = rule; }

    // Is the value of one of `moves`, tried in this order, at least `goal`? Nothing: the limits
    // came first.
    [[nodiscard]] std::optional<Answer> ask(const std::vector<const Move*>& moves, Score goal);

    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }  // visited by all threads
    [[nodiscard]] Seconds helpers_cpu() const { return helpers_cpu_; }

 private:
    // A smaller table is full before another thread would have helped.
    static constexpr std::size_t bytes_to_share = std::size_t{1} << 18U;

    [[nodiscard]] std::optional<Answer> work_together(ProofTeam& team,
                                                      const std::vector<const Move*>& moves,
                                                      Score goal);
    [[nodiscard]] static std::optional<Answer> try_moves(ProofSearch<Form>& search,
                                                         const std::vector<const Move*>& moves,
                                                         Score goal, bool together);
    // What is left for each of the threads.
    [[nodiscard]] SearchLimits share(int threads) const;

    const Form& form_;
    ProofTable& table_;
    const SearchLimits& limits_;
    std::uint64_t nodes_;
    std::optional<RuleOfThumb> assumed_;
    Seconds helpers_cpu_{0};
};

template <typename Form>
auto ProofCrew<Form>::ask(const std::vector<const Move*>& moves, Score goal)
    -> std::optional<Answer> {
    // Several threads cannot use a table that grows. When it gets crowded they end, and go on with
    // a larger one: all that they had proved is in it.
    table_.grow_by_itself(limits_.threads == 1);
    for (;;) {
        ProofTeam team;
        const std::optional<Answer> answer = work_together(team, moves, goal);
        if (answer || !team.room_wanted()) return answer;
        table_.grow();
    }
}

template <typename Form>
SearchLimits ProofCrew<Form>::share(int threads) const {
    SearchLimits part = limits_;
    if (part.hard) part.hard = (*part.hard - limits_.timer.elapsed() - helpers_cpu_) / threads;
    if (part.nodes != 0) {
        const std::uint64_t left = part.nodes - std::min(part.nodes, nodes_);
        part.nodes = std::max<std::uint64_t>(left / static_cast<std::uint64_t>(threads), 1);
    }
    return part;
}

template <typename Form>
auto ProofCrew<Form>::work_together(ProofTeam& team, const std::vector<const Move*>& moves,
                                    Score goal) -> std::optional<Answer> {
    const int threads = table_.bytes() < bytes_to_share ? 1 : limits_.threads;
    std::mutex mutex;  // of what follows
    std::optional<Answer> answer;
    std::uint64_t nodes = 0;
    const auto work = [&](const SearchLimits& limits) {
        StopCheck stop(limits);
        ProofSearch<Form> search(form_,
                                 {table_, stop, limits_.threads > 1 ? &team : nullptr, assumed_});
        const std::optional<Answer> found = try_moves(search, moves, goal, threads > 1);
        if (found) team.dismiss();
        const std::lock_guard lock(mutex);
        if (!answer) answer = found;
        nodes += search.nodes();
    };
    const SearchLimits part = share(threads);
    const auto help = [&] {
        SearchLimits own = part;
        own.timer = CpuTimer(thread_cpu);
        work(own);
        const std::lock_guard lock(mutex);
        helpers_cpu_ += own.timer.elapsed();
    };
    {
        std::vector<std::jthread> helpers;
        try {
            for (int i = 1; i < threads; ++i) helpers.emplace_back(help);
        } catch (const std::system_error&) {  // no more threads to be had: these will do
        }
        SearchLimits own = part;
        if (own.hard) own.hard = limits_.timer.elapsed() + *part.hard;
        work(own);
    }  // waits for the helpers
    nodes_ += nodes;
    return answer;
}

template <typename Form>
auto ProofCrew<Form>::try_moves(ProofSearch<Form>& search, const std::vector<const Move*>& moves,
                                Score goal, bool together) -> std::optional<Answer> {
    using Busy = typename ProofSearch<Form>::Busy;
    Answer best;
    std::vector<std::size_t> put_off;  // others were at work on them
    const auto reached = [&](std::size_t i, Busy busy) {
        const std::optional<Score> value =
            search.move_value(moves[i]->gain, moves[i]->after, goal, busy);
        if (!value) {
            put_off.push_back(i);
        } else if (*value > best.value) {
            best = {*value, i};
        }
        return best.value >= goal;
    };
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (reached(i, together && i > 0 ? Busy::Leave : Busy::Join) || search.stopped()) break;
    }
    for (std::size_t i = 0; i < put_off.size(); ++i) {
        if (best.value >= goal || search.stopped()) break;
        reached(put_off[i], Busy::Join);
    }
    if (search.stopped()) return std::nullopt;
    return best;
}

}  // namespace zerosum
