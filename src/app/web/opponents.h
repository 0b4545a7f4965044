#pragma once
// Who can be played against here. Only players that live inside the program and whose work is
// bounded: a page must not be able to start programs or to hold a thread for hours.

#include <string>
#include <string_view>
#include <vector>

#include "players/spec.h"

namespace zerosum::web {

// An entry of the page's menu.
struct OfferedPlayer {
    std::string spec;   // "engine:level=3"
    std::string name;   // "Level 3"
    std::string about;  // a few words
};

// What the page offers, easiest first.
[[nodiscard]] const std::vector<OfferedPlayer>& opponents();

// The opponent of a newcomer's first game.
[[nodiscard]] const OfferedPlayer& first_opponent();

// `human`, or a player of this game that may be used here; the error says what may.
[[nodiscard]] Result<PlayerSpec> check_opponent(std::string_view text, const AnyGame& game);

// A name to show: "Level 3" for engine:level=3.
[[nodiscard]] std::string opponent_name(std::string_view spec);

}  // namespace zerosum::web
