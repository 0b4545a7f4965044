#pragma once
// The searcher of a game: the only way to a move, an analysis, a hint, a proof or a fixed-depth
// answer. It lives for one game and keeps its tables from move to move; one thread at a time may
// ask it.
//
//   Searcher<G> searcher(hash_bytes);     for each of its tables, at most
//   searcher.search(position, limits, on_depth)     the best moves: always at least one legal move
//   searcher.solve(position, limits, want, on_answer)   the proved value, or bounds on it
//   searcher.believe(position, limits, want)        the value under a rule of thumb: no proof.
//                                                   Only where a game has such a rule
//   searcher.fixed_depth_move(position, depth)      the answer that course files ask for
//   searcher.recall(beliefs, left, expected)        what an earlier process knew of the opponent
//   searcher.beliefs(), searcher.expected_reply()   the same, for a later process
//   Searcher<G>::levels                             how levels 1 to 9 are weakened

#include <concepts>
#include <cstddef>
#include <optional>

#include "games/game.h"
#include "search/general/beliefs.h"
#include "search/general/limits.h"
#include "search/general/tuning.h"

namespace zerosum {

template <Game G>
class Searcher {
    static_assert(sizeof(G) == 0,
                  "this game has no searcher: write search/NAME/searcher.h with a specialisation "
                  "zerosum::Searcher<G>, for most games one that derives from "
                  "GeneralSearcher<Knowledge>, and include it in search/all_searchers.h");
};

// What every searcher offers. Positions are not over, except for `solve`.
template <typename G>
concept HasSearcher = Game<G> && std::constructible_from<Searcher<G>, std::size_t> &&
    requires(Searcher<G>& searcher, const typename G::Position& position,
             const SearchLimits& limits, const OnUpdate<typename G::Move>& on_update, Want want,
             int depth, const Beliefs& beliefs, const std::optional<typename G::Move>& expected) {
    // The best moves first. A legal move whatever the limits are.
    {
        searcher.search(position, limits, on_update)
        } -> std::same_as<SearchResult<typename G::Move>>;
    // Uses limits.nodes, hard, stop and threads. A finished game is solved: 0, no moves.
    {
        searcher.solve(position, limits, want, on_update)
        } -> std::same_as<SearchResult<typename G::Move>>;
    // The first of the best moves, in official order, after `depth` >= 1 plies with points counted.
    { searcher.fixed_depth_move(position, depth) } -> std::same_as<typename G::Move>;
    { searcher.recall(beliefs, position, expected) } -> std::same_as<void>;
    { searcher.beliefs() } -> std::convertible_to<Beliefs>;
    { searcher.expected_reply() } -> std::convertible_to<std::optional<typename G::Move>>;
    { Searcher<G>::levels } -> std::convertible_to<Levels>;
};

// The searcher of a game that has a rule of thumb. Uses limits.nodes, hard, stop and threads.
template <typename G>
concept HasBeliefs = HasSearcher<G> &&
    requires(Searcher<G>& searcher, const typename G::Position& position,
             const SearchLimits& limits, Want want) {
    { searcher.believe(position, limits, want) } -> std::same_as<Belief<typename G::Move>>;
};

}  // namespace zerosum
