#include "search/fruit/evaluation.h"

#include <array>
#include <bit>
#include <cstdint>

namespace zerosum::fruit {

namespace {

constexpr std::array<int, kShareKnots.size()> learnt{
#include "search/fruit/shares.inc"
};

// By number of groups.
constexpr auto kShares = [] {
    std::array<Score, MoveList::capacity + 1> out{};
    for (std::size_t groups = 0; groups < out.size(); ++groups)
        out[groups] = static_cast<Score>(at_groups(learnt, groups));
    return out;
}();

}  // namespace

int share_of(std::size_t groups) {
    return kShares[groups];
}

Score evaluate(const Position& /*position*/, const MoveList& moves) {
    return alternating_sum(moves) * kShares[moves.size()] / kWholeShare;
}

Score alternating_sum(const MoveList& moves) {
    // Two groups of one size cancel out, so all that counts is which sizes occur an odd number of
    // times: one bit a size. No sorting. Groups beyond a word are rare: they get a slower path.
    std::uint64_t odd = 0;
    std::array<std::uint64_t, kMaxSize * kMaxSize / 64 + 1> odd_large;  // NOLINT: set when used
    std::size_t words = 1;
    for (const Move& move : moves) {
        const std::size_t word = move.size / 64U;
        const std::uint64_t bit = std::uint64_t{1} << (move.size % 64U);
        if (word == 0) {
            odd ^= bit;
            continue;
        }
        while (words <= word) odd_large[words++] = 0;
        odd_large[word] ^= bit;
    }

    Score sum = 0;
    Score sign = 1;
    for (std::size_t word = words; word-- > 0;) {
        for (std::uint64_t left = word == 0 ? odd : odd_large[word]; left != 0;) {
            const int bit = 63 - std::countl_zero(left);
            const Score size = static_cast<Score>(word) * 64 + bit;
            sum += sign * size * size;
            sign = -sign;
            left ^= std::uint64_t{1} << static_cast<unsigned>(bit);
        }
    }
    return sum;
}

}  // namespace zerosum::fruit
