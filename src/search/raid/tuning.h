#pragma once
// The constants of the search of Stake & Raid. Measured, see lab/raid.md.

#include "search/general/tuning.h"

namespace zerosum::raid {

// The search tries this many moves at every node but the root, and all of them from
// `full_width_squares` free squares down, where it reaches the end of the game in milliseconds.
inline constexpr int search_width = 8;
inline constexpr int full_width_squares = 13;

// The largest tables, in entries of 32 bytes. They start small and grow.
inline constexpr unsigned search_table_log2 = 20;  // 32 MB
inline constexpr unsigned proof_table_log2 = 22;   // 128 MB

inline constexpr Levels levels = usual_levels(20'000);

}  // namespace zerosum::raid
