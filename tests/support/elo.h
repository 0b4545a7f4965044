#pragma once
// What a player so much stronger scores on average: for simulated games.

#include <cmath>

namespace zerosum::tests {

[[nodiscard]] inline double score_from_elo(double elo) {
    return 1 / (1 + std::pow(10, -elo / 400));
}

}  // namespace zerosum::tests
