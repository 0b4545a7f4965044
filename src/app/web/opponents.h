#pragma once
// Who may be played against here. Players that live inside the program and whose work is bounded;
// the agents that the server was started with are in agents.h. A page must not be able to start
// other programs or to hold a thread for hours.

#include <string_view>

#include "arena/play/opponents.h"
#include "players/spec.h"

namespace zerosum::web {

// `human`, or a player of this game that may be used here; the error says what may.
[[nodiscard]] Result<PlayerSpec> check_opponent(std::string_view text, const AnyGame& game);

}  // namespace zerosum::web
