#include "games/fruit/moves.h"

#include "games/fruit/board.h"

namespace zerosum::fruit {

void generate_moves(const Position& position, MoveList& list) {
    best_kernel().find_groups(position.planes(), position.planes_used(), position.size(), list);
}

}  // namespace zerosum::fruit
