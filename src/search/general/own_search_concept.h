#pragma once
// A game may bring a search of its own, where it knows how to do better than the general one: a
// smaller form of the position, moves that need no look, a cheaper horizon. The engine and the
// solver then use it, with the same limits and for the same questions.

#include <concepts>
#include <cstdint>
#include <functional>
#include <vector>

#include "games/game.h"
#include "search/general/tuning.h"

namespace zerosum {

struct OwnSearchLimits {
    int depth = 0;  // 0: no limit
    // Asked every few microseconds of work; true ends the search at once.
    std::function<bool(std::uint64_t nodes)> stop = {};
    // Asked between two depths; true: begin no deeper one.
    std::function<bool()> enough = {};
};

// What a search to growing depths found. The move is legal however early it was stopped.
template <typename Move>
struct OwnSearchResult {
    Move move{};
    Score score = 0;  // expected future difference from the mover's view
    int depth = 0;    // the last depth that was completed
    bool exact = false;
    std::vector<Move> pv;  // the move first
    std::uint64_t nodes = 0;
};

// What was proved: lower <= future difference <= upper, equal when solved.
template <typename Move>
struct OwnProof {
    bool solved = false;
    Score lower = 0;
    Score upper = 0;
    std::vector<Move> best;  // optimal moves in official order: one, or all when asked for
    std::uint64_t nodes = 0;
};

// The position is not over.
template <typename G>
concept HasOwnSearch = Game<G> &&
    requires(const typename G::Position& position, const OwnSearchLimits& limits, bool every_best,
             const std::function<void(const OwnSearchResult<typename G::Move>&)>& on_depth) {
    {
        SearchHooks<G>::own_search(position, limits, on_depth)
        } -> std::same_as<OwnSearchResult<typename G::Move>>;
    {
        SearchHooks<G>::own_solve(position, limits, every_best)
        } -> std::same_as<OwnProof<typename G::Move>>;
};

}  // namespace zerosum
