#pragma once
// Who may ask. A page on another site can make a browser send requests here, and a foreign name
// can be made to point at this machine (DNS rebinding). The latter shows in Host, the former in
// Origin and in Sec-Fetch-Site: a browser sends no Origin when a page loads an image, and no
// Sec-Fetch-Site to a plain http address of another machine (where the token's cookie, which it
// keeps from other sites, is what guards).

#include <optional>
#include <string>

#include "app/web/http.h"

namespace zerosum::web {

class Guard {
 public:
    // An empty token: loopback only, and no token is asked for. With a token, any Host will do,
    // since a foreign name does not get at the cookie.
    explicit Guard(std::string token) : token_(std::move(token)) {}

    // A link on another site may lead to the page. The API, whose answers cost something, is for
    // the page alone and for a visitor who types its address.
    enum class Wanted { Page, Api };

    // Nothing when the request may pass. `given_token` is one from the query, for the first visit.
    [[nodiscard]] std::optional<Response> refuse(const Request& request, Wanted wanted,
                                                 std::string_view given_token) const;

    [[nodiscard]] const std::string& token() const { return token_; }

 private:
    std::string token_;
};

// Equality whose running time does not show how much of a guess was right.
[[nodiscard]] bool same_secret(std::string_view a, std::string_view b);

}  // namespace zerosum::web
