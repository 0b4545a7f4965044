#include "games/coins/board.h"

#include <algorithm>
#include <cassert>

#include "core/random.h"

namespace zerosum::coins {

Position::Position(int size, std::span<const std::uint8_t> values, Side mover,
                   std::array<Score, 2> points)
    : size_(size), mover_(mover), points_(points) {
    assert(size >= 1 && size <= kMaxSize);
    std::copy(values.begin(), values.end(), values_.begin());
    left_ = static_cast<int>(values.size() -
                             static_cast<std::size_t>(std::count(values.begin(), values.end(), 0)));
    key_ = key_from_scratch();
}

Key Position::coin_key(std::size_t cell, int value) {
    return mix(cell * (kMaxValue + 1) + static_cast<std::size_t>(value));
}

Key Position::key_from_scratch() const {
    Key key = mix(~static_cast<Key>(size_));
    for (std::size_t cell = 0; cell < values_.size(); ++cell)
        if (values_[cell] != 0) key ^= coin_key(cell, values_[cell]);
    return key;
}

Score Position::play(Move move) {
    const std::size_t cell = at(move.cell());
    const Score gain = values_[cell];
    assert(gain != 0);
    key_ ^= coin_key(cell, values_[cell]);
    values_[cell] = 0;
    --left_;
    points_[index(mover_)] += gain;
    mover_ = other(mover_);
    return gain;
}

void generate_moves(const Position& position, MoveList& list) {
    list.clear();
    for (int row = 0; row < position.size(); ++row) {
        int first = 0;
        int last = position.size() - 1;
        while (first <= last && position.value({row, first}) == 0) ++first;
        while (last > first && position.value({row, last}) == 0) --last;
        if (first > last) continue;
        const auto move_to = [&](int column) {
            list.push_back({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)});
        };
        move_to(first);
        if (last != first) move_to(last);
    }
}

}  // namespace zerosum::coins
