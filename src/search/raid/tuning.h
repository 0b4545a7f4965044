#pragma once
// The constants of the search of Stake & Raid. Measured, see lab/raid.md.

#include "search/general/tuning.h"

namespace zerosum::raid {

// The search tries this many moves at every node but the root, and all of them from
// `kFullWidthSquares` free squares down, where it reaches the end of the game in milliseconds.
inline constexpr int kSearchWidth = 8;
inline constexpr int kFullWidthSquares = 13;

// The largest tables, in entries of 32 bytes. They start small and grow.
inline constexpr unsigned kSearchTableLog2 = 20;  // 32 MB
inline constexpr unsigned kProofTableLog2 = 22;   // 128 MB

inline constexpr Levels kLevels = usual_levels(20'000);

}  // namespace zerosum::raid
