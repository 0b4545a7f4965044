#include <array>
#include <bit>

#include "core/bits.h"
#include "games/fruit/groups.h"
#include "games/fruit/kernel.h"

namespace zerosum::fruit {

#if defined(__x86_64__)

// On every function here, and no flag on the file: code shared with other files stays portable.
// All CPUs with AVX2 and BMI2 have the three smaller extensions.
#define FRUIT_AVX2 [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]]

namespace {

// packing[mask] lists the lanes in `mask` in order, a byte each: the permutation that moves them
// to the front.
constexpr std::array<std::uint64_t, 256> packing = [] {
    std::array<std::uint64_t, 256> table{};
    for (unsigned mask = 0; mask < table.size(); ++mask) {
        unsigned next = 0;
        for (unsigned lane = 0; lane < lanes; ++lane) {
            if (((mask >> lane) & 1U) != 0) table[mask] |= std::uint64_t{lane} << (8 * next++);
        }
    }
    return table;
}();

FRUIT_AVX2 inline __m256i block(const Columns& columns, std::size_t k) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(columns.data()) + k);
}

// A Move is one lane, row | column << 8 | size << 16, so eight columns of a row are written at
// once: lanes that are first cells of groups move to the front and are stored without a branch.
// The store writes eight moves, wanted or not. There is room: before block k of row r at most
// r * size + 8 * k moves were written.
static_assert(sizeof(Move) == sizeof(std::uint32_t));
static_assert(MoveList::capacity >= max_size * max_size);

FRUIT_AVX2 void find_groups(const Planes& planes, std::size_t used, int size, MoveList& list) {
    GroupMap map;
    map_groups(planes, used, size, map);

    const __m256i one = _mm256_set1_epi32(1);
    const __m256i next_block = _mm256_set1_epi32(static_cast<int>(lanes) << 8);
    const std::size_t blocks = blocks_of(size);
    Move* out = list.begin();
    for (int row = 0; row < size; ++row) {
        const int bit = size - 1 - row;
        const __m128i to_front = _mm_cvtsi32_si128(bit);
        const __m128i to_sign = _mm_cvtsi32_si128(max_size - 1 - bit);
        __m256i cell =
            _mm256_setr_epi32(0 << 8, 1 << 8, 2 << 8, 3 << 8, 4 << 8, 5 << 8, 6 << 8, 7 << 8);
        cell = _mm256_or_si256(cell, _mm256_set1_epi32(row));
        for (std::size_t k = 0; k < blocks; ++k) {
            const __m256i odd = block(map.odd, k);
            const __m256i two = block(map.two, k);
            const __m256i large = block(map.large, k);
            const __m256i first = _mm256_or_si256(_mm256_or_si256(odd, two), large);
            const auto mask = static_cast<unsigned>(
                _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_sll_epi32(first, to_sign))));

            const __m256i bit_0 = _mm256_and_si256(_mm256_srl_epi32(odd, to_front), one);
            const __m256i bit_1 = _mm256_and_si256(_mm256_srl_epi32(two, to_front), one);
            const __m256i is_large = _mm256_srai_epi32(_mm256_sll_epi32(large, to_sign), 31);
            const __m256i large_size =
                _mm256_and_si256(block(map.sizes[static_cast<std::size_t>(bit)], k), is_large);
            const __m256i group_size =
                _mm256_or_si256(large_size, _mm256_or_si256(bit_0, _mm256_add_epi32(bit_1, bit_1)));
            const __m256i moves = _mm256_or_si256(cell, _mm256_slli_epi32(group_size, 16));

            const __m256i order =
                _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(packing[mask])));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                                _mm256_permutevar8x32_epi32(moves, order));
            out += std::popcount(mask);
            cell = _mm256_add_epi32(cell, next_block);
        }
    }
    list.resize(static_cast<std::size_t>(out - list.begin()));
}

FRUIT_AVX2 void find_group(const Planes& planes, std::size_t used, int size, int bit, int column,
                           Group& group) {
    select_group(planes, used, size, bit, column, group);
}

FRUIT_AVX2 void drop(Planes& planes, std::size_t used, const Columns& taken,
                     std::uint32_t columns) {
    for (; columns != 0; columns &= columns - 1) {
        const auto c = static_cast<std::size_t>(std::countr_zero(columns));
        for (std::size_t b = 0; b < used; ++b)
            planes.plane[b][c] = pext_bmi2(planes.plane[b][c], ~taken[c]);
    }
}

}  // namespace

const Kernel* avx2_kernel() {
    static constexpr Kernel kernel{find_groups, find_group, drop};
    return cpu_features().avx2 && cpu_features().bmi2 ? &kernel : nullptr;
}

#else

const Kernel* avx2_kernel() {
    return nullptr;
}

#endif

}  // namespace zerosum::fruit
