#pragma once
// From bytes to a Request, with Boost.Beast's parser and our limits. Shared by the server and the
// fuzzer; no other file includes Beast.

#include <boost/beast/http.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/web/http.h"
#include "core/text.h"

namespace zerosum::web {

inline constexpr std::uint32_t kMaxHeaderBytes = 16 << 10;

using RequestParser = boost::beast::http::request_parser<boost::beast::http::string_body>;

// For as long as nothing but the head is read.
inline void set_limits(RequestParser& parser) {
    parser.header_limit(kMaxHeaderBytes);
    parser.body_limit(kMaxRecordBytes);
}

// The value of the cookie whose name and equals sign are `name`; empty: there is none.
inline std::string cookie_of(std::string_view cookies, std::string_view name) {
    for (const std::string_view cookie : split(cookies, ';')) {
        const std::string_view trimmed = trim(cookie);
        if (trimmed.starts_with(name)) return std::string(trimmed.substr(name.size()));
    }
    return {};
}

// "Bearer T" in Authorization, or zerosum_token=T among the cookies.
inline std::string token_of(std::string_view authorization, std::string_view cookies) {
    constexpr std::string_view bearer = "Bearer ";
    if (authorization.starts_with(bearer)) return std::string(authorization.substr(bearer.size()));
    return cookie_of(cookies, "zerosum_token=");
}

inline Request to_request(
    const boost::beast::http::request<boost::beast::http::string_body>& message) {
    using boost::beast::http::field;
    const auto text = [&](field name) { return std::string(message[name]); };
    return {std::string(message.method_string()),
            std::string(message.target()),
            text(field::host),
            text(field::origin),
            token_of(text(field::authorization), text(field::cookie)),
            text(field::content_type),
            message.body(),
            std::string(message["Sec-Fetch-Site"]),
            "",
            std::string(message["Desk-Token"]),
            std::string(message["Player-Key"]),
            text(field::accept),
            cookie_of(text(field::cookie), "zerosum_invite=")};
}

}  // namespace zerosum::web
