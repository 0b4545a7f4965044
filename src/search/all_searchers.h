#pragma once
// The searchers of all games of games/all_games.h.

#include "search/fruit/searcher.h"
#include "search/raid/searcher.h"
