#pragma once
// Positions of The Fruit Rage for tests: from rows, and random ones of every shape.

#include <cstdint>
#include <string>
#include <vector>

#include "core/random.h"
#include "games/fruit/rules.h"

namespace zerosum::tests {

inline fruit::Position fruit_position(const std::vector<std::string>& rows) {
    std::string text;
    for (const std::string& row : rows) text += (text.empty() ? "" : "/") + row;
    return fruit::parse_line(text + " 1 0 0").value();
}

// A random board of the given side and number of kinds after up to all of its moves.
// Fruits copy a neighbour with a chance drawn from 0 to 9 tenths: from noise to large winding
// groups.
inline fruit::Position random_fruit_position(int size, int kinds, std::uint64_t seed) {
    Random random(seed);
    const std::uint64_t clumping = random.below(10);
    const auto side = static_cast<std::size_t>(size);
    std::vector<std::int8_t> cells(side * side);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        cells[i] = static_cast<std::int8_t>(random.below(static_cast<std::uint64_t>(kinds)));
        if (random.below(10) >= clumping) continue;
        const bool left = random.below(2) == 0;
        if (left && i % side > 0) cells[i] = cells[i - 1];
        if (!left && i >= side) cells[i] = cells[i - side];
    }
    fruit::Position position(size, kinds, cells);
    std::uint64_t plies = random.below(3) == 0 ? 0 : random.below(side * side + 1);
    fruit::MoveList moves;
    for (; plies > 0 && !position.over(); --plies) {
        fruit::generate_moves(position, moves);
        position.play(moves[random.below(moves.size())]);
    }
    return position;
}

}  // namespace zerosum::tests
