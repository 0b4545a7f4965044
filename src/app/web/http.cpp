#include "app/web/http.h"

#include "app/web/json.h"

namespace zerosum::web {

Response refusal(int status, std::string_view code, std::string_view message) {
    return json_response(status, {{"error", {{"code", code}, {"message", message}}}});
}

Response json_response(int status, const Json& json) {
    // Texts from outside may hold any bytes: what is not UTF-8 is replaced.
    return {status, "application/json", to_text(json), {}};
}

std::string to_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace zerosum::web
