#include "app/web/later.h"

#include <utility>

#include "app/web/json.h"

namespace zerosum::web {

Deferred answered_later(WorkQueue& queue, Customer customer, std::function<Asked<Json>()> work,
                        int status) {
    return [&queue, customer = std::move(customer), work = std::move(work),
            status](const Respond& respond) {
        const bool taken =
            queue.submit(customer, WorkQueue::Urgency::Reply, [work, status, respond] {
                const Asked<Json> json = work();
                respond(json ? json_response(status, *json) : json.error());
            });
        if (!taken) respond(refusal(503, "busy", "Too much is asked of this server. Try again."));
    };
}

}  // namespace zerosum::web
