#include "arena/queue/json_bytes.h"

namespace zerosum {

namespace {

bool is_plain(std::string_view text) {
    if (text.find('\0') != std::string_view::npos) return false;
    try {
        (void)nlohmann::json(text).dump();  // refuses what is no UTF-8
        return true;
    } catch (const nlohmann::json::exception&) {
        return false;
    }
}

}  // namespace

nlohmann::json json_bytes(std::string_view text) {
    if (is_plain(text)) return text;
    return {{"base64", to_base64(text)}};
}

std::string failed_result(std::string_view why) {
    return nlohmann::json{{"error", json_bytes(why)}}.dump();
}

std::string bytes_of(const nlohmann::json& json) {
    if (json.is_string()) return json.get<std::string>();
    const std::string text = json.at("base64").get<std::string>();
    return from_base64(text).value_or(std::string());
}

}  // namespace zerosum
