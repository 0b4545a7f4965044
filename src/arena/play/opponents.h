#pragma once
// Whom a person is offered as an opponent, by the same names on the page and on the terminal.

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace zerosum {

// An entry of the menu.
struct OfferedPlayer {
    std::string spec;   // "engine:level=3"
    std::string name;   // "Level 3"
    std::string about;  // a few words
};

// Easiest first. All of them play every game and answer within their time.
[[nodiscard]] const std::vector<OfferedPlayer>& opponents();

// The opponent of a newcomer's first game.
[[nodiscard]] const OfferedPlayer& first_opponent();

// A name to show: "Level 3" for engine:level=3, the text itself for a player that is not offered.
[[nodiscard]] std::string opponent_name(std::string_view spec);

}  // namespace zerosum
