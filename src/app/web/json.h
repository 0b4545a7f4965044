#pragma once
// JSON as this folder uses it. For sources, not for headers: it is slow to compile.

#include <nlohmann/json.hpp>
#include <string>

#include "app/web/http.h"
#include "app/web/json_fwd.h"

namespace zerosum::web {

[[nodiscard]] Response json_response(int status, const Json& json);
[[nodiscard]] std::string to_text(const Json& json);  // one line, valid UTF-8

}  // namespace zerosum::web
