#pragma once
// Positions of Stake & Raid for tests: random ones, and the same board for the oracle.

#include <cstdint>
#include <string>
#include <vector>

#include "core/random.h"
#include "games/raid/rules.h"
#include "support/raid_oracle.h"

namespace zerosum::tests {

inline raid_oracle::Board oracle_board(const raid::Position& position) {
    raid_oracle::Board board;
    board.rows = raid::rows(position);
    board.mover = raid::side_letter(position.mover());
    for (int row = 0; row < position.size(); ++row) {
        board.values.emplace_back();
        for (int column = 0; column < position.size(); ++column)
            board.values.back().push_back(position.value(row, column));
    }
    return board;
}

// A random board with `free` free squares, any player to move. Half of the boards are drawn
// square by square, half are played; values are lowest..highest, so that a small `highest` makes
// many moves equal.
inline raid::Position random_raid_position(int size, int free, int highest, std::uint64_t seed,
                                           int lowest = 1) {
    Random random(seed);
    const int squares = size * size;
    std::vector<raid::Value> values(static_cast<std::size_t>(squares));
    for (raid::Value& value : values)
        value = static_cast<raid::Value>(random.between(lowest, highest));
    raid::Position position(size, values, random.below(2) == 0 ? Side::One : Side::Two);
    if (random.below(2) == 0) {
        std::vector<int> cells(static_cast<std::size_t>(squares));
        for (int i = 0; i < squares; ++i) cells[static_cast<std::size_t>(i)] = i;
        random.shuffle(std::span<int>(cells));
        for (int i = free; i < squares; ++i) {
            const int cell = cells[static_cast<std::size_t>(i)];
            position.put({cell / size, cell % size}, random.below(2) == 0 ? Side::One : Side::Two);
        }
        return position;
    }
    raid::MoveList moves;
    while (position.free_squares() > free) {
        raid::generate_moves(position, moves);
        position.play(moves[random.below(moves.size())]);
    }
    return position;
}

}  // namespace zerosum::tests
