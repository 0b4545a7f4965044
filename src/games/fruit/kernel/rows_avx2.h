#pragma once
// Boards of up to 16 x 16 for AVX2, steps 1 and 2. Included by kernel_avx2.cpp only.
//
// The planes are turned first: a row becomes a lane of 16 bits, the top row first, bit 0 at the
// left, and a whole plane one register. Everything then stands in the order of the move list, and
// four rows are a word that PEXT and PDEP pack and unpack:
//
//      word 0   row 1: A..P | row 2: A..P | row 3: A..P | row 4: A..P     bit 16 * row + column
//      word 1   row 5: A..P | ...
//
// A cell's number is 16 * row + column, a byte.

#include <immintrin.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/fruit/kernel/packing_avx2.h"
#include "games/fruit/kernel/small_groups.h"

namespace zerosum::fruit {

using RowWords = std::array<std::uint64_t, 4>;

// The links of a board and empty rows around it: a window can reach over the edge.
struct RowLinks {
    static constexpr std::size_t window = 8;  // rows and columns
    // Row r is word r + 1: links down in the low half, to the right in the high half.
    alignas(32) std::array<std::uint32_t, 1 + kMaxNarrowSize + window> row;
    __m256i down;
    __m256i right;
};

// What steps 1 and 2 find: see SmallGroups.
struct RowGroups {
    RowLinks links;
    alignas(32) RowWords first;
    alignas(32) RowWords size_bit_0;
    alignas(32) RowWords size_bit_1;
    alignas(32) RowWords corners;

    [[gnu::always_inline]] static void store(RowWords& words, const NarrowLanes& value) {
        *reinterpret_cast<NarrowWords*>(words.data()) = value;
    }
    [[gnu::always_inline]] void set_links(std::size_t /*k*/, const NarrowLanes& /*up*/,
                                          const NarrowLanes& down, const NarrowLanes& right) {
        links.down = __builtin_bit_cast(__m256i, down);
        links.right = __builtin_bit_cast(__m256i, right);
    }
    [[gnu::always_inline]] void set_groups(std::size_t /*k*/, const NarrowLanes& first_cells,
                                           const NarrowLanes& bit_0, const NarrowLanes& bit_1,
                                           const NarrowLanes& corner_cells) {
        store(first, first_cells);
        store(size_bit_0, bit_0);
        store(size_bit_1, bit_1);
        store(corners, corner_cells);
    }
};

// Exchanges rows and columns of every 8 x 8 bits (Hacker's Delight, 7-3).
template <int shift>
FRUIT_AVX2 inline __m256i exchange(__m256i x, long long mask) {
    const __m256i differs = _mm256_and_si256(_mm256_xor_si256(x, _mm256_srli_epi64(x, shift)),
                                             _mm256_set1_epi64x(mask));
    return _mm256_xor_si256(x, _mm256_xor_si256(differs, _mm256_slli_epi64(differs, shift)));
}
FRUIT_AVX2 inline __m256i turn_bytes(__m256i x) {
    x = exchange<7>(x, 0x00AA00AA00AA00AA);
    x = exchange<14>(x, 0x0000CCCC0000CCCC);
    return exchange<28>(x, 0x00000000F0F0F0F0);
}

// A plane with a lane per row. `to_top` moves the top row to the highest bit.
FRUIT_AVX2 inline __m256i turn(const Columns& columns, __m128i to_top) {
    const auto* words = reinterpret_cast<const __m256i*>(columns.data());
    // Columns A-D and I-L, then E-H and M-P.
    const __m256i halves = _mm256_sll_epi16(
        _mm256_packus_epi32(_mm256_load_si256(words), _mm256_load_si256(words + 1)), to_top);
    const __m256i bytes =
        _mm256_shuffle_epi8(halves, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                        0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15)));
    // The upper eight rows of columns A-H and of I-P, then the lower eight rows.
    const __m256i turned =
        turn_bytes(_mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(1, 5, 3, 7, 0, 4, 2, 6)));
    return _mm256_shuffle_epi8(turned, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                           7, 15, 6, 14, 5, 13, 4, 12, 3, 11, 2, 10, 1, 9, 0, 8)));
}

template <std::size_t used>
FRUIT_AVX2 inline void mark_in_rows(const Planes& planes, int size, RowGroups& groups) {
    const __m128i to_top = _mm_cvtsi32_si128(kMaxNarrowSize - size);
    NarrowLanes rows[used];
    for (std::size_t b = 0; b < used; ++b)
        rows[b] = __builtin_bit_cast(NarrowLanes, turn(planes.plane[b], to_top));
    const auto board = [&rows](std::size_t b, std::size_t /*k*/) __attribute__((always_inline)) {
        return rows[b];
    };
    mark_small_groups<RowLayout, used, 1>(board, groups);

    RowLinks& links = groups.links;
    const __m256i low = _mm256_unpacklo_epi16(links.down, links.right);   // rows 1-4 and 9-12
    const __m256i high = _mm256_unpackhi_epi16(links.down, links.right);  // rows 5-8 and 13-16
    const auto at = [&links](std::size_t i) __attribute__((always_inline)) {
        return reinterpret_cast<__m128i*>(&links.row[i]);
    };
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(&links.row[17]), _mm256_setzero_si256());
    links.row[0] = 0;
    _mm_storeu_si128(at(1), _mm256_castsi256_si128(low));
    _mm_storeu_si128(at(5), _mm256_castsi256_si128(high));
    _mm_storeu_si128(at(9), _mm256_extracti128_si256(low, 1));
    _mm_storeu_si128(at(13), _mm256_extracti128_si256(high, 1));
}

}  // namespace zerosum::fruit
