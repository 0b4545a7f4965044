#pragma once
// How groups are found: steps 1 and 2. Included by the kernels only, which share it.
//
// A register holds 256 bits of every plane, one lane per column, in the compiler's own vector type:
// it becomes one AVX2 register or two SSE2 registers, whatever the calling kernel is compiled for.
// For the same reason everything here is always inlined. Boards of up to 16 x 16 have 16-bit
// lanes, so that a whole plane is one register; larger ones have 32-bit lanes and up to four.
// AVX2 turns the small boards so that a lane is a row (rows_avx2.h): RowLayout.
//
//   1. Links. A cell is linked to its neighbour above or to the right when no plane differs:
//          up    = ~((p0 ^ p0 >> 1) | (p1 ^ p1 >> 1) | ...) & occupied
//          right = ~((p0 ^ p0 of the next column) | ...)    & occupied
//   2. Small groups, up to four fruits, are recognised by their links alone, 256 cells at a
//      time and without a branch. A fruit without links is a group of one; a leaf has one link:
//          two     two leaves linked to each other
//          three   a fruit with two links, both to leaves
//          four    a fruit with three links, all to leaves
//                  two bends linked to each other (a bend has two links, one of them to a leaf)
//                  a square of fruits with two links each
//   3. The rest, groups of five and more, are flooded one by one: groups.h, or the kernel's way.

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "games/fruit/kernel/kernel.h"

// Nothing here, or in a kernel, is called with a vector: how one would be passed does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace zerosum::fruit {

// NOLINTBEGIN: vector types have no other spelling
typedef std::uint32_t WideLanes __attribute__((vector_size(32)));    // 8 columns
typedef std::uint16_t NarrowLanes __attribute__((vector_size(32)));  // 16 columns
// The same in memory, where they are words of Columns.
typedef WideLanes WideWords __attribute__((may_alias));
typedef NarrowLanes NarrowWords __attribute__((may_alias));
// NOLINTEND

inline constexpr std::size_t kLanes = 8;
inline constexpr int kMaxNarrowSize = 16;

// Blocks of eight columns.
[[nodiscard]] constexpr std::size_t blocks_of(int size) {
    return (static_cast<std::size_t>(size) + kLanes - 1) / kLanes;
}

// Vertical and horizontal links: bit i of up[c] joins cells i and i + 1 of column c, bit i of
// right[c] joins cell i of the columns c and c + 1.
struct Links {
    alignas(32) Columns up;
    alignas(32) Columns right;
};

// What step 2 finds. The first cells of groups of up to four fruits, with two bits of (size - 1);
// and of larger groups the corners: fruits with no link up or to the left. The first cell of a
// group is one of its corners. Columns outside the board are empty in the links, and not set in
// the rest beyond the last block.
struct SmallGroups {
    Links links;
    alignas(32) Columns first;
    alignas(32) Columns size_bit_0;
    alignas(32) Columns size_bit_1;
    alignas(32) Columns corners;
};

// A register's columns in memory: word c is column c.
template <typename Lanes>
struct Block;

template <>
struct Block<WideLanes> {
    [[gnu::always_inline]] static WideLanes load(const Columns& columns, std::size_t k) {
        return reinterpret_cast<const WideWords*>(columns.data())[k];
    }
    [[gnu::always_inline]] static void store(Columns& columns, std::size_t k,
                                             const WideLanes& value) {
        reinterpret_cast<WideWords*>(columns.data())[k] = value;
    }
    [[gnu::always_inline]] static WideLanes next(const WideLanes& here, const WideLanes& after) {
        return __builtin_shufflevector(here, after, 1, 2, 3, 4, 5, 6, 7, 8);
    }
    [[gnu::always_inline]] static WideLanes previous(const WideLanes& before,
                                                     const WideLanes& here) {
        return __builtin_shufflevector(before, here, 7, 8, 9, 10, 11, 12, 13, 14);
    }
};

