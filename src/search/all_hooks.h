#pragma once
// Every game's SearchHooks (search/general/tuning.h).

#include "search/fruit/search_hooks.h"
#include "search/raid/search_hooks.h"
