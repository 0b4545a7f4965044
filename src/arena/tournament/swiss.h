#pragma once
// A round of a Swiss tournament: neighbours in the ranking meet, who have not met before if that
// can be had.

#include <cstdint>
#include <span>
#include <vector>

#include "arena/tournament/pairings.h"

namespace zerosum {

struct SwissPair {
    PlayerIndex first = kNoPlayer;   // starts
    PlayerIndex second = kNoPlayer;  // kNoPlayer: `first` has a bye
};

// `seats`: who takes part, two or more, in an order that decides among equals. `finished`: all
// pairings so far, also of players who have left.
[[nodiscard]] std::vector<SwissPair> swiss_round(std::span<const PlayerIndex> seats,
                                                 std::span<const FinishedPairing> finished,
                                                 std::uint64_t seed, int round);

}  // namespace zerosum
