#pragma once
// The moves played so far, a line per round or per move.

#include <vector>

#include "app/terminal/layout.h"
#include "app/terminal/panel.h"

namespace zerosum::terminal {

// The latest that fit, below a heading. Empty while no move was played or where there is no room.
[[nodiscard]] std::vector<PanelLine> move_list(const GameInPlay& game, Extent room);

}  // namespace zerosum::terminal
