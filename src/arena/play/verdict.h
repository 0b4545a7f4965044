#pragma once
// What a player's reply is worth: the move behind it, or why the game is lost.

#include <string>

#include "arena/play/record.h"
#include "players/player.h"

namespace zerosum {

struct Loss {
    EndReason reason = EndReason::NoAnswer;
    std::string sentence;  // for the student
};

// Time is not checked here.
[[nodiscard]] tl::expected<AnyMove, Loss> judge(const AnyPosition& position, const Reply& reply);

}  // namespace zerosum
