#pragma once
// What a game may offer the search beyond the Game concept. Every hook is optional: a game
// without one is searched correctly, only slower.
//
//   SearchHooks<G>::outlook(position) -> Outlook  proved bounds, a key shared by equal futures
//   SearchHooks<G>::tuning                    a SearchTuning with this game's constants
//   SearchHooks<G>::decisions_left(position, list) -> double
//                                             own moves still to come that need thought
//   SearchHooks<G>::with_small_form(start, use) -> bool
//                                             a smaller form for the solver (position_form.h)
//   HasOwnSearch (own_search.h)         a search and a solver of the game's own

#include <concepts>

#include "games/game.h"
#include "search/all_hooks.h"
#include "search/general/limits.h"
#include "search/general/tuning.h"

namespace zerosum::hooks {

// The first of the moves with the largest gain; there is one.
template <Game G>
[[nodiscard]] typename G::Move largest_gain(const typename G::Position& position,
                                            const typename G::MoveList& moves) {
    const typename G::Move* best = &moves[0];
    Score most = G::gain(position, *best);
    for (const typename G::Move& move : moves)
        if (const Score found = G::gain(position, move); found > most) {
            best = &move;
            most = found;
        }
    return *best;
}

template <Game G>
[[nodiscard]] Outlook outlook(const typename G::Position& position) {
    if constexpr (requires {
                      { SearchHooks<G>::outlook(position) } -> std::convertible_to<Outlook>;
                  }) {
        return SearchHooks<G>::outlook(position);
    } else {
        return {position.key(), -score_infinity, score_infinity, 1};
    }
}

template <Game G>
[[nodiscard]] constexpr SearchTuning tuning() {
    if constexpr (requires {
                      { SearchHooks<G>::tuning } -> std::convertible_to<SearchTuning>;
                  }) {
        return SearchHooks<G>::tuning;
    } else {
        return SearchTuning{};
    }
}

template <Game G>
[[nodiscard]] double decisions_left(const typename G::Position& position,
                                    const typename G::MoveList& list) {
    if constexpr (requires {
                      {
                          SearchHooks<G>::decisions_left(position, list)
                          } -> std::convertible_to<double>;
                  }) {
        return SearchHooks<G>::decisions_left(position, list);
    } else {
        return static_cast<double>(list.size()) / 2;
    }
}

}  // namespace zerosum::hooks
