#pragma once
// The list of games. Adding one: a folder beside this file, its type in this list, and its searcher
// in search/all_searchers.h.
//
// Included by these files only; all others speak to games through any_game.h. A program with other
// games compiles them again with other versions of this header and of search/all_searchers.h:
//   games/registry.cpp   search/any_searcher.cpp
//   players/reference/minimax_player.cpp   players/reference/alphabeta_player.cpp
// and by the Python package, which has the games of this list: python/src/boards.cpp

#include "games/fruit/rules.h"
#include "games/game_list.h"
#include "games/raid/rules.h"

namespace zerosum {

using AllGames = GameList<fruit::Fruit, raid::Raid>;

}  // namespace zerosum
