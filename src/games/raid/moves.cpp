#include "games/raid/moves.h"

#include <bit>

#include "games/raid/board.h"

namespace zerosum::raid {

namespace {

void append_row(MoveList& list, int row, Row squares, Kind kind) {
    for (; squares != 0; squares &= squares - 1) {
        list.push_back({static_cast<std::uint8_t>(row),
                        static_cast<std::uint8_t>(std::countr_zero(squares)), kind});
    }
}

}  // namespace

void generate_moves(const Position& position, MoveList& list) {
    list.clear();
    const Side mover = position.mover();
    for (int row = 0; row < position.size(); ++row)
        append_row(list, row, position.free_row(row), Kind::Stake);
    for (int row = 0; row < position.size(); ++row)
        append_row(list, row, position.free_row(row) & position.beside(mover, row), Kind::Raid);
}

bool is_legal(const Position& position, Move move) {
    if (move.row >= position.size() || move.column >= position.size()) return false;
    Row squares = position.free_row(move.row);
    if (move.kind == Kind::Raid) squares &= position.beside(position.mover(), move.row);
    return (squares >> move.column & 1U) != 0;
}

}  // namespace zerosum::raid
