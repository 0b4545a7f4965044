#pragma once
// The hand-in desk's part of the API: docs/api.md, Hand-in desk. Everybody shows the token that
// `zerosum roster` made for them; students see what is theirs, staff everything.

#include <cstddef>

#include "app/web/http.h"
#include "app/web/json_fwd.h"
#include "app/web/ladder_memory.h"
#include "app/web/target.h"
#include "app/web/work_queue.h"
#include "arena/desk/desk.h"

namespace zerosum::web {

class DeskApi {
 public:
    // `desk` may be null: then there is none, and every request is told so. The ladder's ledger is
    // the last of `ledgers`. Files are read on the queue's threads.
    DeskApi(Desk* desk, std::size_t ledgers, WorkQueue& queue)
        : desk_(desk), ledgers_(ledgers), queue_(queue) {}

    // Whether a request is for it: /api/desk and everything below.
    [[nodiscard]] static bool serves(const Target& target);
    [[nodiscard]] Answer handle(const Request& request, const Target& target);
    // The longest body to accept: of an upload, if the person is known.
    [[nodiscard]] std::size_t body_limit(const Request& head) const;
    // What the page is told before anybody has shown a token; null without a desk.
    [[nodiscard]] Json about() const;

 private:
    Desk* desk_;
    std::size_t ledgers_;
    WorkQueue& queue_;
    LadderMemory ladder_;
};

}  // namespace zerosum::web
