#include <bit>

#include "core/bits.h"
#include "games/fruit/groups.h"
#include "games/fruit/kernel.h"

namespace zerosum::fruit {

namespace {

void find_groups(const Planes& planes, std::size_t used, int size, MoveList& list) {
    GroupMap map;
    map_groups(planes, used, size, map);
    list.clear();
    for (int row = 0; row < size; ++row) {
        const int bit = size - 1 - row;
        for (std::size_t c = 0; c < static_cast<std::size_t>(size); ++c) {
            const auto has = [&](const Columns& cells) {
                return (cells[c] >> static_cast<unsigned>(bit)) & 1U;
            };
            const std::uint32_t small = has(map.odd) | (has(map.two) << 1U);
            const bool large = has(map.large) != 0;
            if (small == 0 && !large) continue;
            const std::uint32_t count = large ? map.sizes[static_cast<std::size_t>(bit)][c] : small;
            list.push_back({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(c),
                            static_cast<std::uint16_t>(count)});
        }
    }
}

void find_group(const Planes& planes, std::size_t used, int size, int bit, int column,
                Group& group) {
    select_group(planes, used, size, bit, column, group);
}

void drop(Planes& planes, std::size_t used, const Columns& taken, std::uint32_t columns) {
    for (; columns != 0; columns &= columns - 1) {
        const auto c = static_cast<std::size_t>(std::countr_zero(columns));
        for (std::size_t b = 0; b < used; ++b)
            planes.plane[b][c] = pext_portable(planes.plane[b][c], ~taken[c]);
    }
}

}  // namespace

const Kernel& portable_kernel() {
    static constexpr Kernel kernel{find_groups, find_group, drop};
    return kernel;
}

const Kernel& best_kernel() {
    static const Kernel& best = avx2_kernel() != nullptr ? *avx2_kernel() : portable_kernel();
    return best;
}

}  // namespace zerosum::fruit
