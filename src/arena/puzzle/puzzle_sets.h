#pragma once
// The puzzles that the program carries (data/puzzles), easiest first, and which one a day has.

#include <string_view>
#include <vector>

#include "arena/puzzle/puzzle.h"

namespace zerosum {

// Those of a game; none: there is no set of it.
[[nodiscard]] const std::vector<Puzzle>& puzzle_set(std::string_view game);

struct DailyPuzzle {
    const Puzzle* puzzle = nullptr;
    std::size_t number = 0;  // in its set, from 1
};
// Of a day counted from 1970-01-01. The games take turns, and none comes again before all of its
// game were shown. Nothing: there are no puzzles.
[[nodiscard]] std::optional<DailyPuzzle> puzzle_of_the_day(std::int64_t day);

// "2026-11-18" as such a number; nothing: no date of the calendar.
[[nodiscard]] std::optional<std::int64_t> parse_day(std::string_view date);

}  // namespace zerosum
