#pragma once
// Boards of up to 16 x 16 for AVX2, step 3: large groups, flooded in windows of the board, four or
// eight at a time. Included by kernel_avx2.cpp only.

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "games/fruit/kernel/rows_avx2.h"

namespace zerosum::fruit {

// The corners of a board, in the order of the cells.
struct RowCorners {
    static constexpr std::size_t at_once = 8;
    static constexpr std::size_t capacity = kMaxNarrowSize * kMaxNarrowSize / 2 + at_once;

    unsigned count;
    alignas(8) std::array<std::uint8_t, capacity> cell;
    // What its move has beyond one fruit: size - 1 when the corner is the first cell of its group,
    // and 0 when it is not and has no move.
    alignas(32) std::array<std::uint64_t, capacity> extra;
};

// Floods one group in the whole board: for the few that leave their window. Its size when the cell
// is the first of the group, else 0.
FRUIT_AVX2 [[gnu::noinline]] inline unsigned flood_in_rows(const RowLinks& links, unsigned cell) {
    const __m256i lane = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m256i row = _mm256_set1_epi16(static_cast<short>(cell / 16));
    const auto column = static_cast<short>(1 << (cell % 16));
    const __m256i in_row = _mm256_cmpeq_epi16(lane, row);
    __m256i cells = _mm256_and_si256(in_row, _mm256_set1_epi16(column));
    for (__m256i before = _mm256_setzero_si256();;) {
        for (int round = 0; round < 3; ++round) {
            const __m256i to_right = _mm256_slli_epi16(_mm256_and_si256(cells, links.right), 1);
            const __m256i to_left = _mm256_and_si256(_mm256_srli_epi16(cells, 1), links.right);
            cells = _mm256_or_si256(cells, _mm256_or_si256(to_right, to_left));
            const __m256i down = _mm256_and_si256(cells, links.down);
            const __m256i lower =
                _mm256_alignr_epi8(down, _mm256_permute2x128_si256(down, down, 0x08), 14);
            const __m256i higher = _mm256_and_si256(
                _mm256_alignr_epi8(_mm256_permute2x128_si256(cells, cells, 0x81), cells, 2),
                links.down);
            cells = _mm256_or_si256(cells, _mm256_or_si256(lower, higher));
        }
        const __m256i grown = _mm256_xor_si256(before, cells);
        if (_mm256_testz_si256(grown, grown) != 0) break;
        before = cells;
    }
    const __m256i earlier = _mm256_or_si256(
        _mm256_cmpgt_epi16(row, lane),
        _mm256_and_si256(in_row, _mm256_set1_epi16(static_cast<short>(column - 1))));
    if (_mm256_testz_si256(cells, earlier) == 0) return 0;
    alignas(32) RowWords words;
    _mm256_store_si256(reinterpret_cast<__m256i*>(words.data()), cells);
    return static_cast<unsigned>(std::popcount(words[0]) + std::popcount(words[1]) +
                                 std::popcount(words[2]) + std::popcount(words[3]));
}

// Four windows of 8 x 8 cells, a byte per row, each around a corner: one row above it, three
// columns to its left unless the edge of the board is nearer.
struct FourRowWindows {
    static constexpr int side = 8;
    static constexpr int to_the_left = 3;
    static constexpr std::uint64_t first_column = 0x0101010101010101;
    static constexpr std::uint64_t last_column = 0x8080808080808080;
    static constexpr std::uint64_t last_row = 0xFF00000000000000;

    __m256i down;
    __m256i right;
    __m256i right_inside;  // links that do not leave the window
    __m256i corner;
    __m256i cells;  // the group of the corner, as far as it was flooded

    FRUIT_AVX2 static __m256i all(std::uint64_t word) {
        return _mm256_set1_epi64x(static_cast<long long>(word));
    }

    // Rows of a window, those of its upper and those of its lower half: links down in the even
    // words, to the right in the odd ones.
    FRUIT_AVX2 static __m256i links_in(const RowLinks& links, std::uint8_t row,
                                       std::uint32_t column) {
        const __m256i words = _mm256_srlv_epi32(
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(links.row.data() + row)),
            _mm256_set1_epi32(static_cast<int>(column)));
        return _mm256_shuffle_epi8(
            words, _mm256_broadcastsi128_si256(
                       _mm_setr_epi8(0, 4, 8, 12, 2, 6, 10, 14, 0, 4, 8, 12, 2, 6, 10, 14)));
    }

