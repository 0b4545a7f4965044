#pragma once
// Step 3 for AVX2: large groups, flooded in windows of the board, eight at a time. Included by
// kernel_avx2.cpp only.

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/fruit/kernel/groups.h"
#include "games/fruit/kernel/packing_avx2.h"

namespace zerosum::fruit {

FRUIT_AVX2 inline __m256i block(const Columns& columns, std::size_t k) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(columns.data()) + k);
}

// Eight columns x eight rows as one 64-bit word, a byte per column. Most groups fit in one, and
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
    static constexpr int side = 8;
    static constexpr int to_the_left = 3;
    static constexpr int column_for(int column) {
        return std::min(std::max(column - to_the_left, 0), kMaxSize - side);
    }
    static constexpr int bit_for(int bit) { return std::max(bit - (side - 1), 0); }

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

    // The cells with fruits of the same kind as the given one.
    FRUIT_AVX2 [[nodiscard]] std::uint64_t same_kind(const Planes& planes, std::size_t used,
                                                     int board_bit, int board_column) const {
        __m256i differs = _mm256_setzero_si256();
        for (std::size_t b = 0; b < used; ++b) {
            const std::uint32_t word = planes.plane[b][static_cast<std::size_t>(board_column)];
            const int has = -static_cast<int>((word >> static_cast<unsigned>(board_bit)) & 1U);
            differs = _mm256_or_si256(
                differs, _mm256_xor_si256(load(planes.plane[b]), _mm256_set1_epi32(has)));
        }
        return ~bytes(differs);
    }

    // Adds the neighbours of cells above, below, left and right.
    FRUIT_AVX2 static std::uint64_t grow(std::uint64_t cells, std::uint64_t same) {
        cells |= (((cells << 1U) & ~bottom_row) | ((cells >> 1U) & ~top_row)) & same;
        return cells | (((cells << 8U) | (cells >> 8U)) & same);
    }
};

// A group of five or more.
struct LargeGroup {
    std::uint8_t bit;  // of the first cell
    std::uint8_t column;
    std::uint16_t size;
};
// Candidates are written before they are known to be first cells, four at a time.
using LargeGroups = FixedList<LargeGroup, kMaxSize * kMaxSize / 2>;

// The corners of a board, and where their windows are.
struct Corners {
    static constexpr std::size_t at_once = 8;  // windows that are flooded together
    static constexpr std::size_t capacity = kMaxSize * kMaxSize / 2 + 2 * at_once;
    using Words = std::array<std::uint32_t, capacity>;

    std::size_t count = 0;
    alignas(32) Words cell;  // column * 32 + bit
    alignas(32) Words window_column;
    alignas(32) Words window_bit;
    alignas(32) Words in_window;  // the bit of the window's word

    FRUIT_AVX2 Corners(int size, const Columns& corners) {  // NOLINT: set as far as it is read
        std::uint32_t* out = cell.data();
        for (std::size_t c = 0; c < static_cast<std::size_t>(size); c += 2) {
            // Two columns seldom have more than four corners, and four are written whether they
            // are there or not: the branch is easy to predict.
            std::uint64_t left = corners[c] | (std::uint64_t{corners[c + 1]} << 32U);
            const int found = std::popcount(left);
            const auto base = static_cast<std::uint32_t>(c * kMaxSize);
            std::uint32_t* next = out;
            do {
                for (int i = 0; i < 4; ++i) {
                    *next++ = base + static_cast<std::uint32_t>(_tzcnt_u64(left));
                    left = _blsr_u64(left);
                }
            } while (left != 0);
            out += found;
        }
        count = static_cast<std::size_t>(out - cell.data());
        for (std::size_t i = 0; i < at_once; ++i) out[i] = 0;

        const __m256i none = _mm256_setzero_si256();
        for (std::size_t i = 0; i < count; i += at_once) {
            const auto at = [&](Words& words) { return reinterpret_cast<__m256i*>(&words[i]); };
            const __m256i cells = _mm256_load_si256(at(cell));
            const __m256i column = _mm256_srli_epi32(cells, 5);
            const __m256i bit = _mm256_and_si256(cells, _mm256_set1_epi32(kMaxSize - 1));
            const __m256i left_of = _mm256_min_epi32(
                _mm256_max_epi32(_mm256_sub_epi32(column, _mm256_set1_epi32(Window::to_the_left)),
                                 none),
                _mm256_set1_epi32(kMaxSize - Window::side));
            const __m256i below =
                _mm256_max_epi32(_mm256_sub_epi32(bit, _mm256_set1_epi32(Window::side - 1)), none);
            _mm256_store_si256(at(window_column), left_of);
            _mm256_store_si256(at(window_bit), below);
            _mm256_store_si256(
                at(in_window),
                _mm256_add_epi32(_mm256_slli_epi32(_mm256_sub_epi32(column, left_of), 3),
                                 _mm256_sub_epi32(bit, below)));
        }
    }
};

