#pragma once
// Words of one and of two machine words, as the compact board (compact.h) uses them.

#include <bit>
#include <cstdint>

#include "core/bits.h"
#include "core/units.h"

namespace zerosum::fruit {

__extension__ using Word128 = unsigned __int128;

// Without the CPU's instruction, which not every x86-64 has, this beats the library's table.
inline unsigned count_portable(std::uint64_t word) {
    word -= (word >> 1U) & 0x5555555555555555U;
    word = (word & 0x3333333333333333U) + ((word >> 2U) & 0x3333333333333333U);
    word = (word + (word >> 4U)) & 0x0F0F0F0F0F0F0F0FU;
    return static_cast<unsigned>((word * 0x0101010101010101U) >> 56U);
}
// Where the CPU has it, the instruction. Whether it has is asked each time: that is a branch that
// is always foreseen, and spares a second build of all that counts.
inline const bool kHasPopcnt = cpu_features().popcnt;
inline unsigned count(std::uint64_t word) {
#if defined(__x86_64__)
    if (kHasPopcnt) [[likely]] {
        std::uint64_t ones = 0;
        __asm__("popcnt %1, %0" : "=r"(ones) : "r"(word) : "cc");
        return static_cast<unsigned>(ones);
    }
#endif
    return count_portable(word);
}
inline unsigned lowest(std::uint64_t word) {
    return static_cast<unsigned>(std::countr_zero(word));
}
inline unsigned highest(std::uint64_t word) {
    return 63U - static_cast<unsigned>(std::countl_zero(word));
}
// Both halves of a product, folded: every bit of the word reaches every bit of the result.
inline Key fold(Key key, std::uint64_t word) {
    constexpr std::uint64_t odd = 0x9FB21C651E98DF25U;  // any with about as many ones as zeros
    const Word128 product = static_cast<Word128>(key ^ word) * odd;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

inline unsigned count(Word128 word) {
    return count(static_cast<std::uint64_t>(word)) + count(static_cast<std::uint64_t>(word >> 64U));
}
inline unsigned highest(Word128 word) {
    const auto high = static_cast<std::uint64_t>(word >> 64U);
    return high != 0 ? 64 + highest(high) : highest(static_cast<std::uint64_t>(word));
}
inline Key fold(Key key, Word128 word) {
    return fold(fold(key, static_cast<std::uint64_t>(word)),
                static_cast<std::uint64_t>(word >> 64U));
}

template <typename Word>
Word lowest_bit(Word word) {
    return word & (~word + 1);
}
// Takes the lowest run of ones away.
template <typename Word>
Word take_run(Word& bits) {
    const Word rest = bits & (bits + lowest_bit(bits));
    const Word run = bits ^ rest;
    bits = rest;
    return run;
}

}  // namespace zerosum::fruit
