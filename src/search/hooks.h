#pragma once
// What a game may offer the search beyond the Game concept. Every hook is optional: a game
// without one is searched correctly, only slower.
//
//   move.gain() -> Score                    a move's gain without playing it, or
//   G::gain(position, move) -> Score        the same where the position is needed
//   G::future_bound(position, list) -> Score  B >= 0 with -B <= future difference <= B
//   G::solver_key(position) -> Key          equal for positions of equal value (mirror images)
//   G::tuning                               a SearchTuning with this game's constants
//   G::decisions_left(position, list) -> double   own moves still to come that need thought
//   HasOwnSearch (games/own_search.h)       a search and a solver of the game's own

#include <concepts>

#include "games/game.h"
#include "games/tuning.h"
#include "search/limits.h"

namespace zerosum::hooks {

template <Game G>
[[nodiscard]] Score gain(const typename G::Position& position, const typename G::Move& move) {
    if constexpr (requires {
                      { G::gain(position, move) } -> std::convertible_to<Score>;
                  }) {
        return G::gain(position, move);
    } else if constexpr (requires {
                             { move.gain() } -> std::convertible_to<Score>;
                         }) {
        return move.gain();
    } else {
        typename G::Position child = position;
        return child.play(move);
    }
}

template <Game G>
[[nodiscard]] Score future_bound(const typename G::Position& position,
                                 const typename G::MoveList& list) {
    if constexpr (requires {
                      { G::future_bound(position, list) } -> std::convertible_to<Score>;
                  }) {
        return G::future_bound(position, list);
    } else {
        return score_infinity;
    }
}

template <Game G>
[[nodiscard]] Key solver_key(const typename G::Position& position) {
    if constexpr (requires {
                      { G::solver_key(position) } -> std::convertible_to<Key>;
                  }) {
        return G::solver_key(position);
    } else {
        return position.key();
    }
}

template <Game G>
[[nodiscard]] constexpr SearchTuning tuning() {
    if constexpr (requires {
                      { G::tuning } -> std::convertible_to<SearchTuning>;
                  }) {
        return G::tuning;
    } else {
        return SearchTuning{};
    }
}

template <Game G>
[[nodiscard]] double decisions_left(const typename G::Position& position,
                                    const typename G::MoveList& list) {
    if constexpr (requires {
                      { G::decisions_left(position, list) } -> std::convertible_to<double>;
                  }) {
        return G::decisions_left(position, list);
    } else {
        return static_cast<double>(list.size()) / 2;
    }
}

}  // namespace zerosum::hooks