template <>
struct Block<NarrowLanes> {
    [[gnu::always_inline]] static NarrowLanes load(const Columns& columns, std::size_t /*k*/) {
        const auto* halves = reinterpret_cast<const NarrowWords*>(columns.data());
        const NarrowLanes low = halves[0];
        const NarrowLanes high = halves[1];
        return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26,
                                       28, 30);
    }
    [[gnu::always_inline]] static void store(Columns& columns, std::size_t /*k*/,
                                             const NarrowLanes& value) {
        auto* halves = reinterpret_cast<NarrowWords*>(columns.data());
        const NarrowLanes none{};
        halves[0] = __builtin_shufflevector(value, none, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21,
                                            6, 22, 7, 23);
        halves[1] = __builtin_shufflevector(value, none, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13,
                                            29, 14, 30, 15, 31);
    }
    [[gnu::always_inline]] static NarrowLanes next(const NarrowLanes& here,
                                                   const NarrowLanes& after) {
        return __builtin_shufflevector(here, after, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                       15, 16);
    }
    [[gnu::always_inline]] static NarrowLanes previous(const NarrowLanes& before,
                                                       const NarrowLanes& here) {
        return __builtin_shufflevector(before, here, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
                                       27, 28, 29, 30);
    }
};

// Writes what steps 1 and 2 find into a SmallGroups.
template <typename Lanes>
struct ColumnsFound {
    SmallGroups& small;

    [[gnu::always_inline]] void set_links(std::size_t k, const Lanes& up, const Lanes& /*down*/,
                                          const Lanes& right) {
        Block<Lanes>::store(small.links.up, k, up);
        Block<Lanes>::store(small.links.right, k, right);
    }
    [[gnu::always_inline]] void set_groups(std::size_t k, const Lanes& first,
                                           const Lanes& size_bit_0, const Lanes& size_bit_1,
                                           const Lanes& corners) {
        Block<Lanes>::store(small.first, k, first);
        Block<Lanes>::store(small.size_bit_0, k, size_bit_0);
        Block<Lanes>::store(small.size_bit_1, k, size_bit_1);
        Block<Lanes>::store(small.corners, k, corners);
    }
};

// Where the neighbours of a cell are. Every function moves a register so that each cell shows what
// its neighbour has: above(x) at a cell is x at the cell above it. Left and right may reach into
// the registers beside this one.
template <typename ColumnLanes>
struct ColumnLayout {  // one lane per column, bit 0 at the bottom
    using Lanes = ColumnLanes;
    [[gnu::always_inline]] static Lanes above(const Lanes& x) { return x >> 1; }
    [[gnu::always_inline]] static Lanes below(const Lanes& x) { return x << 1; }
    [[gnu::always_inline]] static Lanes right(const Lanes& x, const Lanes& after) {
        return Block<Lanes>::next(x, after);
    }
    [[gnu::always_inline]] static Lanes left(const Lanes& before, const Lanes& x) {
        return Block<Lanes>::previous(before, x);
    }
};
struct RowLayout {  // one lane per row, top row first, bit 0 at the left; one register per plane
    using Lanes = NarrowLanes;
    [[gnu::always_inline]] static Lanes above(const Lanes& x) {
        return Block<Lanes>::previous(Lanes{}, x);
    }
    [[gnu::always_inline]] static Lanes below(const Lanes& x) {
        return Block<Lanes>::next(x, Lanes{});
    }
    [[gnu::always_inline]] static Lanes right(const Lanes& x, const Lanes& /*after*/) {
        return x >> 1;
    }
    [[gnu::always_inline]] static Lanes left(const Lanes& /*before*/, const Lanes& x) {
        return x << 1;
    }
};

