#include "games/fruit/evaluation.h"

#include <array>
#include <bit>
#include <cstdint>

namespace zerosum::fruit {

namespace {
// The share of the alternating sum that the game is expected to bring, in percent.
constexpr Score settled_part = 65;
}  // namespace

Score evaluate(const Position& /*position*/, const MoveList& moves) {
    // Two groups of one size cancel out, so all that counts is which sizes occur an odd number of
    // times: one bit a size. No sorting.
    std::array<std::uint64_t, max_size * max_size / 64 + 1> odd{};
    for (const Move& move : moves) odd[move.size / 64U] ^= std::uint64_t{1} << (move.size % 64U);

    Score sum = 0;
    Score sign = 1;
    for (std::size_t word = odd.size(); word-- > 0;) {
        while (odd[word] != 0) {
            const int bit = 63 - std::countl_zero(odd[word]);
            const Score size = static_cast<Score>(word) * 64 + bit;
            sum += sign * size * size;
            sign = -sign;
            odd[word] ^= std::uint64_t{1} << static_cast<unsigned>(bit);
        }
    }
    return sum * settled_part / 100;
}

Score future_bound(const Position& position) {
    Score sum = 0;
    for (int kind = 0; kind < position.kinds(); ++kind) {
        Score count = 0;
        for (int column = 0; column < position.size(); ++column)
            count += std::popcount(position.cells_of_kind(column, kind));
        sum += count * count;
    }
    return sum;
}

}  // namespace zerosum::fruit
