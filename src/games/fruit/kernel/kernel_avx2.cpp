#include <algorithm>
#include <array>
#include <bit>

#include "core/bits.h"
#include "games/fruit/kernel/column_key.h"
#include "games/fruit/kernel/groups.h"
#include "games/fruit/kernel/kernel.h"

#if defined(__x86_64__)
#include "games/fruit/kernel/packing_avx2.h"
#include "games/fruit/kernel/row_list_avx2.h"
#include "games/fruit/kernel/windows_avx2.h"
#endif

namespace zerosum::fruit {

#if defined(__x86_64__)

namespace {

// Every four bits of the chosen bytes are spread over a byte, in reverse: the highest becomes bit
// 0, the next bit 2. `bytes` names every byte twice, for its upper and for its lower half.
FRUIT_AVX2 inline __m256i spread(__m256i words, __m256i bytes) {
    const __m256i twice = _mm256_shuffle_epi8(words, bytes);
    const __m256i halves = _mm256_or_si256(
        _mm256_and_si256(_mm256_srli_epi32(twice, 4), _mm256_set1_epi32(0x000F000F)),
        _mm256_and_si256(twice, _mm256_set1_epi32(0x0F000F00)));
    const __m256i reversed =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0x00, 0x40, 0x10, 0x50, 0x04, 0x44, 0x14, 0x54,
                                                  0x01, 0x41, 0x11, 0x51, 0x05, 0x45, 0x15, 0x55));
    return _mm256_shuffle_epi8(reversed, halves);
}

// The sizes of small groups in sixteen rows of eight columns: two bits of (size - 1) per row, the
// top row's lowest. `half` 0 are the rows in the upper half-words, 1 those in the lower ones.
FRUIT_AVX2 inline __m256i sizes_by_row(__m256i bit_0, __m256i bit_1, int half) {
    const __m256i upper = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(3, 3, 2, 2, 7, 7, 6, 6, 11, 11, 10, 10, 15, 15, 14, 14));
    const __m256i bytes = half == 0 ? upper : _mm256_sub_epi8(upper, _mm256_set1_epi8(2));
    return _mm256_or_si256(spread(bit_0, bytes), _mm256_slli_epi32(spread(bit_1, bytes), 1));
}

template <std::size_t Blocks>
FRUIT_AVX2 inline void list_moves(int size, const SmallGroups& small, const LargeGroups& large,
                                  MoveList& list) {
    alignas(32) Columns large_first{};
    for (const LargeGroup& group : large) large_first[group.column] |= 1U << group.bit;
    const __m128i to_top = _mm_cvtsi32_si128(kMaxSize - size);
    __m256i first[Blocks];  // the row that comes next in the sign bits
    for (std::size_t k = 0; k < Blocks; ++k)
        first[k] =
            _mm256_sll_epi32(_mm256_or_si256(block(small.first, k), block(large_first, k)), to_top);

    const __m256i columns =
        _mm256_setr_epi32(0 << 8, 1 << 8, 2 << 8, 3 << 8, 4 << 8, 5 << 8, 6 << 8, 7 << 8);
    // By row: the first cells, a bit per column, and where its moves start in the list.
    std::array<std::uint32_t, kMaxSize> row_first;  // NOLINT: set as far as it is read
    std::array<Move*, kMaxSize> row_moves;          // NOLINT
    Move* out = list.begin();
    // Moves of one to four fruits in column A of the row that comes next.
    __m256i by_size =
        _mm256_broadcastsi128_si256(_mm_setr_epi32(1 << 16, 2 << 16, 3 << 16, 4 << 16));
    for (int row = 0; row < size;) {
        __m256i sizes[Blocks];
        for (std::size_t k = 0; k < Blocks; ++k)
            sizes[k] = sizes_by_row(_mm256_sll_epi32(block(small.size_bit_0, k), to_top),
                                    _mm256_sll_epi32(block(small.size_bit_1, k), to_top), row / 16);
        for (const int end = std::min(row + 16, size); row < end; ++row) {
            std::uint32_t in_row = 0;
            row_moves[static_cast<std::size_t>(row)] = out;
            for (std::size_t k = 0; k < Blocks; ++k) {
                const auto mask =
                    static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(first[k])));
                const __m256i moves = _mm256_add_epi32(
                    _mm256_castps_si256(
                        _mm256_permutevar_ps(_mm256_castsi256_ps(by_size), sizes[k])),
                    _mm256_add_epi32(columns,
                                     _mm256_set1_epi32(static_cast<int>(kLanes * k) << 8)));
                _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), pack(moves, mask));
                out += std::popcount(mask);
                in_row |= mask << (kLanes * k);
                first[k] = _mm256_slli_epi32(first[k], 1);
                sizes[k] = _mm256_srli_epi32(sizes[k], 2);
            }
            row_first[static_cast<std::size_t>(row)] = in_row;
            by_size = _mm256_add_epi32(by_size, _mm256_set1_epi32(1));
        }
    }
    list.resize(static_cast<std::size_t>(out - list.begin()));

    // Large groups were listed without their size.
    for (const LargeGroup& group : large) {
        const auto row = static_cast<std::size_t>(size - 1 - group.bit);
        const std::uint32_t before = row_first[row] & ((1U << group.column) - 1U);
        row_moves[row][std::popcount(before)].size = group.size;
    }
}

