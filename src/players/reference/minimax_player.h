#pragma once
// The course's minimax reference: plain minimax without pruning, points difference as its
// evaluation, less deep when short of time, never lost on time.

#include <cstdint>

#include "players/reference/in_process.h"

namespace zerosum {

// `depth` >= 1 plies.
[[nodiscard]] PlayerPtr make_minimax(std::string name, const AnyGame& game, int depth);

}  // namespace zerosum
