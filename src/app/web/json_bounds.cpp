#include "app/web/json_bounds.h"

#include <array>

#include "core/result.h"

namespace zerosum::web {

namespace {

// The index of the quote that ends the string begun at `at`, or the end of the body.
std::size_t end_of_string(std::string_view body, std::size_t at) {
    for (++at; at < body.size() && body[at] != '"'; ++at)
        if (body[at] == '\\') ++at;
    return at;
}

}  // namespace

Asked<void> check_json_bounds(std::string_view body) {
    std::array<std::size_t, kMaxJsonDepth + 1> keys{};  // of the object open at each depth
    std::size_t depth = 0;
    std::size_t values = 1;
    for (std::size_t at = 0; at < body.size(); ++at) {
        switch (body[at]) {
            case '"':
                at = end_of_string(body, at);
                break;
            case '[':
            case '{':
                if (++depth > kMaxJsonDepth)
                    return refuse(
                        400, "bad_request",
                        fmt::format("The body is nested deeper than {} levels.", kMaxJsonDepth));
                keys[depth] = 0;
                ++values;
                break;
            case ']':
            case '}':
                if (depth > 0) --depth;
                break;
            case ':':
                if (++keys[depth] > kMaxJsonKeys)
                    return refuse(
                        413, "too_large",
                        fmt::format("The body has an object of more than {} keys.", kMaxJsonKeys));
                break;
            case ',':
                ++values;
                break;
            default:
                break;
        }
        if (values > kMaxJsonValues)
            return refuse(413, "too_large",
                          fmt::format("The body holds more than {} values.", kMaxJsonValues));
    }
    return {};
}

}  // namespace zerosum::web
