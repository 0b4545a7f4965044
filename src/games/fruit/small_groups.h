#pragma once
// How groups are found: steps 1 and 2. Included by the kernels only, which share it.
//
// A register holds 256 bits of every plane, a lane a column, in the compiler's own vector type: it
// becomes one AVX2 register or two SSE2 registers, whatever the calling kernel is compiled for.
// For the same reason everything here is always inlined. Boards of up to 16 x 16 have 16-bit
// lanes, so that a whole plane is one register; larger ones have 32-bit lanes and up to four.
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

#include "games/fruit/kernel.h"

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

inline constexpr std::size_t lanes = 8;
inline constexpr int max_narrow_size = 16;

// Blocks of eight columns.
[[nodiscard]] constexpr std::size_t blocks_of(int size) {
    return (static_cast<std::size_t>(size) + lanes - 1) / lanes;
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

// Steps 1 and 2 for a board with `used` planes in `blocks` registers each.
template <typename Lanes, std::size_t used, std::size_t blocks>
[[gnu::always_inline]] inline void mark_small_groups(const Planes& planes, SmallGroups& small) {
    using Column = Block<Lanes>;
    const Lanes none{};
    // Blocks are counted from 1, with an empty one on either side: every block has neighbours.
    using Blocks = Lanes[blocks + 2];

    Blocks up, right, left, single, leaf, inner, pivot, fork;
    up[blocks + 1] = right[0] = leaf[0] = leaf[blocks + 1] = pivot[blocks + 1] = none;
    for (std::size_t k = 1; k <= blocks; ++k) {
        Lanes occupied = none;
        Lanes differs_up = none;
        Lanes differs_right = none;
        for (std::size_t b = 0; b < used; ++b) {
            const Lanes here = Column::load(planes.plane[b], k - 1);
            const Lanes after = k < blocks ? Column::load(planes.plane[b], k) : none;
            occupied |= here;
            differs_up |= here ^ (here >> 1);
            differs_right |= here ^ Column::next(here, after);
        }
        up[k] = occupied & ~differs_up;
        right[k] = occupied & ~differs_right;
        left[k] = Column::previous(right[k - 1], right[k]);
        Column::store(small.links.up, k - 1, up[k]);
        Column::store(small.links.right, k - 1, right[k]);

        const Lanes down = up[k] << 1;
        const Lanes vertical = up[k] | down;
        const Lanes horizontal = right[k] | left[k];
        const Lanes both_vertical = up[k] & down;
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
        const Lanes down = up[k] << 1;
        const Lanes leaf_above = leaf[k] >> 1;
        const Lanes leaf_below = leaf[k] << 1;
        const Lanes leaf_right = Column::next(leaf[k], leaf[k + 1]);
        const Lanes leaf_left = Column::previous(leaf[k - 1], leaf[k]);
        const Lanes to_leaf = (up[k] & leaf_above) | (down & leaf_below) | (right[k] & leaf_right) |
                              (left[k] & leaf_left);
        const Lanes to_inner = (up[k] & ~leaf_above) | (down & ~leaf_below) |
                               (right[k] & ~leaf_right) | (left[k] & ~leaf_left);
        pair[k] = leaf[k] & ((down & leaf_below) | (right[k] & leaf_right));  // its first cell
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
        const Lanes down = up[k] << 1;
        const Lanes up_right = Column::next(up[k], up[k + 1]);
        const Lanes pivots = pivot[k] & Column::next(pivot[k], pivot[k + 1]);
        const Lanes steep = bend[k] & down & (bend[k] << 1);
        flat[k] = bend[k] & right[k] & Column::next(bend[k], bend[k + 1]);
        square[k] = up[k] & right[k] & up_right & (right[k] >> 1) & pivots & (pivots >> 1);

        const Lanes centre = centre_of_4[k] | steep;
        const Lanes low = ~up[k];
        const Lanes flat_low = flat[k] & low & ~up_right;
        above_right[k] = (flat[k] & low & up_right) << 1;
        three_left[k] = centre_of_3[k] & low & left[k];
        four_left[k] = (centre & low & left[k]) | (flat_low & left[k]);
        three[k] = ((centre_of_3[k] & up[k]) << 1) | (centre_of_3[k] & low & ~left[k]);
        four[k] = (((centre | flat[k]) & up[k]) << 1) | (centre & low & ~left[k]) |
                  (flat_low & ~left[k]) | (square[k] << 1);
        solved[k] = centre_of_3[k] | centre | (steep >> 1) | flat[k] | square[k] | (square[k] << 1);
    }

    Lanes core_after = none;  // fruits of large groups with two links or more, in the next block
    for (std::size_t k = blocks; k >= 1; --k) {
        const Lanes threes = three[k] | Column::next(three_left[k], three_left[k + 1]);
        const Lanes fours = four[k] | Column::next(four_left[k], four_left[k + 1]) |
                            Column::previous(above_right[k - 1], above_right[k]);
        Column::store(small.first, k - 1, single[k] | pair[k] | threes | fours);
        Column::store(small.size_bit_0, k - 1, pair[k] | fours);
        Column::store(small.size_bit_1, k - 1, threes | fours);

        const Lanes square_left = Column::previous(square[k - 1], square[k]);
        const Lanes flat_left = Column::previous(flat[k - 1], flat[k]);
        const Lanes core = inner[k] & ~(solved[k] | flat_left | square_left | (square_left << 1));
        const Lanes next_to_core =
            ((up[k] & core) << 1) | (right[k] & Column::next(core, core_after));
        // A fruit above the right neighbour comes before the corner, which then starts no group.
        const Lanes late = right[k] & Column::next(up[k], up[k + 1]);
        Column::store(small.corners, k - 1,
                      (core | (leaf[k] & next_to_core)) & ~(up[k] | left[k] | late));
        core_after = core;
    }
    constexpr std::size_t columns = blocks * sizeof(Lanes) / sizeof(none[0]);
    for (std::size_t c = columns; c < max_size; ++c) small.links.up[c] = small.links.right[c] = 0;
}

template <std::size_t used>
[[gnu::always_inline]] inline void mark_small_groups(const Planes& planes, int size,
                                                     SmallGroups& small) {
    if (size <= max_narrow_size)
        mark_small_groups<NarrowLanes, used, 1>(planes, small);
    else if (blocks_of(size) == 3)
        mark_small_groups<WideLanes, used, 3>(planes, small);
    else
        mark_small_groups<WideLanes, used, 4>(planes, small);
}

[[gnu::always_inline]] inline void mark_small_groups(const Planes& planes, std::size_t used,
                                                     int size, SmallGroups& small) {
    if (used <= 2)
        mark_small_groups<2>(planes, size, small);
    else if (used == 3)
        mark_small_groups<3>(planes, size, small);
    else
        mark_small_groups<4>(planes, size, small);
}

}  // namespace zerosum::fruit