    FRUIT_AVX2 void start(const RowLinks& links, const std::uint8_t* rows,
                          const std::uint32_t* columns, __m128i in_window) {
        const __m256i ab = _mm256_unpacklo_epi32(links_in(links, rows[0], columns[0]),
                                                 links_in(links, rows[1], columns[1]));
        const __m256i cd = _mm256_unpacklo_epi32(links_in(links, rows[2], columns[2]),
                                                 links_in(links, rows[3], columns[3]));
        const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        down = _mm256_permutevar8x32_epi32(_mm256_unpacklo_epi64(ab, cd), order);
        right = _mm256_permutevar8x32_epi32(_mm256_unpackhi_epi64(ab, cd), order);
        right_inside = _mm256_andnot_si256(all(last_column), right);
        corner = _mm256_sllv_epi64(all(1), _mm256_cvtepu8_epi64(in_window));
        cells = corner;
    }

    FRUIT_AVX2 void grow() {
        const __m256i lower = _mm256_slli_epi64(_mm256_and_si256(cells, down), 8);
        const __m256i higher = _mm256_and_si256(_mm256_srli_epi64(cells, 8), down);
        cells = _mm256_or_si256(cells, _mm256_or_si256(lower, higher));
        const __m256i further = _mm256_slli_epi64(_mm256_and_si256(cells, right_inside), 1);
        const __m256i nearer = _mm256_and_si256(_mm256_srli_epi64(cells, 1), right_inside);
        cells = _mm256_or_si256(cells, _mm256_or_si256(further, nearer));
    }

    // All bits of the windows in which no cell of the group is in the mask.
    FRUIT_AVX2 [[nodiscard]] __m256i without(__m256i mask) const {
        return _mm256_cmpeq_epi64(_mm256_and_si256(cells, mask), _mm256_setzero_si256());
    }
    // Those whose corner is the first cell of its group.
    FRUIT_AVX2 [[nodiscard]] __m256i first() const {
        return without(_mm256_add_epi64(corner, all(~std::uint64_t{0})));
    }
    // Those that the group surely does not leave. `inner`: the window is not at the left edge.
    FRUIT_AVX2 [[nodiscard]] __m256i whole(__m128i inner) const {
        return without(
            _mm256_or_si256(_mm256_or_si256(_mm256_and_si256(right, all(last_column)),
                                            _mm256_and_si256(down, all(last_row))),
                            _mm256_and_si256(_mm256_cvtepi8_epi64(inner), all(first_column))));
    }
    // Size - 1 of the groups whose first cell is the corner, 0 of the others.
    FRUIT_AVX2 [[nodiscard]] __m256i extra(__m256i is_first) const {
        const __m256i low = _mm256_set1_epi8(15);
        const __m256i ones = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
        const __m256i counted = _mm256_and_si256(cells, is_first);
        const __m256i sums = _mm256_add_epi8(
            _mm256_shuffle_epi8(ones, _mm256_and_si256(counted, low)),
            _mm256_shuffle_epi8(ones, _mm256_and_si256(_mm256_srli_epi64(counted, 4), low)));
        return _mm256_add_epi64(_mm256_sad_epu8(sums, _mm256_setzero_si256()), is_first);
    }
};
// Floods from `count` corners, the first of which is number `from`, in `fours` registers. A bit for
// each that is the first cell of its group.
template <std::size_t fours>
FRUIT_AVX2 inline unsigned flood_windows(const RowLinks& links, int size, RowCorners& corners,
                                         std::size_t from, unsigned count, std::uint64_t cells) {
    const __m128i cell = _mm_cvtsi64_si128(static_cast<long long>(cells));
    const __m128i low_half = _mm_set1_epi8(15);
    const __m128i column = _mm_and_si128(cell, low_half);
    const __m128i row = _mm_and_si128(_mm_srli_epi16(cell, 4), low_half);
    const __m128i left_of =
        _mm_min_epu8(_mm_subs_epu8(column, _mm_set1_epi8(FourRowWindows::to_the_left)),
                     _mm_set1_epi8(static_cast<char>(std::max(size - FourRowWindows::side, 0))));
    const __m128i in_window =
        _mm_add_epi8(_mm_sub_epi8(column, left_of), _mm_set1_epi8(FourRowWindows::side));
    alignas(8) std::array<std::uint8_t, RowCorners::at_once> rows;
    alignas(32) std::array<std::uint32_t, RowCorners::at_once> columns;
    _mm_storel_epi64(reinterpret_cast<__m128i*>(rows.data()), row);
    _mm256_store_si256(reinterpret_cast<__m256i*>(columns.data()), _mm256_cvtepu8_epi32(left_of));

    FourRowWindows windows[fours];
    windows[0].start(links, rows.data(), columns.data(), in_window);
    if constexpr (fours == 2)
        windows[1].start(links, rows.data() + 4, columns.data() + 4, _mm_srli_epi64(in_window, 32));
    // Most groups are whole after five rounds: the loop's end is then easy to predict.
    for (int round = 0; round < 5; ++round)
        for (FourRowWindows& four : windows) four.grow();
    for (__m256i grown = windows[0].cells; _mm256_testz_si256(grown, grown) == 0;) {
        grown = _mm256_setzero_si256();
        for (FourRowWindows& four : windows) {
            const __m256i before = four.cells;
            four.grow();
            grown = _mm256_or_si256(grown, _mm256_xor_si256(before, four.cells));
        }
    }

    const __m128i inner = _mm_cmpgt_epi8(left_of, _mm_setzero_si128());
    unsigned firsts = 0;
    unsigned whole = 0;
    for (std::size_t i = 0; i < fours; ++i) {
        const __m256i first = windows[i].first();
        const __m256i inside = windows[i].whole(i == 0 ? inner : _mm_srli_epi64(inner, 32));
        _mm256_store_si256(reinterpret_cast<__m256i*>(&corners.extra[from + 4 * i]),
                           windows[i].extra(first));
        firsts |= static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(first))) << (4 * i);
        whole |= static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(inside))) << (4 * i);
    }
    firsts = _bzhi_u32(firsts, count);
    for (unsigned unsure = firsts & ~whole; unsure != 0; unsure &= unsure - 1) [[unlikely]] {
            const auto j = static_cast<std::size_t>(std::countr_zero(unsure));
            const unsigned found = flood_in_rows(links, corners.cell[from + j]);
            corners.extra[from + j] = found == 0 ? 0 : found - 1;
            if (found == 0) firsts &= ~(1U << j);
        }
    return firsts;
}