FRUIT_AVX2 void find_groups(const Planes& planes, std::size_t used, int size, MoveList& list) {
    if (size <= kMaxNarrowSize) {
        find_groups_in_rows(planes, used, size, list);
        return;
    }
    SmallGroups small;
    mark_small_groups(planes, used, size, small);
    LargeGroups large;
    flood_large_groups(size, small, large);
    if (blocks_of(size) == 3)
        list_moves<3>(size, small, large, list);
    else
        list_moves<4>(size, small, large, list);
}

FRUIT_AVX2 void survey_groups(const Planes& planes, std::size_t used, int size, Survey& survey) {
    if (size <= kMaxNarrowSize) {
        survey_groups_in_rows(planes, used, size, survey);
        return;
    }
    SmallGroups small;
    mark_small_groups(planes, used, size, small);
    LargeGroups large;
    flood_large_groups(size, small, large);
    keep_marks(small, size, survey);
    survey.large.resize(large.size());
    Move* out = survey.large.begin();
    for (const LargeGroup& group : large)
        *out++ = {static_cast<std::uint8_t>(size - 1 - group.bit), group.column, group.size};
}

FRUIT_AVX2 void find_group(const Planes& planes, std::size_t used, int size, int bit, int column,
                           Group& group) {
    const Window window{Window::column_for(column), Window::bit_for(bit)};
    const std::uint64_t same = window.same_kind(planes, used, bit, column);
    std::uint64_t cells = window.cell(bit, column);
    for (std::uint64_t before = 0; before != cells;) {
        before = cells;
        cells = Window::grow(cells, same);
    }
    const std::uint64_t open = (window.column > 0 ? Window::first_column : 0) |
                               (window.column < kMaxSize - 8 ? Window::last_column : 0) |
                               (window.bit > 0 ? Window::bottom_row : 0) |
                               (window.bit < kMaxSize - 8 ? Window::top_row : 0);
    if ((cells & open) != 0) {
        select_group(planes, used, size, bit, column, group);
        return;
    }

    const __m256i words =
        _mm256_sll_epi32(_mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(cells))),
                         _mm_cvtsi32_si128(window.bit));
    const __m256i empty = _mm256_cmpeq_epi32(words, _mm256_setzero_si256());
    const auto missing = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(empty)));
    group.cells = {};
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(group.cells.data() + window.column), words);
    group.columns = (missing ^ 0xFFU) << static_cast<unsigned>(window.column);
    group.size = std::popcount(cells);

    std::uint64_t rows = cells | (cells >> 32U);
    rows |= rows >> 16U;
    rows |= rows >> 8U;
    const int top = 63 - std::countl_zero(rows & 0xFFU);
    const std::uint64_t in_top = (cells >> static_cast<unsigned>(top)) & Window::bottom_row;
    group.first_bit = window.bit + top;
    group.first_column = window.column + std::countr_zero(in_top) / 8;
}

FRUIT_AVX2 inline void take_from_column(Planes& planes, std::size_t column, std::uint32_t taken,
                                        Key& key) {
    const ColumnWords before = column_words(planes, column);
    ColumnWords after;
    for (std::size_t b = 0; b < kPlaneCapacity; ++b) after[b] = pext_bmi2(before[b], ~taken);
    replace_column(planes, column, before, after, key);
}

// The size of the group is known: its flood ends when all of it is found, and a window that does
// not hold all of it is noticed.
FRUIT_AVX2 void take(Planes& planes, std::size_t used, int size, int bit, int column, int count,
                     Key& key) {
    if (count == 1) {
        take_from_column(planes, static_cast<std::size_t>(column), 1U << static_cast<unsigned>(bit),
                         key);
        return;
    }
    const Window window{Window::column_for(column), Window::bit_for(bit)};
    const std::uint64_t same = window.same_kind(planes, used, bit, column);
    std::uint64_t cells = window.cell(bit, column);
    for (std::uint64_t before = 0; before != cells && std::popcount(cells) < count;) {
        before = cells;
        cells = Window::grow(cells, same);
    }
    if (std::popcount(cells) < count) [[unlikely]] {
        Group group;
        select_group(planes, used, size, bit, column, group);
        for (std::uint32_t rest = group.columns; rest != 0; rest &= rest - 1) {
            const auto c = static_cast<std::size_t>(std::countr_zero(rest));
            take_from_column(planes, c, group.cells[c], key);
        }
        return;
    }
    while (cells != 0) {
        const auto first = static_cast<unsigned>(std::countr_zero(cells)) & ~7U;
        const auto taken = static_cast<std::uint32_t>((cells >> first) & 0xFFU)
                           << static_cast<unsigned>(window.bit);
        take_from_column(planes, static_cast<std::size_t>(window.column) + first / 8, taken, key);
        cells &= ~(std::uint64_t{0xFF} << first);
    }
}

}  // namespace

const Kernel* avx2_kernel() {
    static constexpr Kernel kernel{find_groups, survey_groups, find_group, take};
    return cpu_features().avx2 && cpu_features().bmi2 ? &kernel : nullptr;
}

#else

const Kernel* avx2_kernel() {
    return nullptr;
}

#endif

}  // namespace zerosum::fruit
