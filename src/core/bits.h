#pragma once
// Bit tricks with a portable form and, where the CPU has it, an instruction.

#include <bit>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace zerosum {

// Packs the bits of `word` selected by `mask` towards bit 0, keeping their order.
//   word  a b c d e f g h
//   mask  0 1 1 0 0 1 0 1
//   pext  0 0 0 0 b c f h
[[nodiscard]] constexpr std::uint32_t pext_portable(std::uint32_t word, std::uint32_t mask) {
    if (mask == 0) return 0;
    word &= mask;
    // Closes one run of holes after the other, the highest first: those below stay in place.
    for (std::uint32_t holes = ~mask; holes != 0;) {
        const int end = static_cast<int>(std::bit_width(holes));
        const int length = std::countl_one(holes << static_cast<unsigned>(32 - end));
        const std::uint32_t below = (1U << static_cast<unsigned>(end - length)) - 1U;
        word = (word & below) | ((word >> static_cast<unsigned>(length)) & ~below);
        holes &= below;
    }
    return word;
}

// What this CPU can do, asked once.
struct CpuFeatures {
    bool avx2 = false;
    bool bmi2 = false;
    bool popcnt = false;
};
[[nodiscard]] const CpuFeatures& cpu_features();

#if defined(__x86_64__)
// Only to be called from code compiled for BMI2 and reached when cpu_features().bmi2.
[[gnu::target("bmi2")]] [[nodiscard]] inline std::uint32_t pext_bmi2(std::uint32_t word,
                                                                     std::uint32_t mask) {
    return _pext_u32(word, mask);
}
#endif

}  // namespace zerosum
