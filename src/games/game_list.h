#pragma once
// A list of games as types, and the way from a game chosen at run time back to its type.

#include "games/any_game_adapter.h"

namespace zerosum {

template <Game... Gs>
struct GameList {};

namespace detail {
template <typename Visit, Game First, Game... Rest>
decltype(auto) visit_game(const AnyGame& game, Visit& visit, GameList<First, Rest...> /*games*/) {
    if constexpr (sizeof...(Rest) > 0) {
        if (&game != &any_game<First>()) return visit_game(game, visit, GameList<Rest...>{});
    }
    return visit.template operator()<First>();
}
}  // namespace detail

// Calls visit.template operator()<G>() with the static type behind a game of the list. This is how
// players instantiate templates (search over G) for a game chosen at run time.
template <typename Games, typename Visit>
decltype(auto) with_game(const AnyGame& game, Visit&& visit) {
    return detail::visit_game(game, visit, Games{});
}

}  // namespace zerosum
