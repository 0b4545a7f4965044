#pragma once
// What a column adds to a board's key. The key is the exclusive or over the columns, so that a move
// hashes only the columns that it changes.

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/random.h"
#include "core/units.h"
#include "games/fruit/kernel/kernel.h"

namespace zerosum::fruit {

// A column's word of every plane.
using ColumnWords = std::array<std::uint32_t, kPlaneCapacity>;

[[gnu::always_inline]] inline ColumnWords column_words(const Planes& planes, std::size_t column) {
    return {planes.plane[0][column], planes.plane[1][column], planes.plane[2][column],
            planes.plane[3][column]};
}

// The column's number is mixed before it meets the cells: added as it is, a column and its
// neighbour with other cells would have one key.
inline constexpr std::array<std::uint64_t, kMaxSize> kMixedColumns = [] {
    std::array<std::uint64_t, kMaxSize> mixed{};
    for (std::size_t column = 0; column < kMaxSize; ++column) mixed[column] = mix(column);
    return mixed;
}();

[[gnu::always_inline]] inline Key column_key(const ColumnWords& words, std::size_t column) {
    const std::uint64_t low = words[0] | (std::uint64_t{words[1]} << 32U);
    const std::uint64_t high = words[2] | (std::uint64_t{words[3]} << 32U);
    return mix(mix(low ^ kMixedColumns[column]) ^ high);
}

// Replaces a column. The words are stored before they are hashed: the next read of the board need
// not wait for the hash.
[[gnu::always_inline]] inline void replace_column(Planes& planes, std::size_t column,
                                                  const ColumnWords& before,
                                                  const ColumnWords& after, Key& key) {
    for (std::size_t b = 0; b < kPlaneCapacity; ++b) planes.plane[b][column] = after[b];
    key ^= column_key(before, column) ^ column_key(after, column);
}

}  // namespace zerosum::fruit