// Steps 1 and 2 for a board with `used` planes in `blocks` registers each. `board(b, k)` is block
// k of plane b; `found` receives the links and the groups of every block.
template <typename Layout, std::size_t used, std::size_t blocks, typename Board, typename Found>
[[gnu::always_inline]] inline void mark_small_groups(const Board& board, Found& found) {
    using Lanes = typename Layout::Lanes;
    const Lanes none{};
    // Blocks are counted from 1, with an empty one on either side: every block has neighbours.
    using Blocks = Lanes[blocks + 2];

    Blocks up, down, right, left, single, leaf, inner, pivot, fork;
    up[blocks + 1] = right[0] = leaf[0] = leaf[blocks + 1] = pivot[blocks + 1] = none;
    for (std::size_t k = 1; k <= blocks; ++k) {
        Lanes occupied = none;
        Lanes differs_up = none;
        Lanes differs_right = none;
        for (std::size_t b = 0; b < used; ++b) {
            const Lanes here = board(b, k - 1);
            const Lanes after = k < blocks ? board(b, k) : none;
            occupied |= here;
            differs_up |= here ^ Layout::above(here);
            differs_right |= here ^ Layout::right(here, after);
        }
        up[k] = occupied & ~differs_up;
        down[k] = Layout::below(up[k]);
        right[k] = occupied & ~differs_right;
        left[k] = Layout::left(right[k - 1], right[k]);
        found.set_links(k - 1, up[k], down[k], right[k]);

        const Lanes vertical = up[k] | down[k];
        const Lanes horizontal = right[k] | left[k];
        const Lanes both_vertical = up[k] & down[k];
        const Lanes both_horizontal = right[k] & left[k];
        const Lanes many = (both_vertical & horizontal) | (both_horizontal & vertical);
        single[k] = occupied & ~(vertical | horizontal);
        inner[k] = both_vertical | both_horizontal | (vertical & horizontal);  // two links or more
        leaf[k] = (vertical | horizontal) & ~inner[k];                         // one link
        pivot[k] = inner[k] & ~many;                                           // two links
        fork[k] = many & ~(both_vertical & both_horizontal);                   // three links
    }

    Blocks pair, centre_of_3, centre_of_4, bend;
    bend[blocks + 1] = none;
    for (std::size_t k = 1; k <= blocks; ++k) {
        const Lanes leaf_above = Layout::above(leaf[k]);
        const Lanes leaf_below = Layout::below(leaf[k]);
        const Lanes leaf_right = Layout::right(leaf[k], leaf[k + 1]);
        const Lanes leaf_left = Layout::left(leaf[k - 1], leaf[k]);
        const Lanes to_leaf = (up[k] & leaf_above) | (down[k] & leaf_below) |
                              (right[k] & leaf_right) | (left[k] & leaf_left);
        const Lanes to_inner = (up[k] & ~leaf_above) | (down[k] & ~leaf_below) |
                               (right[k] & ~leaf_right) | (left[k] & ~leaf_left);
        // Its first cell.
        pair[k] = leaf[k] & ((down[k] & leaf_below) | (right[k] & leaf_right));
        centre_of_3[k] = pivot[k] & ~to_inner;
        centre_of_4[k] = fork[k] & ~to_inner;
        bend[k] = pivot[k] & to_leaf & to_inner;
    }

    // First cells. Of a group around a centre: the cell above the centre, else the one to its left,
    // else the centre. The same holds for two bends above each other, seen from the upper one.
    // Of two bends side by side: the cell above either, else the one left of both, else the left
    // bend.
    Blocks three, four, three_left, four_left, above_right, flat, square, solved;
    three_left[blocks + 1] = four_left[blocks + 1] = none;
    above_right[0] = flat[0] = square[0] = none;
    for (std::size_t k = 1; k <= blocks; ++k) {
        const Lanes up_right = Layout::right(up[k], up[k + 1]);
        const Lanes pivots = pivot[k] & Layout::right(pivot[k], pivot[k + 1]);
        const Lanes steep = bend[k] & down[k] & Layout::below(bend[k]);
        flat[k] = bend[k] & right[k] & Layout::right(bend[k], bend[k + 1]);
        square[k] =
            up[k] & right[k] & up_right & Layout::above(right[k]) & pivots & Layout::above(pivots);

        const Lanes centre = centre_of_4[k] | steep;
        const Lanes low = ~up[k];
        const Lanes flat_low = flat[k] & low & ~up_right;
        above_right[k] = Layout::below(flat[k] & low & up_right);
        three_left[k] = centre_of_3[k] & low & left[k];
        four_left[k] = (centre & low & left[k]) | (flat_low & left[k]);
        three[k] = Layout::below(centre_of_3[k] & up[k]) | (centre_of_3[k] & low & ~left[k]);
        four[k] = Layout::below(((centre | flat[k]) & up[k]) | square[k]) |
                  (centre & low & ~left[k]) | (flat_low & ~left[k]);
        solved[k] = centre_of_3[k] | centre | Layout::above(steep) | flat[k] | square[k] |
                    Layout::below(square[k]);
    }

    Lanes core_after = none;  // fruits of large groups with two links or more, in the next block
    for (std::size_t k = blocks; k >= 1; --k) {
        const Lanes threes = three[k] | Layout::right(three_left[k], three_left[k + 1]);
        const Lanes fours = four[k] | Layout::right(four_left[k], four_left[k + 1]) |
                            Layout::left(above_right[k - 1], above_right[k]);
        const Lanes square_left = Layout::left(square[k - 1], square[k]);
        const Lanes flat_left = Layout::left(flat[k - 1], flat[k]);
        const Lanes core =
            inner[k] & ~(solved[k] | flat_left | square_left | Layout::below(square_left));
        const Lanes next_to_core =
            Layout::below(up[k] & core) | (right[k] & Layout::right(core, core_after));
        // A fruit above the right neighbour comes before the corner, which then starts no group.
        const Lanes late = right[k] & Layout::right(up[k], up[k + 1]);
        const Lanes corners = (core | (leaf[k] & next_to_core)) & ~(up[k] | left[k] | late);
        found.set_groups(k - 1, single[k] | pair[k] | threes | fours, pair[k] | fours,
                         threes | fours, corners);
        core_after = core;
    }
}

