#pragma once
// The constants of the search of Stake & Raid. Measured, see lab/raid.md.

#include "search/general/tuning.h"

namespace zerosum::raid {

// The search tries this many moves at every node but the root, and all of them from
// kFullWidthSquares free squares down, where it reaches the end of the game in milliseconds. Above,
// when it has seen the last square, it tries twice as many, and then all.
inline constexpr int kSearchWidth = 6;
inline constexpr int kFullWidthSquares = 13;

// The root tries every move two plies deep, and from then on the best kRootWidth, and those that
// come back (root.h). One number for all sizes and times: between 10 and 28 nothing could be told
// apart in games at 8x8 and 12x12, and a wider root costs depth at 20x20. What size, time and an
// unstable order ask for is the business of the moves that come back: they are many where the
// scores of two depths differ much, and none where they agree.
inline constexpr int kRootWidth = 16;

// The largest table, in entries of 32 bytes. It starts small and grows.
inline constexpr unsigned kTableLog2 = 22;  // 128 MB

// Time (time_plan.h). With half of a bank of one second a proof succeeds from about
// kProvableSquares free squares down, and from kProvablePerTenfold more with ten times the bank.
// The moves at that border count as kProofDecisions, and the first may take kProofShare of the
// bank.
inline constexpr double kProvableSquares = 15.5;
inline constexpr double kProvablePerTenfold = 2.5;
inline constexpr double kProofDecisions = 1.5;
inline constexpr double kProofShare = 0.6;

// Even depths from level 4 on: at an odd depth the mover has made a move more than the other, and
// what the reply takes back is not seen.
inline constexpr Levels kLevels{{{1, 0.85},
                                 {1, 0.55},
                                 {1, 0.25},
                                 {2, 0.50},
                                 {2, 0.20},
                                 {4, 0.28},
                                 {4, 0.00},
                                 {6, 0.00},
                                 {8, 0.00}}};

}  // namespace zerosum::raid