// Four windows in a register, flooded together without a branch.
struct FourWindows {
    __m256i up;  // links
    __m256i right;
    __m256i up_inside;  // links up that do not leave the window
    __m256i cells;      // the group of the corner, as far as it was flooded

    FRUIT_AVX2 static __m256i all(std::uint64_t word) {
        return _mm256_set1_epi64x(static_cast<long long>(word));
    }
    FRUIT_AVX2 static __m256i four(const Corners::Words& words, std::size_t i) {
        return _mm256_cvtepu32_epi64(
            _mm_load_si128(reinterpret_cast<const __m128i*>(words.data() + i)));
    }

    // One window: links up in the low half, to the right in the high half.
    FRUIT_AVX2 static __m128i links_in(const Links& links, std::uint32_t column,
                                       std::uint32_t bit) {
        const __m128i down = _mm_cvtsi32_si128(static_cast<int>(bit));
        const __m256i up = _mm256_srl_epi32(
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(links.up.data() + column)), down);
        const __m256i right = _mm256_srl_epi32(
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(links.right.data() + column)),
            down);
        constexpr char zero = -128;
        const __m256i bytes = _mm256_setr_epi8(
            0, 4, 8, 12, 2, 6, 10, 14, zero, zero, zero, zero, zero, zero, zero, zero,  //
            0, 4, 8, 12, 2, 6, 10, 14, zero, zero, zero, zero, zero, zero, zero, zero);
        const __m256i halves =
            _mm256_shuffle_epi8(_mm256_blend_epi16(up, _mm256_slli_epi32(right, 16), 0xAA), bytes);
        return _mm_unpacklo_epi32(_mm256_castsi256_si128(halves),
                                  _mm256_extracti128_si256(halves, 1));
    }

    FRUIT_AVX2 void start(const Links& links, const Corners& corners, std::size_t i) {
        const __m128i a = links_in(links, corners.window_column[i], corners.window_bit[i]);
        const __m128i b = links_in(links, corners.window_column[i + 1], corners.window_bit[i + 1]);
        const __m128i c = links_in(links, corners.window_column[i + 2], corners.window_bit[i + 2]);
        const __m128i d = links_in(links, corners.window_column[i + 3], corners.window_bit[i + 3]);
        up = _mm256_set_m128i(_mm_unpacklo_epi64(c, d), _mm_unpacklo_epi64(a, b));
        right = _mm256_set_m128i(_mm_unpackhi_epi64(c, d), _mm_unpackhi_epi64(a, b));
        up_inside = _mm256_andnot_si256(all(Window::top_row), up);
        cells = _mm256_sllv_epi64(all(1), four(corners.in_window, i));
    }

    FRUIT_AVX2 void grow() {
        const __m256i higher = _mm256_slli_epi64(_mm256_and_si256(cells, up_inside), 1);
        const __m256i lower = _mm256_and_si256(_mm256_srli_epi64(cells, 1), up_inside);
        cells = _mm256_or_si256(cells, _mm256_or_si256(higher, lower));
        const __m256i further = _mm256_slli_epi64(_mm256_and_si256(cells, right), 8);
        const __m256i nearer = _mm256_and_si256(_mm256_srli_epi64(cells, 8), right);
        cells = _mm256_or_si256(cells, _mm256_or_si256(further, nearer));
    }

    // A bit for each window in which no cell of the group is in the mask.
    FRUIT_AVX2 [[nodiscard]] unsigned without(__m256i mask) const {
        const __m256i none =
            _mm256_cmpeq_epi64(_mm256_and_si256(cells, mask), _mm256_setzero_si256());
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(none)));
    }

    // The windows in which the corner is the first cell of its group: no cell is higher, none of
    // the same row is further left.
    FRUIT_AVX2 [[nodiscard]] unsigned first(const Corners& corners, std::size_t i) const {
        const __m256i at = four(corners.in_window, i);
        const __m256i bottom_row = all(Window::bottom_row);
        const __m256i row = _mm256_sllv_epi64(bottom_row, _mm256_and_si256(at, all(7)));
        const __m256i not_higher = _mm256_sub_epi64(_mm256_slli_epi64(row, 1), bottom_row);
        const __m256i before = _mm256_sub_epi64(_mm256_sllv_epi64(all(1), at), all(1));
        const __m256i outside = _mm256_and_si256(up, all(Window::top_row));
        return without(_mm256_or_si256(_mm256_or_si256(_mm256_and_si256(row, before), outside),
                                       _mm256_xor_si256(not_higher, all(~std::uint64_t{0}))));
    }

    // The windows that the group surely does not leave.
    FRUIT_AVX2 [[nodiscard]] unsigned whole(const Corners& corners, std::size_t i) const {
        const __m256i none = _mm256_setzero_si256();
        const __m256i left = _mm256_cmpgt_epi64(four(corners.window_column, i), none);
        const __m256i below = _mm256_cmpgt_epi64(four(corners.window_bit, i), none);
        return without(
            _mm256_or_si256(_mm256_and_si256(right, all(Window::last_column)),
                            _mm256_or_si256(_mm256_and_si256(left, all(Window::first_column)),
                                            _mm256_and_si256(below, all(Window::bottom_row)))));
    }
};