// Any number of corners, eight at a time.
FRUIT_AVX2 [[gnu::noinline]] inline void flood_many(RowGroups& groups, int size,
                                                    RowCorners& corners) {
    corners.count = 0;
    for (std::size_t w = 0; w < groups.corners.size(); ++w) {
        for (std::uint64_t left = groups.corners[w]; left != 0; left = _blsr_u64(left))
            corners.cell[corners.count++] = static_cast<std::uint8_t>(64 * w + _tzcnt_u64(left));
    }
    for (unsigned from = 0; from < corners.count; from += RowCorners::at_once) {
        const unsigned here = std::min(corners.count - from, unsigned{RowCorners::at_once});
        std::uint64_t cells = 0;
        std::memcpy(&cells, &corners.cell[from], here);
        unsigned firsts = flood_windows<2>(groups.links, size, corners, from, here, cells);
        for (; firsts != 0; firsts &= firsts - 1) {
            const unsigned cell =
                corners.cell[from + static_cast<unsigned>(std::countr_zero(firsts))];
            groups.first[cell / 64] |= std::uint64_t{1} << (cell % 64);
        }
    }
}

// Step 3: floods from every corner and adds the first cells of large groups to those of the small.
FRUIT_AVX2 inline void flood_large_groups(RowGroups& groups, int size, RowCorners& corners) {
    // Eight corners in all and four in a word are seldom exceeded. They are gathered in a register:
    // bytes that are written one by one could not be read together for a while.
    std::uint64_t cells = 0;
    std::uint64_t too_many = 0;
    unsigned count = 0;
    std::array<unsigned, 4> before;  // NOLINT: set as far as it is read
    const auto words = static_cast<std::size_t>(size + 3) / 4;
    for (std::size_t w = 0; w < words; ++w) {
        const std::uint64_t all = groups.corners[w];
        const std::uint64_t from_2 = _blsr_u64(all);
        const std::uint64_t from_3 = _blsr_u64(from_2);
        const std::uint64_t from_4 = _blsr_u64(from_3);
        too_many |= _blsr_u64(from_4);
        const std::uint64_t four = _tzcnt_u64(all) | (_tzcnt_u64(from_2) << 8U) |
                                   (_tzcnt_u64(from_3) << 16U) | (_tzcnt_u64(from_4) << 24U);
        const auto found = static_cast<unsigned>(std::popcount(all));
        cells |= _bzhi_u64(four + w * 0x40404040, 8 * found) << (8 * count % 64);
        before[w] = count;
        count += found;
    }
    if (too_many != 0 || count > RowCorners::at_once) [[unlikely]] {
        flood_many(groups, size, corners);
        return;
    }
    corners.count = count;
    std::memcpy(corners.cell.data(), &cells, sizeof cells);
    // Four windows do in two of three boards at 10 x 10.
    const unsigned firsts = count <= 4
                                ? flood_windows<1>(groups.links, size, corners, 0, count, cells)
                                : flood_windows<2>(groups.links, size, corners, 0, count, cells);
    for (std::size_t w = 0; w < words; ++w)
        groups.first[w] |= _pdep_u64(firsts >> before[w], groups.corners[w]);
}

}  // namespace zerosum::fruit
