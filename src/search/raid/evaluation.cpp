#include "search/raid/evaluation.h"

#include <algorithm>
#include <array>
#include <bit>

namespace zerosum::raid {

namespace {

// The share of an exposed piece's value that its owner is expected to lose, in percent.
constexpr Score exposed_loss = 30;
// The share of the best immediate gain that having the move is worth, in percent.
constexpr Score tempo = 60;

Score sum_of(const Position& position, int row, Row squares) {
    Score sum = 0;
    for (; squares != 0; squares &= squares - 1)
        sum += position.value(row, std::countr_zero(squares));
    return sum;
}

}  // namespace

Score evaluate(const Position& position, const MoveList& /*moves*/) {
    const Side own = position.mover();
    const Side enemy = other(own);
    Score exposed = 0;  // enemy's minus mover's
    Score best_gain = 0;
    for (int row = 0; row < position.size(); ++row) {
        const Row here = position.free_row(row);
        const Row above = row > 0 ? position.free_row(row - 1) : 0;
        const Row below = row + 1 < position.size() ? position.free_row(row + 1) : 0;
        const Row beside_free = here << 1U | here >> 1U | above | below;
        exposed += sum_of(position, row, position.held(enemy, row) & beside_free) -
                   sum_of(position, row, position.held(own, row) & beside_free);

        const Row raids = here & position.beside(own, row);
        for (Row rest = here; rest != 0; rest &= rest - 1) {
            const int column = std::countr_zero(rest);
            const Row square = rest & (0 - rest);
            Score gain = position.value(row, column);
            if ((raids & square) != 0) {
                gain += 2 * (sum_of(position, row - 1, position.held(enemy, row - 1) & square) +
                             sum_of(position, row + 1, position.held(enemy, row + 1) & square) +
                             sum_of(position, row,
                                    position.held(enemy, row) & (square << 1U | square >> 1U)));
            }
            best_gain = std::max(best_gain, gain);
        }
    }
    return (exposed * exposed_loss + best_gain * tempo) / 100;
}

}  // namespace zerosum::raid
