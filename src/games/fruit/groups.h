#pragma once
// How groups are found: the part that both kernels share. Included by the kernels only.
//
// Eight columns are worked on at once, a 32-bit lane each, with the compiler's own vector type: it
// becomes one AVX2 register or two SSE2 registers, whatever the calling kernel is compiled for.
// For the same reason everything here is always inlined and passes vectors by reference.
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
//   3. The rest, groups of five and more, are flooded one after the other. The step of the flood
//      is a vertical run of linked fruits, found with two bit scans.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/fruit/kernel.h"

namespace zerosum::fruit {

typedef std::uint32_t Lanes __attribute__((vector_size(32), may_alias));  // NOLINT: no alias form

inline constexpr std::size_t lanes = 8;
inline constexpr std::size_t max_blocks = max_size / lanes;  // blocks of eight columns

[[nodiscard]] constexpr std::size_t blocks_of(int size) {
    return (static_cast<std::size_t>(size) + lanes - 1) / lanes;
}

// Vertical and horizontal links: bit i of up[c] joins cells i and i + 1 of column c, bit i of
// right[c] joins cell i of the columns c and c + 1.
struct Links {
    alignas(32) Columns up;
    alignas(32) Columns right;
};

// What step 2 finds. The first cells of groups of up to four fruits, by the bits of their sizes;
// and of larger groups the corners: fruits with no link up or to the left. The first cell of a
// group is one of its corners.
struct SmallGroups {
    Links links;
    alignas(32) Columns size_bit_0;
    alignas(32) Columns size_bit_1;
    alignas(32) Columns size_bit_2;
    alignas(32) Columns corners;
};

// A group of five or more.
struct LargeGroup {
    std::uint8_t bit;  // of the first cell
    std::uint8_t column;
    std::uint16_t size;
};
// One more than fits on a board: a candidate is written before it is known to be new.
using LargeGroups = FixedList<LargeGroup, max_size * max_size / 5 + 1>;

// Columns c + 1 and c - 1 in the lanes of columns c.
#define FRUIT_NEXT_COLUMNS(here, after) __builtin_shufflevector(here, after, 1, 2, 3, 4, 5, 6, 7, 8)
#define FRUIT_PREVIOUS_COLUMNS(before, here) \
    __builtin_shufflevector(before, here, 7, 8, 9, 10, 11, 12, 13, 14)

[[gnu::always_inline]] inline Lanes* as_lanes(Columns& columns) {
    return reinterpret_cast<Lanes*>(columns.data());
}
[[gnu::always_inline]] inline const Lanes* as_lanes(const Columns& columns) {
    return reinterpret_cast<const Lanes*>(columns.data());
}

// The run of linked cells around a cell of a column.
[[gnu::always_inline]] inline std::uint32_t run_around(std::uint32_t up, int bit) {
    const auto at = static_cast<unsigned>(bit);
    const int above = std::countr_one(up >> at);
    const int below = std::countl_one(static_cast<std::uint32_t>(std::uint64_t{up} << (32U - at)));
    return ((2U << static_cast<unsigned>(above + below)) - 1U)
           << static_cast<unsigned>(bit - below);
}

// Adds the group around a cell to `seen`, which must not hold a part of it yet.
struct Flooded {
    int size = 0;
    int first = max_size * max_size;  // cells in row-major order: (31 - bit) * 32 + column
    std::uint32_t columns = 0;        // a bit for each column reached

