#pragma once
// Starts that favour neither side, for games of persons. On most boards who begins is ahead, often
// by more than a better player wins back. A fair start is an even board (even_boards.h) or, where
// there is none of that size, a drawn board with komi: as many points for who moves second as
// moving first is expected to bring.

#include "core/random.h"
#include "games/any_game.h"

namespace zerosum {

struct FairStart {
    PositionPtr position;
    Score komi = 0;  // for who moves second; below 0 where moving second is better
};

// Whether fair_start() searches for these options: that takes up to half a second of CPU time on
// the largest boards. Otherwise it only draws.
[[nodiscard]] bool needs_komi(const AnyGame& game, const StartOptions& options);

[[nodiscard]] Result<FairStart> fair_start(const AnyGame& game, const StartOptions& options,
                                           Random& random);

// What the player to move is expected to win by from here when both play well. Bounded by nodes, no
// clock is read: the same board has the same komi everywhere.
[[nodiscard]] Score fair_komi(const AnyPosition& start);

}  // namespace zerosum
