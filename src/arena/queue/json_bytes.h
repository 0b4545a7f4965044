#pragma once
// JSON as payloads and results of tasks are written: texts of any bytes, and mistakes as errors.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base64.h"
#include "core/result.h"

namespace zerosum {

// A text as it is, or {"base64": "..."} when a database would not keep it: it is no UTF-8, or has a
// byte 0.
[[nodiscard]] nlohmann::json json_bytes(std::string_view text);
// Throws what nlohmann::json throws.
[[nodiscard]] std::string bytes_of(const nlohmann::json& json);

// A result that says why a task was not done, of any kind: {"error": "..."}.
[[nodiscard]] std::string failed_result(std::string_view why);

// What `read` makes of a text; `what` it is, for the message when it is something else.
template <typename Value, typename Read>
[[nodiscard]] Result<Value> read_json(std::string_view text, std::string_view what,
                                      const Read& read) {
    try {
        return read(nlohmann::json::parse(text));
    } catch (const nlohmann::json::exception& error) {
        return fail("found something else than {}: {}", what, error.what());
    }
}

}  // namespace zerosum
