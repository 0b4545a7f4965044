#pragma once
// A lower and an upper bound in the upper 48 bits of a word, 24 each, as both tables keep them.
// Scores pass 16 bits. A bound beyond 24 is stored as a weaker one, never a wrong one; the lowest
// lower bound and the highest upper bound stand for "no bound".

#include <algorithm>
#include <cstdint>

#include "core/units.h"
#include "search/general/limits.h"

namespace zerosum {

class PackedBounds {
 public:
    // The word's lower 16 bits are 0.
    [[nodiscard]] static std::uint64_t pack(Score lower, Score upper) {
        return (field(std::clamp(lower, -limit, limit - 1)) << 40U) |
               (field(std::clamp(upper, 1 - limit, limit)) << 16U);
    }
    [[nodiscard]] static Score lower(std::uint64_t word) {
        const Score value = signed_field(word >> 40U);
        return value == -limit ? -kScoreInfinity : value;
    }
    [[nodiscard]] static Score upper(std::uint64_t word) {
        const Score value = signed_field(word >> 16U);
        return value == limit ? kScoreInfinity : value;
    }

 private:
    static constexpr Score limit = (1 << 23) - 1;

    static std::uint64_t field(Score bound) {
        return static_cast<std::uint64_t>(bound) & 0xFFFFFFU;
    }
    static Score signed_field(std::uint64_t bits) {
        return static_cast<Score>(static_cast<std::uint32_t>(bits & 0xFFFFFFU) << 8U) >> 8;
    }
};

}  // namespace zerosum
