#include "games/raid/rules.h"

#include <span>

#include "core/counted.h"

namespace zerosum::raid {

Result<Position> Raid::start(const StartOptions& options, Random& random) {
    constexpr int default_size = 8;
    constexpr int highest_value = 99;
    const int size = options.size == 0 ? default_size : options.size;
    const int pieces = options.pieces == -1 ? 0 : options.pieces;
    if (size < 1 || size > max_size)
        return fail("found size {}, expected 1 to {} for raid", size, max_size);
    const int squares = size * size;
    if (options.kinds != 0)
        return fail("found {}, but raid has no kinds of squares: leave them out",
                    counted(options.kinds, "kind"));
    if (pieces < 0 || pieces > (squares - 1) / 2) {
        return fail("found {} a side, expected 0 to {} on a board of {}", counted(pieces, "piece"),
                    (squares - 1) / 2, counted(squares, "square"));
    }

    std::vector<Value> values(static_cast<std::size_t>(squares));
    for (Value& value : values) value = static_cast<Value>(random.between(1, highest_value));
    Position position(size, values, Side::One);

    std::vector<int> cells(static_cast<std::size_t>(squares));
    for (int i = 0; i < squares; ++i) cells[static_cast<std::size_t>(i)] = i;
    random.shuffle(std::span<int>(cells));
    for (int i = 0; i < 2 * pieces; ++i) {
        const int cell = cells[static_cast<std::size_t>(i)];
        position.put({cell / size, cell % size}, i % 2 == 0 ? Side::One : Side::Two);
    }
    return position;
}

}  // namespace zerosum::raid
