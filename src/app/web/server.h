#pragma once
// `zerosum serve` on the network. One thread moves bytes and never waits for an engine or a slow
// client: every connection has its own limits on time and memory (session.h), and when too many are
// connected the one that has been idle for longest leaves (crowd.h).

#include <cstdint>
#include <functional>
#include <string>

#include "app/web/api.h"
#include "core/result.h"

namespace zerosum::web {

struct ServerOptions {
    std::string address = "127.0.0.1";  // or localhost
    std::uint16_t port = 8017;          // 0: any that is free
};

// Serves until SIGINT or SIGTERM; a second one, while engines finish, kills. `on_ready` receives
// the port once connections are accepted.
[[nodiscard]] Result<void> serve(Api& api, const ServerOptions& options,
                                 const std::function<void(std::uint16_t port)>& on_ready);

}  // namespace zerosum::web
