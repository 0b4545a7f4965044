#include "games/fruit/board.h"

#include <bit>
#include <cassert>

#include "core/bits.h"
#include "core/random.h"
#include "games/fruit/moves.h"

namespace zerosum::fruit {

namespace {

// All of `seeds` and what connects to them vertically inside `mask`.
std::uint32_t fill_vertically(std::uint32_t seeds, std::uint32_t mask) {
    for (;;) {
        const std::uint32_t wider = (seeds | (seeds << 1U) | (seeds >> 1U)) & mask;
        if (wider == seeds) return seeds;
        seeds = wider;
    }
}

// Grows the seed, which lies in `column`, to its whole group: sweeps to the right and to the left
// until nothing is added. `same` holds the cells of the group's kind.
Columns flood(const Columns& same, std::size_t column, std::uint32_t seed) {
    Columns group{};
    group[column] = fill_vertically(seed, same[column]);
    const auto spread = [&](std::size_t from, std::size_t to) {
        const std::uint32_t reached = group[to] | (group[from] & same[to]);
        if (reached == group[to]) return false;
        group[to] = fill_vertically(reached, same[to]);
        return true;
    };
    bool grown = true;
    while (grown) {
        grown = false;
        for (std::size_t c = 0; c + 1 < max_size; ++c) grown |= spread(c, c + 1);
        for (std::size_t c = max_size - 1; c > 0; --c) grown |= spread(c, c - 1);
    }
    return group;
}

unsigned bit_of_row(int size, int row) {
    return static_cast<unsigned>(size - 1 - row);
}

}  // namespace

Position::Position(int size, int kinds, std::span<const std::int8_t> cells, Side mover,
                   Score points_one, Score points_two)
    : points_{points_one, points_two},
      mover_(mover),
      size_(static_cast<std::uint8_t>(size)),
      kinds_(static_cast<std::uint8_t>(kinds)) {
    assert(size >= 1 && size <= max_size && kinds >= 1 && kinds <= max_kinds);
    const auto side = static_cast<std::size_t>(size);
    assert(cells.size() == side * side);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto code = static_cast<unsigned>(cells[i] + 1);
        const unsigned bit = bit_of_row(size, static_cast<int>(i / side));
        for (std::size_t b = 0; b < plane_count; ++b)
            planes_[b][i % side] |= ((code >> b) & 1U) << bit;
    }
    key_ = key_from_scratch();
}

std::uint32_t Position::occupied(int column) const {
    const auto c = static_cast<std::size_t>(column);
    return planes_[0][c] | planes_[1][c] | planes_[2][c] | planes_[3][c];
}

std::uint32_t Position::cells_of_kind(int column, int kind) const {
    const auto code = static_cast<unsigned>(kind + 1);
    std::uint32_t cells = ~0U;
    for (std::size_t b = 0; b < plane_count; ++b) {
        const std::uint32_t plane = planes_[b][static_cast<std::size_t>(column)];
        cells &= ((code >> b) & 1U) != 0 ? plane : ~plane;
    }
    return cells;
}

bool Position::over() const {
    std::uint32_t any = 0;
    for (int c = 0; c < size_; ++c) any |= occupied(c);
    return any == 0;
}

int Position::height(int column) const {
    return std::popcount(occupied(column));
}

int Position::fruits() const {
    int count = 0;
    for (int c = 0; c < size_; ++c) count += height(c);
    return count;
}

int Position::kind_at(Cell cell) const {
    const unsigned bit = bit_of_row(size_, cell.row);
    unsigned code = 0;
    for (std::size_t b = 0; b < plane_count; ++b)
        code |= ((planes_[b][static_cast<std::size_t>(cell.column)] >> bit) & 1U) << b;
    return static_cast<int>(code) - 1;
}

Columns Position::group_at(Cell cell) const {
    const int kind = kind_at(cell);
    assert(kind != empty_cell);
    Columns same{};
    for (int c = 0; c < size_; ++c) same[static_cast<std::size_t>(c)] = cells_of_kind(c, kind);
    return flood(same, static_cast<std::size_t>(cell.column), 1U << bit_of_row(size_, cell.row));
}

Move Position::move_at(Cell cell) const {
    const Columns group = group_at(cell);
    std::uint32_t rows_used = 0;
    int count = 0;
    for (const std::uint32_t column : group) {
        rows_used |= column;
        count += std::popcount(column);
    }
    const std::uint32_t top = std::bit_floor(rows_used);
    std::size_t first = 0;
    while ((group[first] & top) == 0) ++first;
    return {static_cast<std::uint8_t>(size_ - std::bit_width(top)),
            static_cast<std::uint8_t>(first), static_cast<std::uint16_t>(count)};
}

Score Position::play(Move move) {
    const Columns taken = group_at(move.cell());
    for (std::size_t c = 0; c < size_; ++c) {
        if (taken[c] == 0) continue;
        key_ ^= column_key(c);
        for (Columns& plane : planes_) plane[c] = pext_portable(plane[c], ~taken[c]);
        key_ ^= column_key(c);
    }
    points_[index(mover_)] += move.gain();
    mover_ = other(mover_);
    return move.gain();
}

Key Position::column_key(std::size_t column) const {
    const auto word = [&](std::size_t b) { return std::uint64_t{planes_[b][column]}; };
    // The salt keeps the same fruits in two columns from cancelling out.
    const std::uint64_t salt = (column + 1) * 0xD1B54A32D192ED03ULL;
    return mix(mix((word(0) | (word(1) << 32U)) ^ salt) ^ (word(2) | (word(3) << 32U)));
}

Key Position::key_from_scratch() const {
    Key key = mix(size_);
    for (std::size_t c = 0; c < size_; ++c) key ^= column_key(c);
    return key;
}

void generate_moves(const Position& position, MoveList& list) {
    list.clear();
    const int size = position.size();
    Columns left{};
    for (int c = 0; c < size; ++c) left[static_cast<std::size_t>(c)] = position.occupied(c);
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            const auto c = static_cast<std::size_t>(column);
            if (((left[c] >> bit_of_row(size, row)) & 1U) == 0) continue;
            const Columns group = position.group_at({row, column});
            int count = 0;
            for (std::size_t i = 0; i < max_size; ++i) {
                count += std::popcount(group[i]);
                left[i] &= ~group[i];
            }
            list.push_back({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column),
                            static_cast<std::uint16_t>(count)});
        }
    }
}

}  // namespace zerosum::fruit
