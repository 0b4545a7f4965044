#pragma once
// What the outside must know of a game (games/info.h) as JSON, for the page.

#include <nlohmann/json_fwd.hpp>

#include "games/info.h"

namespace zerosum::view {

[[nodiscard]] nlohmann::ordered_json info_json(const GameInfo& info);

}  // namespace zerosum::view
