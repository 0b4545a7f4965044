#pragma once
// The searchers of all games, that of the third one too: found in front of
// src/search/all_searchers.h.

#include "search/coins/searcher.h"
#include "search/fruit/searcher.h"
#include "search/raid/searcher.h"