    [[nodiscard]] int first_bit() const { return max_size - 1 - first / max_size; }
    [[nodiscard]] int first_column() const { return first % max_size; }
};
[[gnu::always_inline]] inline Flooded flood(const Links& links, Columns& seen, int bit,
                                            int column) {
    struct Pending {
        std::uint32_t cells;
        std::uint32_t column;
    };
    // A run adds at most two entries, and there are at most 1024 runs.
    std::array<Pending, 2 * max_size * max_size + 1> stack;  // NOLINT: not cleared on purpose
    std::size_t top = 0;
    stack[top++] = {1U << static_cast<unsigned>(bit), static_cast<std::uint32_t>(column)};
    Flooded flooded;
    while (top > 0) {
        const auto [cells, c] = stack[--top];
        for (std::uint32_t left = cells & ~seen[c]; left != 0; left &= ~seen[c]) {
            const std::uint32_t run = run_around(links.up[c], std::countr_zero(left));
            seen[c] |= run;
            flooded.size += std::popcount(run);
            flooded.columns |= 1U << c;
            flooded.first =
                std::min(flooded.first, std::countl_zero(run) * max_size + static_cast<int>(c));
            const std::uint32_t to_right = links.right[c] & run;
            if (to_right != 0) stack[top++] = {to_right, c + 1};
            const std::uint32_t to_left = c > 0 ? links.right[c - 1] & run : 0;
            if (to_left != 0) stack[top++] = {to_left, c - 1};
        }
    }
    return flooded;
}

// Steps 1 and 2 for a board with `Used` planes.
template <std::size_t Used>
[[gnu::always_inline]] inline void mark_small_groups(const Planes& planes, std::size_t blocks,
                                                     SmallGroups& small) {
    const Lanes none{};
    // Blocks are counted from 1, with an empty one on either side: every block has neighbours.
    using Blocks = Lanes[max_blocks + 2];

    Blocks up, right, left, single, leaf, inner, pivot, fork;
    up[blocks + 1] = right[0] = leaf[0] = leaf[blocks + 1] = pivot[blocks + 1] = none;
    for (std::size_t k = 1; k <= blocks; ++k) {
        Lanes occupied = none;
        Lanes differs_up = none;
        Lanes differs_right = none;
        for (std::size_t b = 0; b < Used; ++b) {
            const Lanes* plane = as_lanes(planes.plane[b]);
            const Lanes here = plane[k - 1];
            const Lanes after = k < blocks ? plane[k] : none;
            occupied |= here;
            differs_up |= here ^ (here >> 1);
            differs_right |= here ^ FRUIT_NEXT_COLUMNS(here, after);
        }
        up[k] = occupied & ~differs_up;
        right[k] = occupied & ~differs_right;
        left[k] = FRUIT_PREVIOUS_COLUMNS(right[k - 1], right[k]);
        as_lanes(small.links.up)[k - 1] = up[k];
        as_lanes(small.links.right)[k - 1] = right[k];

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
        const Lanes leaf_right = FRUIT_NEXT_COLUMNS(leaf[k], leaf[k + 1]);
        const Lanes leaf_left = FRUIT_PREVIOUS_COLUMNS(leaf[k - 1], leaf[k]);
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
        const Lanes up_right = FRUIT_NEXT_COLUMNS(up[k], up[k + 1]);
        const Lanes pivots = pivot[k] & FRUIT_NEXT_COLUMNS(pivot[k], pivot[k + 1]);
        const Lanes steep = bend[k] & down & (bend[k] << 1);
        flat[k] = bend[k] & right[k] & FRUIT_NEXT_COLUMNS(bend[k], bend[k + 1]);
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
        const Lanes threes = three[k] | FRUIT_NEXT_COLUMNS(three_left[k], three_left[k + 1]);
        const Lanes fours = four[k] | FRUIT_NEXT_COLUMNS(four_left[k], four_left[k + 1]) |
                            FRUIT_PREVIOUS_COLUMNS(above_right[k - 1], above_right[k]);
        as_lanes(small.size_bit_0)[k - 1] = single[k] | threes;
        as_lanes(small.size_bit_1)[k - 1] = pair[k] | threes;
        as_lanes(small.size_bit_2)[k - 1] = fours;

        const Lanes square_left = FRUIT_PREVIOUS_COLUMNS(square[k - 1], square[k]);
        const Lanes flat_left = FRUIT_PREVIOUS_COLUMNS(flat[k - 1], flat[k]);
        const Lanes core = inner[k] & ~(solved[k] | flat_left | square_left | (square_left << 1));
        const Lanes next_to_core =
            ((up[k] & core) << 1) | (right[k] & FRUIT_NEXT_COLUMNS(core, core_after));
        // A fruit above the right neighbour comes before the corner, which then starts no group.
        const Lanes late = right[k] & FRUIT_NEXT_COLUMNS(up[k], up[k + 1]);
        as_lanes(small.corners)[k - 1] =
            (core | (leaf[k] & next_to_core)) & ~(up[k] | left[k] | late);
        core_after = core;
    }
    for (std::size_t k = blocks; k < max_blocks; ++k)
        as_lanes(small.links.up)[k] = as_lanes(small.links.right)[k] = none;
}

[[gnu::always_inline]] inline void mark_small_groups(const Planes& planes, std::size_t used,
                                                     int size, SmallGroups& small) {
    switch (used) {
        case 1:
        case 2:
            mark_small_groups<2>(planes, blocks_of(size), small);
            break;
        case 3:
            mark_small_groups<3>(planes, blocks_of(size), small);
            break;
        default:
            mark_small_groups<4>(planes, blocks_of(size), small);
            break;
    }
}

// The one group of a cell: links among the fruits of its kind only, then a flood.
[[gnu::always_inline]] inline void select_group(const Planes& planes, std::size_t used, int size,
                                                int bit, int column, Group& group) {
    const Lanes none{};
    const std::size_t blocks = blocks_of(size);
    Lanes same[max_blocks + 1];
    same[blocks] = none;
    for (std::size_t k = 0; k < blocks; ++k) {
        same[k] = ~none;
        for (std::size_t b = 0; b < used; ++b) {
            const std::uint32_t word = planes.plane[b][static_cast<std::size_t>(column)];
            const std::uint32_t has = 0U - ((word >> static_cast<unsigned>(bit)) & 1U);
            same[k] &= ~(as_lanes(planes.plane[b])[k] ^ has);
        }
    }
    Links links;
    for (std::size_t k = 0; k < blocks; ++k) {
        as_lanes(links.up)[k] = same[k] & (same[k] >> 1);
        as_lanes(links.right)[k] = same[k] & FRUIT_NEXT_COLUMNS(same[k], same[k + 1]);
    }
    group.cells = {};
    const Flooded flooded = flood(links, group.cells, bit, column);
    group.columns = flooded.columns;
    group.size = flooded.size;
    group.first_bit = flooded.first_bit();
    group.first_column = flooded.first_column();
}

#undef FRUIT_NEXT_COLUMNS
#undef FRUIT_PREVIOUS_COLUMNS

}  // namespace zerosum::fruit
