#pragma once
// Random numbers that are the same on every platform, unlike the standard distributions.

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace zerosum {

// One step of splitmix64: a strong 64-bit mixer (Steele, Lea, Flood 2014). Also used to derive
// independent seeds: mix(seed ^ index).
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31U);
}

// xoshiro256** (Blackman and Vigna 2018), seeded through splitmix64.
class Random {
 public:
    explicit constexpr Random(std::uint64_t seed) {
        for (std::uint64_t& word : state_) {
            word = mix(seed);
            seed += 0x9E3779B97F4A7C15ULL;
        }
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17U;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotl(state_[3], 45);
        return result;
    }

    // Uniform in 0..bound-1, bound >= 1. Without bias: values of the last partial range are
    // drawn again.
    constexpr std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t reject = (0 - bound) % bound;
        for (;;) {
            const std::uint64_t x = next();
            if (x >= reject) return x % bound;
        }
    }

    // Uniform in low..high, both included.
    constexpr int between(int low, int high) {
        return low + static_cast<int>(below(static_cast<std::uint64_t>(high - low) + 1));
    }

    // Uniform in [0, 1).
    constexpr double unit() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

    template <typename T>
    constexpr void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[static_cast<std::size_t>(below(i))]);
    }

 private:
    static constexpr std::uint64_t rotl(std::uint64_t x, unsigned k) {
        return (x << k) | (x >> (64U - k));
    }
    std::array<std::uint64_t, 4> state_{};
};

}  // namespace zerosum
