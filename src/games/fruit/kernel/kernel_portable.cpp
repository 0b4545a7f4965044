#include <bit>

#include "core/bits.h"
#include "games/fruit/kernel/column_key.h"
#include "games/fruit/kernel/groups.h"
#include "games/fruit/kernel/kernel.h"

namespace zerosum::fruit {

namespace {

// Step 3: calls see(group) for each large group.
template <typename See>
void flood_large_groups(int size, const SmallGroups& small, See see) {
    Columns seen{};
    for (int column = 0; column < size; ++column) {
        const auto c = static_cast<std::size_t>(column);
        for (std::uint32_t left = small.corners[c]; (left &= ~seen[c]) != 0;)
            see(flood(small.links, seen, std::countr_zero(left), column));
    }
}

void find_groups(const Planes& planes, std::size_t used, int size, MoveList& list) {
    SmallGroups small;
    mark_small_groups(planes, used, size, small);

    // Sizes of large groups at their first cells.
    std::array<std::array<std::uint16_t, kMaxSize>, kMaxSize> large{};
    flood_large_groups(size, small, [&](const Flooded& group) {
        large[static_cast<std::size_t>(group.first_bit())]
             [static_cast<std::size_t>(group.first_column())] =
                 static_cast<std::uint16_t>(group.size);
    });

    list.clear();
    for (int row = 0; row < size; ++row) {
        const auto bit = static_cast<unsigned>(size - 1 - row);
        for (std::size_t c = 0; c < static_cast<std::size_t>(size); ++c) {
            const std::uint32_t is_small = (small.first[c] >> bit) & 1U;
            const std::uint32_t count = is_small + ((small.size_bit_0[c] >> bit) & 1U) +
                                        2 * ((small.size_bit_1[c] >> bit) & 1U) + large[bit][c];
            if (count == 0) continue;
            list.push_back({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(c),
                            static_cast<std::uint16_t>(count)});
        }
    }
}

void survey_groups(const Planes& planes, std::size_t used, int size, Survey& survey) {
    SmallGroups small;
    mark_small_groups(planes, used, size, small);
    keep_marks(small, size, survey);
    survey.large.clear();
    flood_large_groups(size, small, [&](const Flooded& group) {
        survey.large.push_back({static_cast<std::uint8_t>(size - 1 - group.first_bit()),
                                static_cast<std::uint8_t>(group.first_column()),
                                static_cast<std::uint16_t>(group.size)});
    });
}

void find_group(const Planes& planes, std::size_t used, int size, int bit, int column,
                Group& group) {
    select_group(planes, used, size, bit, column, group);
}

void take_from_column(Planes& planes, std::size_t column, std::uint32_t taken, Key& key) {
    const ColumnWords before = column_words(planes, column);
    ColumnWords after;
    for (std::size_t b = 0; b < kPlaneCapacity; ++b) after[b] = pext_portable(before[b], ~taken);
    replace_column(planes, column, before, after, key);
}

void take(Planes& planes, std::size_t used, int size, int bit, int column, int count, Key& key) {
    if (count == 1) {
        take_from_column(planes, static_cast<std::size_t>(column), 1U << static_cast<unsigned>(bit),
                         key);
        return;
    }
    Group group;
    select_group(planes, used, size, bit, column, group);
    for (std::uint32_t rest = group.columns; rest != 0; rest &= rest - 1) {
        const auto c = static_cast<std::size_t>(std::countr_zero(rest));
        take_from_column(planes, c, group.cells[c], key);
    }
}

}  // namespace

const Kernel& portable_kernel() {
    static constexpr Kernel kernel{find_groups, survey_groups, find_group, take};
    return kernel;
}

const Kernel& best_kernel() {
    static const Kernel& best = avx2_kernel() != nullptr ? *avx2_kernel() : portable_kernel();
    return best;
}

}  // namespace zerosum::fruit
