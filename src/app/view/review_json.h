#pragma once
// A reviewed move as pages show it (docs/api.md, `ply`).

#include <nlohmann/json_fwd.hpp>

#include "arena/review/review.h"

namespace zerosum::view {

// `komi` is added to the margins, from side 1's view.
[[nodiscard]] nlohmann::ordered_json reviewed_json(const AnyPosition& before,
                                                   const ReviewedMove& move, Score komi = 0);

}  // namespace zerosum::view
