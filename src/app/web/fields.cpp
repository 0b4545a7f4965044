#include "app/web/fields.h"

#include "app/web/json.h"
#include "core/result.h"

namespace zerosum::web {

Fields::Fields(std::unique_ptr<Json> json) : json_(std::move(json)) {}
Fields::~Fields() = default;
Fields::Fields(Fields&& other) noexcept = default;

Asked<Fields> Fields::parse(std::string_view body) {
    auto json = std::make_unique<Json>(Json::parse(body, nullptr, false));
    if (!json->is_object()) return refuse(400, "bad_request", "The body is not a JSON object.");
    return Fields(std::move(json));
}

void Fields::note(std::string_view name, const std::string& expected) {
    if (problem_.empty()) problem_ = fmt::format("'{}' is expected to be {}.", name, expected);
}

bool Fields::has(std::string_view name) const {
    return json_->contains(std::string(name));
}

std::string Fields::text(std::string_view name, std::string_view otherwise) {
    const auto found = json_->find(std::string(name));
    if (found == json_->end()) return std::string(otherwise);
    if (found->is_string()) return found->get<std::string>();
    note(name, "a text");
    return std::string(otherwise);
}

std::int64_t Fields::integer(std::string_view name, std::int64_t otherwise, std::int64_t low,
                             std::int64_t high) {
    const auto found = json_->find(std::string(name));
    if (found == json_->end()) return otherwise;
    if (found->is_number_integer()) {
        const auto value = found->get<std::int64_t>();
        const bool wraps = found->is_number_unsigned() && found->get<std::uint64_t>() > INT64_MAX;
        if (!wraps && value >= low && value <= high) return value;
    }
    note(name, fmt::format("a whole number from {} to {}", low, high));
    return otherwise;
}

double Fields::number(std::string_view name, double otherwise, double low, double high) {
    const auto found = json_->find(std::string(name));
    if (found == json_->end()) return otherwise;
    if (found->is_number()) {
        const auto value = found->get<double>();
        if (value >= low && value <= high) return value;
    }
    note(name, fmt::format("a number from {:g} to {:g}", low, high));
    return otherwise;
}

bool Fields::flag(std::string_view name, bool otherwise) {
    const auto found = json_->find(std::string(name));
    if (found == json_->end()) return otherwise;
    if (found->is_boolean()) return found->get<bool>();
    note(name, "true or false");
    return otherwise;
}

std::vector<std::string> Fields::texts(std::string_view name, std::size_t at_most) {
    std::vector<std::string> out;
    const auto found = json_->find(std::string(name));
    if (found == json_->end()) return out;
    bool fits = found->is_array() && found->size() <= at_most;
    for (std::size_t i = 0; fits && i < found->size(); ++i) {
        fits = (*found)[i].is_string();
        if (fits) out.push_back((*found)[i].get<std::string>());
    }
    if (!fits) note(name, fmt::format("a list of at most {} texts", at_most));
    return out;
}

Asked<void> Fields::check() const {
    if (!problem_.empty()) return refuse(400, "bad_request", problem_);
    return {};
}

}  // namespace zerosum::web
