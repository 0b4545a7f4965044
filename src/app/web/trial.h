#pragma once
// A move tried in a position: what it loses against the best, why, and how that is known. The
// answer of a review to one move, for a person who waits for it.

#include <string>
#include <string_view>

#include "app/web/json_fwd.h"
#include "app/web/work_queue.h"
#include "games/any_game.h"

namespace zerosum::web {

// The answer to POST /api/positions/try (docs/api.md), made on the queue's threads.
[[nodiscard]] Asked<Deferred> try_move(WorkQueue& engines, const std::string& visitor,
                                       std::string_view body);

// The best move after a short look.
[[nodiscard]] Deferred give_hint(WorkQueue& engines, Customer customer, PositionPtr position);

}  // namespace zerosum::web
