#pragma once
// Moves in registers, written to the list without a branch. Included by kernel_avx2.cpp only.

#include <immintrin.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/fruit/kernel/small_groups.h"
#include "games/fruit/moves.h"

// On every function here, and no flag on the file: code shared with other files stays portable.
// All CPUs with AVX2 and BMI2 have the three smaller extensions.
#define FRUIT_AVX2 [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]]

namespace zerosum::fruit {

// kPacking[mask] lists the lanes in `mask` in order, a byte each: the permutation that moves them
// to the front.
inline constexpr std::array<std::uint64_t, 256> kPacking = [] {
    std::array<std::uint64_t, 256> table{};
    for (unsigned mask = 0; mask < table.size(); ++mask) {
        unsigned next = 0;
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            if (((mask >> lane) & 1U) != 0) table[mask] |= std::uint64_t{lane} << (8 * next++);
        }
    }
    return table;
}();

// Moves the lanes in `mask` to the front. A Move is one lane, row | column << 8 | size << 16, so
// that eight cells are listed at once and without a branch. All eight are stored, wanted or not.
// There is room: before eight cells at most as many moves were listed as there are cells before
// them.
static_assert(sizeof(Move) == sizeof(std::uint32_t));
static_assert(MoveList::capacity >= kMaxSize * kMaxSize);
FRUIT_AVX2 inline __m256i pack(__m256i moves, std::size_t mask) {
    return _mm256_permutevar8x32_epi32(
        moves, _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(kPacking[mask]))));
}

}  // namespace zerosum::fruit
