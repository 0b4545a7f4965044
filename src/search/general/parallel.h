#pragma once
// Several threads on one position, for analysis: all run the same iterative deepening and share
// one transposition table, so that each profits from what the others have found ("lazy SMP").
// The answer is the first thread's; which nodes the others visit depends on timing, so only one
// thread is repeatable.

#include <thread>
#include <vector>

#include "search/general/pvs.h"

namespace zerosum {

// Limits count the CPU time and nodes of all threads together: each works with its share of what
// is left when they start.
template <SearchKnowledge K>
[[nodiscard]] typename PvSearch<K>::Result search_in_parallel(
    TranspositionTable& table, const typename PvSearch<K>::Position& position,
    const SearchLimits& limits, const typename PvSearch<K>::OnDepth& on_depth = {}) {
    PvSearch<K> first(table);
    const int threads = limits.threads;
    if (threads <= 1) return first.run(position, limits, on_depth);

    SearchLimits part = limits;
    const Seconds used = limits.timer.elapsed();
    if (part.soft) part.soft = (*part.soft - used) / threads;
    if (part.hard) part.hard = (*part.hard - used) / threads;
    if (part.nodes != 0)
        part.nodes = std::max<std::uint64_t>(part.nodes / static_cast<std::uint64_t>(threads), 1);

    struct Share {
        std::uint64_t nodes = 0;
        Seconds cpu{0};
    };
    std::vector<Share> shares(static_cast<std::size_t>(threads) - 1);
    typename PvSearch<K>::Result result;
    {
        std::vector<std::jthread> helpers;
        helpers.reserve(shares.size());
        for (Share& share : shares) {
            helpers.emplace_back([&](std::stop_token stop) {
                SearchLimits own = part;
                own.lines = 1;
                own.stop = std::move(stop);
                own.timer = CpuTimer(thread_cpu);
                PvSearch<K> helper(table);
                share.nodes = helper.run(position, own).nodes;
                share.cpu = own.timer.elapsed();
            });
        }
        // Its clock has gone on while the others were started.
        SearchLimits own = part;
        const Seconds now = limits.timer.elapsed();
        if (own.soft) own.soft = now + *part.soft;
        if (own.hard) own.hard = now + *part.hard;
        result = first.run(position, own, on_depth);
    }  // asks the helpers to stop and waits for them
    for (const Share& share : shares) {
        result.nodes += share.nodes;
        result.cpu += share.cpu;
    }
    return result;
}

}  // namespace zerosum
