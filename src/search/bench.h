#pragma once
// The bench signature: the number of nodes that the searcher of a game visits on fixed positions.
// It changes when, and only when, the search that plays does.

#include <cstdint>

#include "games/any_game.h"

namespace zerosum {

struct BenchResult {
    std::uint64_t signature = 0;  // all nodes
    Seconds cpu{0};
    [[nodiscard]] double nodes_per_second() const {
        return cpu > Seconds(0) ? static_cast<double>(signature) / cpu.count() : 0;
    }
};

// Each position is searched to a fixed depth and given to the solver for a fixed number of nodes.
[[nodiscard]] BenchResult bench(const AnyGame& game, int depth = 7);

}  // namespace zerosum
