#include "games/fruit/rules.h"

#include <cstdint>

namespace zerosum::fruit {

Result<Position> Fruit::start(const StartOptions& options, Random& random) {
    constexpr int default_size = 10;
    constexpr int default_kinds = 4;
    const int size = options.size == 0 ? default_size : options.size;
    const int kinds = options.kinds == 0 ? default_kinds : options.kinds;
    if (size < 1 || size > max_size)
        return fail("found size {}, expected 1 to {} for fruit", size, max_size);
    if (kinds < 1 || kinds > max_kinds)
        return fail("found {} kinds, expected 1 to {} for fruit", kinds, max_kinds);
    if (options.pieces != -1)
        return fail("found {} pieces, but fruit starts from a full board: leave them out",
                    options.pieces);

    std::vector<std::int8_t> cells(static_cast<std::size_t>(size * size));
    for (std::int8_t& kind : cells)
        kind = static_cast<std::int8_t>(random.below(static_cast<std::uint64_t>(kinds)));
    return Position(size, kinds, cells);
}

}  // namespace zerosum::fruit
