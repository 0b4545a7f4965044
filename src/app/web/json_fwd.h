#pragma once
// The name of JSON, for headers.

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include "app/web/http.h"

namespace zerosum::web {

using Json = nlohmann::ordered_json;

// What a request asked for, or the answer that refuses it.
template <typename T>
using Asked = tl::expected<T, Response>;

[[nodiscard]] inline tl::unexpected<Response> refuse(int status, std::string_view code,
                                                     std::string_view message) {
    return tl::unexpected<Response>(refusal(status, code, message));
}

}  // namespace zerosum::web
