#include <algorithm>
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

// Eight columns x eight rows as one 64-bit word, a byte a column. Most groups fit in one, and
// flooding a word takes no branches: floods of different groups overlap in the CPU.
struct Window {
    static constexpr std::uint64_t bottom_row = 0x0101010101010101;
    static constexpr std::uint64_t top_row = 0x8080808080808080;
    static constexpr std::uint64_t first_column = 0x00000000000000FF;
    static constexpr std::uint64_t last_column = 0xFF00000000000000;

    int column;  // of the board, in the first byte
    int bit;     // of the board, in the lowest bits

    // Placed so that a group whose first cell is given is likely to fit: eight rows down from it
    // and more columns to the right than to the left.
    FRUIT_AVX2 static Window below(int bit, int column) {
        return {std::clamp(column - 3, 0, max_size - 8), std::max(bit - 7, 0)};
    }

    FRUIT_AVX2 [[nodiscard]] std::uint64_t cell(int board_bit, int board_column) const {
        return std::uint64_t{1} << static_cast<unsigned>((board_column - column) * 8 + board_bit -
                                                         bit);
    }

    FRUIT_AVX2 [[nodiscard]] __m256i load(const Columns& columns) const {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(columns.data() + column));
    }

    // The window of eight column words, a byte each.
    FRUIT_AVX2 [[nodiscard]] std::uint64_t bytes(__m256i words) const {
        constexpr char zero = -128;
        const __m256i low_bytes = _mm256_setr_epi8(
            0, 4, 8, 12, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero,  //
            0, 4, 8, 12, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero);
        const __m256i halves =
            _mm256_shuffle_epi8(_mm256_srl_epi32(words, _mm_cvtsi32_si128(bit)), low_bytes);
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_unpacklo_epi32(
            _mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1))));
    }
};

// Step 3 for AVX2: floods from every corner and keeps the group when the corner is its first cell.
FRUIT_AVX2 inline void flood_large_groups(int size, const SmallGroups& small, LargeGroups& large) {
    LargeGroup* out = large.begin();
    std::uint32_t columns = 0;
    for (std::size_t k = 0; k < blocks_of(size); ++k) {
        const __m256i empty = _mm256_cmpeq_epi32(block(small.corners, k), _mm256_setzero_si256());
        const auto mask =
            static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(empty)));
        columns |= (mask ^ 0xFFU) << (lanes * k);
    }
    for (; columns != 0; columns &= columns - 1) {
        const int column = std::countr_zero(columns);
        for (std::uint32_t left = small.corners[static_cast<std::size_t>(column)]; left != 0;
             left &= left - 1) {
            const int bit = std::countr_zero(left);
            const Window window = Window::below(bit, column);
            const std::uint64_t up = window.bytes(window.load(small.links.up));
            const std::uint64_t right = window.bytes(window.load(small.links.right));

            const std::uint64_t up_inside = up & ~Window::top_row;
            const std::uint64_t corner = window.cell(bit, column);
            std::uint64_t cells = corner;
            const auto grow = [&]() __attribute__((always_inline)) {
                cells |= ((cells & up_inside) << 1U) | ((cells >> 1U) & up_inside);
                cells |= ((cells & right) << 8U) | ((cells >> 8U) & right);
            };
            // Most groups are whole after four rounds: the loop's end is then easy to predict.
            grow();
            grow();
            grow();
            for (std::uint64_t before = 0; before != cells;) {
                before = cells;
                grow();
            }

            // Higher cells, and cells of the same row further left, come before the corner.
            const auto row = static_cast<unsigned>(bit - window.bit);
            const std::uint64_t earlier = (Window::bottom_row * ((0xFEU << row) & 0xFFU)) |
                                          ((Window::bottom_row << row) & (corner - 1)) |
                                          (up & Window::top_row);
            const bool is_first = (cells & earlier) == 0;
            // Where the group may go on outside.
            const std::uint64_t open = (window.column > 0 ? Window::first_column : 0) |
                                       (window.bit > 0 ? Window::bottom_row : 0) |
                                       (right & Window::last_column);
            const std::uint64_t unsure = is_first ? cells & open : 0;
            if (unsure != 0) [[unlikely]] {
                Columns seen{};
                const Flooded group = flood(small.links, seen, bit, column);
                if (group.first_bit() != bit || group.first_column() != column) continue;
                *out++ = {static_cast<std::uint8_t>(bit), static_cast<std::uint8_t>(column),
                          static_cast<std::uint16_t>(group.size)};
                continue;
            }
            *out = {static_cast<std::uint8_t>(bit), static_cast<std::uint8_t>(column),
                    static_cast<std::uint16_t>(std::popcount(cells))};
            out += is_first ? 1 : 0;
        }
    }
    large.resize(static_cast<std::size_t>(out - large.begin()));
}

// A Move is one lane, row | column << 8 | size << 16, so eight columns of a row are written at
// once: lanes that are first cells of groups move to the front and are stored without a branch.
// The store writes eight moves, wanted or not. There is room: before block k of row r at most
// r * size + 8 * k moves were written.
static_assert(sizeof(Move) == sizeof(std::uint32_t));
static_assert(MoveList::capacity >= max_size * max_size);

