#pragma once
// A table of routes: which of them a request asks for.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/web/http.h"
#include "app/web/json_fwd.h"

namespace zerosum::web {

// A route has a `method` and a `path` of segments, of which "*" takes any one.
//
// A path that is in no route is refused with 404, one that is there for other methods with 405.
template <typename Route>
[[nodiscard]] Asked<const Route*> find_route(const std::vector<Route>& routes,
                                             std::string_view method,
                                             const std::vector<std::string>& path) {
    std::string allowed;
    for (const Route& route : routes) {
        if (!std::equal(route.path.begin(), route.path.end(), path.begin(), path.end(),
                        [](std::string_view expected, const std::string& found) {
                            return expected == "*" || expected == found;
                        }))
            continue;
        if (route.method == method) return &route;
        allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
    }
    if (allowed.empty()) return refuse(404, "not_found", "There is nothing at this address.");
    Response response = refusal(405, "wrong_method", "This address takes " + allowed + ".");
    response.headers.emplace_back("Allow", allowed);
    return tl::unexpected(std::move(response));
}

// What the first "*" of a route stands for in a path that it takes; empty when it has none.
template <typename Route>
[[nodiscard]] std::string route_id(const Route& route, const std::vector<std::string>& path) {
    const auto any = std::find(route.path.begin(), route.path.end(), "*");
    return any == route.path.end() ? std::string{}
                                   : path[static_cast<std::size_t>(any - route.path.begin())];
}

}  // namespace zerosum::web
