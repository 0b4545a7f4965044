#pragma once
// The list of games with a third one in it: found in front of src/games/all_games.h.

#include "games/coins/rules.h"
#include "games/fruit/rules.h"
#include "games/game_list.h"
#include "games/raid/rules.h"

namespace zerosum {

using AllGames = GameList<fruit::Fruit, raid::Raid, coins::Coins>;

}  // namespace zerosum
