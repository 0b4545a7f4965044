#pragma once
// Numbers of standings in words: the same in every form.

#include <cstddef>
#include <map>
#include <string>

#include "arena/tournament/standings.h"

namespace zerosum {

// "6", "6.5": points come in halves.
[[nodiscard]] std::string halves(double points);
// "+12 +-3"; an interval of which nothing is known: "+12 +-?".
[[nodiscard]] std::string plus_minus(const Interval& interval, int digits);
// A pairing in the cross table: "2:1", "-".
[[nodiscard]] std::string cell(const Tally& tally);
// "5 points, 1 time".
[[nodiscard]] std::string endings_in_words(const std::map<std::string, int>& endings);
// How a line compares with the next one.
[[nodiscard]] std::string next_in_words(const Standings& standings, std::size_t place);
[[nodiscard]] std::string first_move_in_words(const Standings& standings);
// How sure the top is; empty when there is nothing to be sure of.
[[nodiscard]] std::string certainty_in_words(const Standings& standings);
[[nodiscard]] std::string games_in_words(const Standings& standings);
// A warning when banks were worth more on some machines than on others; otherwise empty.
[[nodiscard]] std::string speeds_in_words(const Standings& standings);
// The games that a player lost otherwise than on the board, by reason.
[[nodiscard]] std::map<std::string, int> faults(const StandingLine& line);

}  // namespace zerosum
