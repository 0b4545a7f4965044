#pragma once
// Positions from the command line.

#include <string>

#include "games/any_game.h"

namespace zerosum::cli {

// INPUT of a subcommand: a course file (its second line says which game), a file with a one-line
// position, "-" for standard input, or the one-line position itself. `game` empty: every game is
// tried; otherwise a position of another game is an error.
[[nodiscard]] Result<AnyTask> load_task(const std::string& input, const std::string& game);

}  // namespace zerosum::cli
