#include "app/web/guard.h"

#include "app/web/address.h"
#include "core/result.h"
#include "core/text.h"

namespace zerosum::web {

namespace {

// "localhost:8017" is "localhost", "[::1]:8017" is "[::1]".
std::string_view host_name(std::string_view host) {
    const std::size_t bracket = host.find(']');
    const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
    return host.substr(0, colon);
}

// The page itself runs under http, or https behind a proxy.
bool is_same_origin(std::string_view origin, std::string_view host) {
    for (const std::string_view scheme : {"http://", "https://"})
        if (origin.starts_with(scheme) && origin.substr(scheme.size()) == host) return true;
    return false;
}

}  // namespace

bool same_secret(std::string_view a, std::string_view b) {
    unsigned difference = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return difference == 0;
}

std::optional<Response> Guard::refuse(const Request& request, Wanted wanted,
                                      std::string_view given_token) const {
    if (token_.empty() && !is_loopback(host_name(request.host)))
        return refusal(403, "foreign_origin",
                       fmt::format("This server answers to localhost only, not to '{}'.",
                                   printable(request.host)));
    if (!request.origin.empty() && !is_same_origin(request.origin, request.host))
        return refusal(
            403, "foreign_origin",
            fmt::format("Requests from '{}' are not accepted.", printable(request.origin)));
    const std::string_view site = request.fetch_site;
    if (wanted == Wanted::Api && !site.empty() && site != "same-origin" && site != "none")
        return refusal(403, "foreign_origin",
                       "Requests that a page of another site makes are not accepted.");
    if (!token_.empty() && !same_secret(request.token, token_) && !same_secret(given_token, token_))
        return refusal(
            401, "token_needed",
            "This server asks for its token: open the link that it printed at its start. Who plays "
            "here can share a link to their game, which needs none.");
    return std::nullopt;
}

}  // namespace zerosum::web