// The same for the columns of a board in memory.
template <typename Lanes, std::size_t used, std::size_t blocks>
[[gnu::always_inline]] inline void mark_in_columns(const Planes& planes, SmallGroups& small) {
    const auto board = [&planes](std::size_t b, std::size_t k) __attribute__((always_inline)) {
        return Block<Lanes>::load(planes.plane[b], k);
    };
    ColumnsFound<Lanes> found{small};
    mark_small_groups<ColumnLayout<Lanes>, used, blocks>(board, found);
    constexpr std::size_t columns = blocks * sizeof(Lanes) / sizeof(Lanes{}[0]);
    for (std::size_t c = columns; c < kMaxSize; ++c) small.links.up[c] = small.links.right[c] = 0;
}

template <std::size_t used>
[[gnu::always_inline]] inline void mark_in_columns(const Planes& planes, int size,
                                                   SmallGroups& small) {
    if (size <= kMaxNarrowSize)
        mark_in_columns<NarrowLanes, used, 1>(planes, small);
    else if (blocks_of(size) == 3)
        mark_in_columns<WideLanes, used, 3>(planes, small);
    else
        mark_in_columns<WideLanes, used, 4>(planes, small);
}

[[gnu::always_inline]] inline void mark_small_groups(const Planes& planes, std::size_t used,
                                                     int size, SmallGroups& small) {
    if (used <= 2)
        mark_in_columns<2>(planes, size, small);
    else if (used == 3)
        mark_in_columns<3>(planes, size, small);
    else
        mark_in_columns<4>(planes, size, small);
}

// The marks of a survey, and how many there are.
[[gnu::always_inline]] inline void keep_marks(const SmallGroups& small, int size, Survey& survey) {
    const std::size_t columns = size <= kMaxNarrowSize ? kMaxNarrowSize : blocks_of(size) * kLanes;
    survey.words = columns / 2;
    survey.side = size;
    survey.by_row = false;
    const auto copy = [&](const Columns& from, Survey::Marks& to) __attribute__((always_inline)) {
        for (std::size_t k = 0; k < columns / kLanes; ++k)
            reinterpret_cast<WideWords*>(to.data())[k] = Block<WideLanes>::load(from, k);
    };
    copy(small.first, survey.first);
    copy(small.size_bit_0, survey.size_bit_0);
    copy(small.size_bit_1, survey.size_bit_1);
    survey.count_small();
}

}  // namespace zerosum::fruit
