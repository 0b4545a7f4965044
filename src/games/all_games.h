#pragma once
// The list of games. Adding one: a folder beside this file, its type in this list, and its searcher
// in search/all_searchers.h.
//
// Included by these files only; all others speak to games through any_game.h. A program with other
// games compiles them again with other versions of this header and of search/all_searchers.h:
//   games/registry.cpp   search/any_searcher.cpp
//   players/reference/minimax_player.cpp   players/reference/alphabeta_player.cpp

#include "games/any_game_adapter.h"
#include "games/fruit/rules.h"
#include "games/raid/rules.h"

namespace zerosum {

template <Game... Gs>
struct GameList {};

using AllGames = GameList<fruit::Fruit, raid::Raid>;

namespace detail {
template <typename Visit, Game First, Game... Rest>
decltype(auto) visit_game(const AnyGame& game, Visit& visit, GameList<First, Rest...> /*games*/) {
    if constexpr (sizeof...(Rest) > 0) {
        if (&game != &any_game<First>()) return visit_game(game, visit, GameList<Rest...>{});
    }
    return visit.template operator()<First>();
}
}  // namespace detail

// Calls visit.template operator()<G>() with the static type behind a game. This is how players
// instantiate templates (search over G) for a game chosen at run time.
template <typename Visit>
decltype(auto) with_game(const AnyGame& game, Visit&& visit) {
    return detail::visit_game(game, visit, AllGames{});
}

}  // namespace zerosum