template <std::size_t Blocks>
FRUIT_AVX2 inline void list_moves(int size, const SmallGroups& small, const LargeGroups& large,
                                  MoveList& list) {
    alignas(32) Columns large_first{};
    for (const LargeGroup& group : large) large_first[group.column] |= 1U << group.bit;
    __m256i bit_0[Blocks];
    __m256i bit_1[Blocks];
    __m256i bit_2[Blocks];
    __m256i first[Blocks];
    for (std::size_t k = 0; k < Blocks; ++k) {
        bit_0[k] = block(small.size_bit_0, k);
        bit_1[k] = block(small.size_bit_1, k);
        bit_2[k] = block(small.size_bit_2, k);
        first[k] = _mm256_or_si256(_mm256_or_si256(bit_0[k], bit_1[k]),
                                   _mm256_or_si256(bit_2[k], block(large_first, k)));
    }

    const __m256i one = _mm256_set1_epi32(1);
    const __m256i next_block = _mm256_set1_epi32(static_cast<int>(lanes) << 8);
    const __m256i first_block =
        _mm256_setr_epi32(0 << 8, 1 << 8, 2 << 8, 3 << 8, 4 << 8, 5 << 8, 6 << 8, 7 << 8);
    // By bit: the first cells of the row, a bit a column, and where its moves start in the list.
    std::array<std::uint32_t, max_size> row_first;  // NOLINT: set as far as it is read
    std::array<Move*, max_size> row_moves;          // NOLINT
    Move* out = list.begin();
    for (int bit = size - 1; bit >= 0; --bit) {
        const __m128i to_front = _mm_cvtsi32_si128(bit);
        const __m128i to_sign = _mm_cvtsi32_si128(max_size - 1 - bit);
        __m256i cell = _mm256_or_si256(first_block, _mm256_set1_epi32(size - 1 - bit));
        std::uint32_t in_row = 0;
        row_moves[static_cast<std::size_t>(bit)] = out;
        for (std::size_t k = 0; k < Blocks; ++k) {
            const auto mask = static_cast<unsigned>(
                _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_sll_epi32(first[k], to_sign))));
            const __m256i ones = _mm256_and_si256(_mm256_srl_epi32(bit_0[k], to_front), one);
            const __m256i twos = _mm256_and_si256(_mm256_srl_epi32(bit_1[k], to_front), one);
            const __m256i fours = _mm256_and_si256(_mm256_srl_epi32(bit_2[k], to_front), one);
            const __m256i sizes = _mm256_or_si256(
                _mm256_or_si256(_mm256_slli_epi32(ones, 16), _mm256_slli_epi32(twos, 17)),
                _mm256_slli_epi32(fours, 18));
            const __m256i order =
                _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(packing[mask])));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                                _mm256_permutevar8x32_epi32(_mm256_or_si256(cell, sizes), order));
            out += std::popcount(mask);
            in_row |= mask << (lanes * k);
            cell = _mm256_add_epi32(cell, next_block);
        }
        row_first[static_cast<std::size_t>(bit)] = in_row;
    }
    list.resize(static_cast<std::size_t>(out - list.begin()));

    // Large groups were listed without their size.
    for (const LargeGroup& group : large) {
        const std::uint32_t before = row_first[group.bit] & ((1U << group.column) - 1U);
        row_moves[group.bit][std::popcount(before)].size = group.size;
    }
}

FRUIT_AVX2 void find_groups(const Planes& planes, std::size_t used, int size, MoveList& list) {
    SmallGroups small;
    mark_small_groups(planes, used, size, small);
    LargeGroups large;
    flood_large_groups(size, small, large);
    switch (blocks_of(size)) {
        case 1:
            list_moves<1>(size, small, large, list);
            break;
        case 2:
            list_moves<2>(size, small, large, list);
            break;
        case 3:
            list_moves<3>(size, small, large, list);
            break;
        default:
            list_moves<4>(size, small, large, list);
            break;
    }
}

FRUIT_AVX2 void find_group(const Planes& planes, std::size_t used, int size, int bit, int column,
                           Group& group) {
    const Window window = Window::below(bit, column);
    __m256i differs = _mm256_setzero_si256();
    for (std::size_t b = 0; b < used; ++b) {
        const std::uint32_t word = planes.plane[b][static_cast<std::size_t>(column)];
        const int has = -static_cast<int>((word >> static_cast<unsigned>(bit)) & 1U);
        differs = _mm256_or_si256(
            differs, _mm256_xor_si256(window.load(planes.plane[b]), _mm256_set1_epi32(has)));
    }
    const std::uint64_t same = ~window.bytes(differs);
    std::uint64_t cells = window.cell(bit, column);
    for (std::uint64_t before = 0; before != cells;) {
        before = cells;
        for (int step = 0; step < 2; ++step) {
            cells |=
                (((cells << 1U) & ~Window::bottom_row) | ((cells >> 1U) & ~Window::top_row)) & same;
            cells |= ((cells << 8U) | (cells >> 8U)) & same;
        }
    }
    const std::uint64_t open = (window.column > 0 ? Window::first_column : 0) |
                               (window.column < max_size - 8 ? Window::last_column : 0) |
                               (window.bit > 0 ? Window::bottom_row : 0) |
                               (window.bit < max_size - 8 ? Window::top_row : 0);
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
