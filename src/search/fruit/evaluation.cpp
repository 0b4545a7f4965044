#include "search/fruit/evaluation.h"

#include <array>
#include <bit>
#include <cstdint>

namespace zerosum::fruit {

namespace {

constexpr std::array<int, kShareKnots.size()> kLearnt{
#include "search/fruit/shares.inc"
};

// By number of groups.
constexpr auto kShares = [] {
    std::array<Score, MoveList::capacity + 1> out{};
    for (std::size_t groups = 0; groups < out.size(); ++groups)
        out[groups] = static_cast<Score>(at_groups(kLearnt, groups));
    return out;
}();

// Two groups of one size cancel out, so all that counts is which sizes occur an odd number of
// times: one bit a size. No sorting. Groups beyond a word are rare: they get a slower path.
class OddSizes {
 public:
    OddSizes() {}  // NOLINT: large_ is set when it is used

    void add(std::size_t size) {
        const std::size_t word = size / 64U;
        const std::uint64_t bit = std::uint64_t{1} << (size % 64U);
        if (word == 0) {
            small_ ^= bit;
            return;
        }
        while (words_ <= word) large_[words_++] = 0;
        large_[word] ^= bit;
    }

    // Of the squares, in descending order.
    [[nodiscard]] Score alternating_sum() const {
        Score sum = 0;
        Score sign = 1;
        for (std::size_t word = words_; word-- > 0;) {
            for (std::uint64_t left = word == 0 ? small_ : large_[word]; left != 0;) {
                const int bit = 63 - std::countl_zero(left);
                const Score size = static_cast<Score>(word) * 64 + bit;
                sum += sign * size * size;
                sign = -sign;
                left ^= std::uint64_t{1} << static_cast<unsigned>(bit);
            }
        }
        return sum;
    }

 private:
    std::uint64_t small_ = 0;
    std::size_t words_ = 1;
    std::array<std::uint64_t, kMaxSize * kMaxSize / 64 + 1> large_;
};

}  // namespace

int share_of(std::size_t groups) {
    return kShares[groups];
}

Score evaluate(const Survey& survey) {
    return alternating_sum(survey) * kShares[survey.groups()] / kWholeShare;
}

Score alternating_sum(const Survey& survey) {
    OddSizes odd;
    for (std::size_t size = 1; size < survey.small.size(); ++size)
        if (survey.small[size] % 2 != 0) odd.add(size);
    for (const Move& move : survey.large) odd.add(move.size);
    return odd.alternating_sum();
}

Score alternating_sum(const MoveList& moves) {
    OddSizes odd;
    for (const Move& move : moves) odd.add(move.size);
    return odd.alternating_sum();
}

}  // namespace zerosum::fruit