// Sixteen rows and columns, a lane per column: for the few groups that leave their window.
struct WideWindow {
    static constexpr int side = 16;

    FRUIT_AVX2 static __m256i load(const Columns& columns, int column, __m128i down) {
        const __m256i low = _mm256_set1_epi32(0xFFFF);
        const auto* from = columns.data() + column;
        const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
        const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + kLanes));
        const __m256i packed =
            _mm256_packus_epi32(_mm256_and_si256(_mm256_srl_epi32(a, down), low),
                                _mm256_and_si256(_mm256_srl_epi32(b, down), low));
        return _mm256_permute4x64_epi64(packed, 0xD8);
    }

    // The size of the group when its first cell is the given one, 0 when it is not, and -1 when
    // the group may leave this window, too.
    FRUIT_AVX2 static int flood_from(const Links& links, int bit, int column) {
        const int left_of = std::clamp(column - 7, 0, kMaxSize - side);
        const int below = std::max(bit - side + 1, 0);
        const __m128i down = _mm_cvtsi32_si128(below);
        const __m256i up = load(links.up, left_of, down);
        const __m256i right = load(links.right, left_of, down);
        const __m256i up_inside = _mm256_and_si256(up, _mm256_set1_epi16(0x7FFF));

        const __m256i lane =
            _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        const __m256i corner_lane = _mm256_set1_epi16(static_cast<short>(column - left_of));
        const int row = bit - below;
        const __m256i in_row = _mm256_set1_epi16(static_cast<short>(1 << row));
        __m256i cells = _mm256_and_si256(_mm256_cmpeq_epi16(lane, corner_lane), in_row);
        for (__m256i before = _mm256_setzero_si256();;) {
            for (int round = 0; round < 3; ++round) {
                const __m256i higher = _mm256_slli_epi16(_mm256_and_si256(cells, up_inside), 1);
                const __m256i lower = _mm256_and_si256(_mm256_srli_epi16(cells, 1), up_inside);
                cells = _mm256_or_si256(cells, _mm256_or_si256(higher, lower));
                const __m256i to_right = _mm256_and_si256(cells, right);
                const __m256i further = _mm256_alignr_epi8(
                    to_right, _mm256_permute2x128_si256(to_right, to_right, 0x08), 14);
                const __m256i nearer = _mm256_and_si256(
                    _mm256_alignr_epi8(_mm256_permute2x128_si256(cells, cells, 0x81), cells, 2),
                    right);
                cells = _mm256_or_si256(cells, _mm256_or_si256(further, nearer));
            }
            const __m256i grown = _mm256_xor_si256(before, cells);
            if (_mm256_testz_si256(grown, grown) != 0) break;
            before = cells;
        }

        const __m256i higher = _mm256_set1_epi16(static_cast<short>(-2 * (1 << row)));
        const __m256i further_left = _mm256_cmpgt_epi16(corner_lane, lane);
        const __m256i earlier = _mm256_or_si256(
            _mm256_or_si256(higher, _mm256_andnot_si256(_mm256_set1_epi16(0x7FFF), up)),
            _mm256_and_si256(further_left, in_row));
        if (_mm256_testz_si256(cells, earlier) == 0) return 0;
        const __m256i last = _mm256_cmpeq_epi16(lane, _mm256_set1_epi16(side - 1));
        const __m256i first = _mm256_cmpgt_epi16(_mm256_set1_epi16(left_of > 0 ? 1 : 0), lane);
        const __m256i open = _mm256_or_si256(_mm256_or_si256(_mm256_and_si256(right, last), first),
                                             _mm256_set1_epi16(below > 0 ? 1 : 0));
        if (_mm256_testz_si256(cells, open) == 0) return -1;

        alignas(32) std::array<std::uint64_t, 4> words;
        _mm256_store_si256(reinterpret_cast<__m256i*>(words.data()), cells);
        return std::popcount(words[0]) + std::popcount(words[1]) + std::popcount(words[2]) +
               std::popcount(words[3]);
    }
};

