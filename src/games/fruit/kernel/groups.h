#pragma once
// How groups are found, step 3 and one group alone. Included by the kernels only, which share it.
//
// The step of the flood is a vertical run of linked fruits, found with two bit scans.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/fruit/kernel/small_groups.h"

namespace zerosum::fruit {

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
    int first = kMaxSize * kMaxSize;  // cells in row-major order: (31 - bit) * 32 + column
    std::uint32_t columns = 0;        // a bit for each column reached

    [[nodiscard]] int first_bit() const { return kMaxSize - 1 - first / kMaxSize; }
    [[nodiscard]] int first_column() const { return first % kMaxSize; }
};
[[gnu::always_inline]] inline Flooded flood(const Links& links, Columns& seen, int bit,
                                            int column) {
    struct Pending {
        std::uint32_t cells;
        std::uint32_t column;
    };
    // A run adds at most two entries, and there are at most 1024 runs.
    std::array<Pending, 2 * kMaxSize * kMaxSize + 1> stack;  // NOLINT: not cleared on purpose
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
                std::min(flooded.first, std::countl_zero(run) * kMaxSize + static_cast<int>(c));
            const std::uint32_t to_right = links.right[c] & run;
            if (to_right != 0) stack[top++] = {to_right, c + 1};
            const std::uint32_t to_left = c > 0 ? links.right[c - 1] & run : 0;
            if (to_left != 0) stack[top++] = {to_left, c - 1};
        }
    }
    return flooded;
}

// The one group of a cell: links among the fruits of its kind only, then a flood.
[[gnu::always_inline]] inline void select_group(const Planes& planes, std::size_t used, int size,
                                                int bit, int column, Group& group) {
    const WideLanes none{};
    const std::size_t blocks = blocks_of(size);
    WideLanes same[kMaxSize / kLanes + 1];
    same[blocks] = none;
    for (std::size_t k = 0; k < blocks; ++k) {
        same[k] = ~none;
        for (std::size_t b = 0; b < used; ++b) {
            const std::uint32_t word = planes.plane[b][static_cast<std::size_t>(column)];
            const std::uint32_t has = 0U - ((word >> static_cast<unsigned>(bit)) & 1U);
            same[k] &= ~(Block<WideLanes>::load(planes.plane[b], k) ^ has);
        }
    }
    Links links;
    for (std::size_t k = 0; k < blocks; ++k) {
        Block<WideLanes>::store(links.up, k, same[k] & (same[k] >> 1));
        Block<WideLanes>::store(links.right, k,
                                same[k] & Block<WideLanes>::next(same[k], same[k + 1]));
    }
    group.cells = {};
    const Flooded flooded = flood(links, group.cells, bit, column);
    group.columns = flooded.columns;
    group.size = flooded.size;
    group.first_bit = flooded.first_bit();
    group.first_column = flooded.first_column();
}

}  // namespace zerosum::fruit
