#include "games/fruit/board.h"

#include <bit>
#include <cassert>

#include "core/random.h"
#include "games/fruit/kernel/column_key.h"
#include "games/fruit/moves.h"

namespace zerosum::fruit {

namespace {

int bit_of_row(int size, int row) {
    return size - 1 - row;
}
}  // namespace

Position::Position(int size, int kinds, std::span<const std::int8_t> cells, Side mover,
                   Score points_one, Score points_two)
    : points_{points_one, points_two},
      mover_(mover),
      size_(static_cast<std::uint8_t>(size)),
      kinds_(static_cast<std::uint8_t>(kinds)),
      planes_used_(static_cast<std::uint8_t>(std::bit_width(static_cast<unsigned>(kinds)))) {
    assert(size >= 1 && size <= kMaxSize && kinds >= 1 && kinds <= kMaxKinds);
    const auto side = static_cast<std::size_t>(size);
    assert(cells.size() == side * side);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto code = static_cast<unsigned>(cells[i] + 1);
        const int bit = bit_of_row(size, static_cast<int>(i / side));
        for (std::size_t b = 0; b < planes_used_; ++b)
            planes_.plane[b][i % side] |= ((code >> b) & 1U) << static_cast<unsigned>(bit);
        if (code != 0) ++fruits_;
    }
    key_ = key_from_scratch();
}

std::uint32_t Position::occupied(int column) const {
    std::uint32_t cells = 0;
    for (const Columns& plane : planes_.plane) cells |= plane[static_cast<std::size_t>(column)];
    return cells;
}

std::uint32_t Position::cells_of_kind(int column, int kind) const {
    const auto code = static_cast<unsigned>(kind + 1);
    std::uint32_t cells = ~0U;
    for (std::size_t b = 0; b < kPlaneCapacity; ++b) {
        const std::uint32_t word = planes_.plane[b][static_cast<std::size_t>(column)];
        cells &= ((code >> b) & 1U) != 0 ? word : ~word;
    }
    return cells;
}

int Position::height(int column) const {
    return std::popcount(occupied(column));
}

int Position::kind_at(Cell cell) const {
    const auto bit = static_cast<unsigned>(bit_of_row(size_, cell.row));
    unsigned code = 0;
    for (std::size_t b = 0; b < kPlaneCapacity; ++b)
        code |= ((planes_.plane[b][static_cast<std::size_t>(cell.column)] >> bit) & 1U) << b;
    return static_cast<int>(code) - 1;
}

Group Position::find_group(Cell cell) const {
    assert(kind_at(cell) != kEmptyCell);
    Group group;
    best_kernel().find_group(planes_, planes_used_, size_, bit_of_row(size_, cell.row), cell.column,
                             group);
    return group;
}

Columns Position::group_at(Cell cell) const {
    return find_group(cell).cells;
}

Move Position::move_at(Cell cell) const {
    const Group group = find_group(cell);
    return {static_cast<std::uint8_t>(size_ - 1 - group.first_bit),
            static_cast<std::uint8_t>(group.first_column), static_cast<std::uint16_t>(group.size)};
}

Score Position::play(Move move) {
    best_kernel().take(planes_, planes_used_, size_, bit_of_row(size_, move.row), move.column,
                       move.size, key_);
    fruits_ = static_cast<std::uint16_t>(fruits_ - move.size);
    points_[index(mover_)] += move.gain();
    mover_ = other(mover_);
    return move.gain();
}

void survey_groups(const Position& position, Survey& survey) {
    best_kernel().survey_groups(position.planes(), position.planes_used(), position.size(), survey);
}

Key Position::key_from_scratch() const {
    Key key = mix(size_);
    for (std::size_t c = 0; c < size_; ++c) key ^= column_key(column_words(planes_, c), c);
    return key;
}

}  // namespace zerosum::fruit
