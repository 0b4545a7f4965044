#pragma once
// The program's puzzles as the page shows them (docs/api.md). Nothing is kept: who solved what is
// known to the browser alone.

#include <string_view>

#include "app/web/json_fwd.h"

namespace zerosum::web {

// How many a game has of each grade, from the easiest; empty: none at all.
[[nodiscard]] Json puzzle_grades(std::string_view game);

// Which one a day has, with its board; "2026-11-18".
[[nodiscard]] Asked<Json> daily_puzzle(std::string_view date);

// A puzzle with every value, and the boards along its solution and its refutation.
[[nodiscard]] Asked<Json> show_puzzle(std::string_view game, std::string_view number);

}  // namespace zerosum::web
