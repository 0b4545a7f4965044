#pragma once
// Answers that take long to make, made on a queue's thread instead of the server's.

#include <functional>

#include "app/web/json_fwd.h"
#include "app/web/work_queue.h"

namespace zerosum::web {

// What `work` gives, with this status when it is not a refusal; 503 when too much waits already.
[[nodiscard]] Deferred answered_later(WorkQueue& queue, Customer customer,
                                      std::function<Asked<Json>()> work, int status = 200);

}  // namespace zerosum::web
