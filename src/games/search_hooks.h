#pragma once
// Every game's search hooks. A game without a line here is searched with the defaults.

#include "games/fruit/search_hooks.h"
