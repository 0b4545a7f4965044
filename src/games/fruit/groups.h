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
//   2. Small groups. A fruit without links is a group of one. Two fruits linked to each other and
//      nothing else are a pair. A fruit with two links, both to fruits that have no other link,
//      is the centre of a group of three. All are found for 256 cells at a time, without a branch.
//   3. The rest, groups of four and more, are flooded one after the other. The step of the flood
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

// What step 2 knows, and step 3 completes.
struct GroupMap {
    Links links;
    alignas(32) Columns odd;    // first cells of groups of one and three: bit 0 of their sizes
    alignas(32) Columns two;    // first cells of groups of two and three: bit 1 of their sizes
    alignas(32) Columns large;  // first cells of groups of four and more
    alignas(32) Columns core;   // fruits with two links or more that belong to such groups
    // sizes[bit][column], set for the cells of `large` only.
    alignas(32) std::array<Columns, max_size> sizes;
};

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
// Returns its size and its first cell in row-major order as (31 - bit) * 32 + column.
struct Flooded {
    int size = 0;
    int first = max_size * max_size;
    std::uint32_t columns = 0;  // a bit for each column reached
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
                                                     GroupMap& map) {
    const Lanes none{};
    // One empty block on either side, so that every block has neighbours.
    using Blocks = Lanes[max_blocks + 2];
    Blocks up, right, left, single, leaf, inner, pivot;
    leaf[0] = leaf[blocks + 1] = none;
    right[0] = none;
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
        const Lanes down = up[k] << 1;
        const Lanes vertical = up[k] | down;
        const Lanes horizontal = right[k] | left[k];
        const Lanes both_vertical = up[k] & down;
        const Lanes both_horizontal = right[k] & left[k];
        single[k] = occupied & ~(vertical | horizontal);
        inner[k] = both_vertical | both_horizontal | (vertical & horizontal);  // two links or more
        leaf[k] = (vertical | horizontal) & ~inner[k];                         // exactly one
        // Two links exactly.
        pivot[k] = inner[k] & ~((both_vertical & horizontal) | (both_horizontal & vertical));
        as_lanes(map.links.up)[k - 1] = up[k];
        as_lanes(map.links.right)[k - 1] = right[k];
    }

    // Of the pivots, those whose two neighbours are leaves: centres of groups of three.
    Blocks pair, centre, first_is_left;
    first_is_left[blocks + 1] = none;
    for (std::size_t k = 1; k <= blocks; ++k) {
        const Lanes down = up[k] << 1;
        const Lanes leaf_above = leaf[k] >> 1;
        const Lanes leaf_below = leaf[k] << 1;
        const Lanes leaf_right = FRUIT_NEXT_COLUMNS(leaf[k], leaf[k + 1]);
        const Lanes leaf_left = FRUIT_PREVIOUS_COLUMNS(leaf[k - 1], leaf[k]);
        // The upper or the left one of the two is the first.
        pair[k] = leaf[k] & ((down & leaf_below) | (right[k] & leaf_right));
        centre[k] = pivot[k] & ~((up[k] & ~leaf_above) | (down & ~leaf_below) |
                                 (right[k] & ~leaf_right) | (left[k] & ~leaf_left));
        first_is_left[k] = centre[k] & ~up[k] & left[k];
    }

    // The first of three is the one above the centre, else the one to its left, else the centre.
    for (std::size_t k = 1; k <= blocks; ++k) {
        const Lanes three = ((centre[k] & up[k]) << 1) |
                            FRUIT_NEXT_COLUMNS(first_is_left[k], first_is_left[k + 1]) |
                            (centre[k] & ~up[k] & ~left[k]);
        as_lanes(map.odd)[k - 1] = single[k] | three;
        as_lanes(map.two)[k - 1] = pair[k] | three;
        as_lanes(map.core)[k - 1] = inner[k] & ~centre[k];
        as_lanes(map.large)[k - 1] = none;
    }
}

// Step 3.
[[gnu::always_inline]] inline void flood_large_groups(int size, GroupMap& map) {
    Columns seen{};
    for (int column = 0; column < size; ++column) {
        const auto c = static_cast<std::size_t>(column);
        for (std::uint32_t left = map.core[c] & ~seen[c]; left != 0; left &= ~seen[c]) {
            const Flooded flooded = flood(map.links, seen, std::countr_zero(left), column);
            const auto first_column = static_cast<std::size_t>(flooded.first % max_size);
            const int first_bit = max_size - 1 - flooded.first / max_size;
            map.large[first_column] |= 1U << static_cast<unsigned>(first_bit);
            map.sizes[static_cast<std::size_t>(first_bit)][first_column] =
                static_cast<std::uint32_t>(flooded.size);
        }
    }
}

[[gnu::always_inline]] inline void map_groups(const Planes& planes, std::size_t used, int size,
                                              GroupMap& map) {
    switch (used) {
        case 1:
        case 2:
            mark_small_groups<2>(planes, blocks_of(size), map);
            break;
        case 3:
            mark_small_groups<3>(planes, blocks_of(size), map);
            break;
        default:
            mark_small_groups<4>(planes, blocks_of(size), map);
            break;
    }
    flood_large_groups(size, map);
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
    group.first_bit = max_size - 1 - flooded.first / max_size;
    group.first_column = flooded.first % max_size;
}

#undef FRUIT_NEXT_COLUMNS
#undef FRUIT_PREVIOUS_COLUMNS

}  // namespace zerosum::fruit
