#pragma once
// `alphabeta`: what a good student writes. Iterative deepening alpha-beta, moves ordered by what
// they gain, points difference at the leaf, no table, no reductions, time split evenly over the
// moves that are left. A sparring partner: simple on purpose, on the same board as everybody.

#include "players/reference/in_process.h"

namespace zerosum {

[[nodiscard]] PlayerPtr make_alphabeta(std::string name, const AnyGame& game);

}  // namespace zerosum
