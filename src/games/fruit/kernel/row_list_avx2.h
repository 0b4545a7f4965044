#pragma once
// Boards of up to 16 x 16 for AVX2: the list of moves, and the survey. Included by kernel_avx2.cpp
// only.

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "games/fruit/kernel/packing_avx2.h"
#include "games/fruit/kernel/row_windows_avx2.h"

namespace zerosum::fruit {

// Eight neighbouring cells of rows of `size` cells, as moves: what is added to a move of A1.
template <std::size_t size>
struct CellMoves {
    static constexpr std::size_t chunks = (4 * size + 7) / 8;
    alignas(32) std::array<std::array<std::uint32_t, kLanes>, chunks> chunk{};

    constexpr CellMoves() {
        for (unsigned i = 0; i < 4 * size; ++i)
            chunk[i / kLanes][i % kLanes] =
                static_cast<std::uint32_t>(i / size | ((i % size) << 8U));
    }
};
template <std::size_t size>
inline constexpr CellMoves<size> kCellMoves{};

// Where the moves of each word of four rows start in the list.
using RowStarts = std::array<Move*, 4>;

// Lists the moves in the order of the cells, large groups as groups of one. A function per size:
// the rows are packed without gaps (13 registers instead of 20 at 10 x 10), and every loop is
// unrolled.
template <std::size_t size>
FRUIT_AVX2 void list_rows(const RowGroups& groups, MoveList& list, RowStarts& starts) {
    constexpr std::uint64_t in_rows = ((std::uint64_t{1} << size) - 1) * 0x0001000100010001;
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i by_size =
        _mm256_broadcastsi128_si256(_mm_setr_epi32(1 << 16, 2 << 16, 3 << 16, 4 << 16));
    Move* out = list.begin();
#pragma GCC unroll 4
    for (std::size_t w = 0; 4 * w < size; ++w) {
        starts[w] = out;
        std::uint64_t first = _pext_u64(groups.first[w], in_rows);
        std::uint64_t bit_0 = _pext_u64(groups.size_bit_0[w], in_rows);
        std::uint64_t bit_1 = _pext_u64(groups.size_bit_1[w], in_rows);
        const std::size_t cells = std::min<std::size_t>(4 * size, size * size - 4 * size * w);
        __m256i sizes = _mm256_setzero_si256();
#pragma GCC unroll 8
        for (std::size_t chunk = 0; 8 * chunk < cells; ++chunk) {
            if (chunk % 4 == 0) {  // sizes of 32 cells: lane l has those of cells l, 8 + l, ...
                const __m256i low =
                    _mm256_srlv_epi32(_mm256_set1_epi32(static_cast<int>(bit_0)), lane);
                const __m256i high =
                    _mm256_srlv_epi32(_mm256_set1_epi32(static_cast<int>(bit_1)), lane);
                sizes = _mm256_or_si256(
                    _mm256_and_si256(low, _mm256_set1_epi8(1)),
                    _mm256_and_si256(_mm256_add_epi32(high, high), _mm256_set1_epi8(2)));
                bit_0 >>= 32U;
                bit_1 >>= 32U;
            }
            const std::size_t mask = first & 0xFFU;
            first >>= 8U;
            const __m256i moves = _mm256_add_epi32(
                _mm256_castps_si256(_mm256_permutevar_ps(_mm256_castsi256_ps(by_size), sizes)),
                _mm256_load_si256(
                    reinterpret_cast<const __m256i*>(kCellMoves<size>.chunk[chunk].data())));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), pack(moves, mask));
            out += std::popcount(mask);
            sizes = _mm256_srli_epi32(sizes, 8);
        }
        by_size = _mm256_add_epi32(by_size, _mm256_set1_epi32(4));
    }
    list.resize(static_cast<std::size_t>(out - list.begin()));
}

using ListRows = void (*)(const RowGroups&, MoveList&, RowStarts&);
inline constexpr auto kListRowsOfSize = []<std::size_t... i>(std::index_sequence<i...>) {
    return std::array<ListRows, sizeof...(i)>{list_rows<i + 1>...};
}
(std::make_index_sequence<kMaxNarrowSize>{});

FRUIT_AVX2 inline void mark_in_rows(const Planes& planes, std::size_t used, int size,
                                    RowGroups& groups) {
    if (used <= 2)
        mark_in_rows<2>(planes, size, groups);
    else if (used == 3)
        mark_in_rows<3>(planes, size, groups);
    else
        mark_in_rows<4>(planes, size, groups);
}

// The survey of a board of up to 16 x 16.
FRUIT_AVX2 inline void survey_groups_in_rows(const Planes& planes, std::size_t used, int size,
                                             Survey& survey) {
    RowGroups groups;
    mark_in_rows(planes, used, size, groups);
    survey.words = groups.first.size();
    survey.side = size;
    survey.by_row = true;
    const auto copy = [](const RowWords& from, Survey::Marks& to) __attribute__((always_inline)) {
        *reinterpret_cast<NarrowWords*>(to.data()) =
            *reinterpret_cast<const NarrowWords*>(from.data());
    };
    copy(groups.first, survey.first);  // before those of large groups are added
    copy(groups.size_bit_0, survey.size_bit_0);
    copy(groups.size_bit_1, survey.size_bit_1);
    survey.count_small();
    RowCorners corners;
    flood_large_groups(groups, size, corners);
    // A corner that is not the first cell of its group is written over.
    Move* out = survey.large.begin();
    for (std::size_t j = 0; j < corners.count; ++j) {
        const unsigned cell = corners.cell[j];
        *out = {static_cast<std::uint8_t>(cell / 16), static_cast<std::uint8_t>(cell % 16),
                static_cast<std::uint16_t>(corners.extra[j] + 1)};
        out += corners.extra[j] != 0 ? 1 : 0;
    }
    survey.large.resize(static_cast<std::size_t>(out - survey.large.begin()));
}

// The moves of a board of up to 16 x 16.
FRUIT_AVX2 inline void find_groups_in_rows(const Planes& planes, std::size_t used, int size,
                                           MoveList& list) {
    RowGroups groups;
    mark_in_rows(planes, used, size, groups);
    RowCorners corners;
    flood_large_groups(groups, size, corners);
    RowStarts starts;
    kListRowsOfSize[static_cast<std::size_t>(size - 1)](groups, list, starts);

    // Now the sizes of large groups. A corner that is not the first cell of its group adds nothing
    // to what follows it, be it a move or the unused place after the last one.
    for (std::size_t j = 0; j < corners.count; ++j) {
        const unsigned cell = corners.cell[j];
        const std::uint64_t earlier = _bzhi_u64(groups.first[cell / 64], cell % 64);
        Move& move = starts[cell / 64][std::popcount(earlier)];
        move.size = static_cast<std::uint16_t>(move.size + corners.extra[j]);
    }
}

}  // namespace zerosum::fruit
