#pragma once
// From the search's limits and answers to those of a game that brings its own search, and back.

#include <functional>

#include "search/general/limits.h"
#include "search/general/own_search_concept.h"

namespace zerosum {

// Refers to `limits`, which must live as long as the result.
[[nodiscard]] inline OwnSearchLimits own_search_limits(const SearchLimits& limits) {
    return {limits.depth,
            [&limits](std::uint64_t nodes) {
                return (limits.nodes != 0 && nodes >= limits.nodes) ||
                       limits.stop.stop_requested() ||
                       (limits.hard && limits.timer.elapsed() >= *limits.hard);
            },
            [&limits] { return limits.soft && limits.timer.elapsed() >= *limits.soft; }};
}

template <HasOwnSearch G>
[[nodiscard]] SearchResult<typename G::Move> run_own_search(
    const typename G::Position& position, const SearchLimits& limits,
    const std::function<void(const SearchResult<typename G::Move>&)>& on_depth) {
    using Move = typename G::Move;
    const auto translate = [&](const OwnSearchResult<Move>& own) {
        SearchResult<Move> result;
        result.lines.push_back({own.move, own.score, own.depth, own.exact, own.pv});
        result.nodes = own.nodes;
        result.cpu = limits.timer.elapsed();
        return result;
    };
    std::function<void(const OwnSearchResult<Move>&)> report;
    if (on_depth) report = [&](const OwnSearchResult<Move>& own) { on_depth(translate(own)); };
    return translate(SearchHooks<G>::own_search(position, own_search_limits(limits), report));
}

}  // namespace zerosum
