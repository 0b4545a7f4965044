#pragma once
// How much of the bank a move of Stake & Raid gets.

#include "search/general/limits.h"

namespace zerosum::raid {

// Sets limits.soft and hard from limits.bank, which is there, for a position with that many free
// squares. False: there is no time to search at all.
[[nodiscard]] bool plan(SearchLimits& limits, int free_squares);

}  // namespace zerosum::raid