// The size of the group of a cell when that is its first cell, else 0.
FRUIT_AVX2 inline int flood_unsure(const Links& links, int bit, int column) {
    const int size = WideWindow::flood_from(links, bit, column);
    if (size >= 0) return size;
    Columns seen{};
    const Flooded group = flood(links, seen, bit, column);
    return group.first_bit() == bit && group.first_column() == column ? group.size : 0;
}

// Step 3 for AVX2: floods from every corner and keeps the groups of which it is the first cell.
FRUIT_AVX2 inline void flood_large_groups(int size, const SmallGroups& small, LargeGroups& large) {
    const Corners corners(size, small.corners);
    LargeGroup* out = large.begin();
    for (std::size_t i = 0; i < corners.count; i += Corners::at_once) {
        FourWindows near;
        FourWindows far;
        near.start(small.links, corners, i);
        far.start(small.links, corners, i + 4);
        const auto grow = [&]() __attribute__((always_inline)) {
            near.grow();
            far.grow();
        };
        // Most groups are whole after five rounds: the loop's end is then easy to predict.
        grow();
        grow();
        grow();
        grow();
        grow();
        for (__m256i grown = near.cells; _mm256_testz_si256(grown, grown) == 0;) {
            const __m256i before_near = near.cells;
            const __m256i before_far = far.cells;
            grow();
            grown = _mm256_or_si256(_mm256_xor_si256(before_near, near.cells),
                                    _mm256_xor_si256(before_far, far.cells));
        }

        const unsigned valid = (1U << std::min(corners.count - i, Corners::at_once)) - 1U;
        const unsigned first = (near.first(corners, i) | (far.first(corners, i + 4) << 4U)) & valid;
        const unsigned unsure =
            first & ~(near.whole(corners, i) | (far.whole(corners, i + 4) << 4U));
        alignas(32) std::array<std::uint64_t, Corners::at_once> cells;
        _mm256_store_si256(reinterpret_cast<__m256i*>(cells.data()), near.cells);
        _mm256_store_si256(reinterpret_cast<__m256i*>(cells.data()) + 1, far.cells);
        for (std::size_t j = 0; j < Corners::at_once; ++j) {
            const std::uint32_t cell = corners.cell[i + j];
            const auto bit = static_cast<std::uint8_t>(cell % kMaxSize);
            const auto column = static_cast<std::uint8_t>(cell / kMaxSize);
            *out = {bit, column, static_cast<std::uint16_t>(std::popcount(cells[j]))};
            if (((unsure >> j) & 1U) != 0) [[unlikely]] {
                out->size = static_cast<std::uint16_t>(flood_unsure(small.links, bit, column));
                if (out->size == 0) continue;
            }
            out += (first >> j) & 1U;
        }
    }
    large.resize(static_cast<std::size_t>(out - large.begin()));
}

}  // namespace zerosum::fruit
