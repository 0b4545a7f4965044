#pragma once
// Fields of a request's body, read with the reason when they are not what they should be.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/web/json_fwd.h"

namespace zerosum::web {

class Fields {
 public:
    // Takes a JSON object within the bounds of json_bounds.h; anything else is a 400.
    [[nodiscard]] static Asked<Fields> parse(std::string_view body);
    ~Fields();
    Fields(Fields&& other) noexcept;

    // The field, or `otherwise` when it is not there. What is there and does not fit is noted;
    // `check` then says what the first such field was.
    [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise);
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t otherwise,
                                       std::int64_t low, std::int64_t high);
    [[nodiscard]] double number(std::string_view name, double otherwise, double low, double high);
    [[nodiscard]] bool flag(std::string_view name, bool otherwise);
    [[nodiscard]] std::vector<std::string> texts(std::string_view name, std::size_t at_most);
    [[nodiscard]] bool has(std::string_view name) const;

    [[nodiscard]] Asked<void> check() const;

 private:
    explicit Fields(std::unique_ptr<Json> json);
    void note(std::string_view name, const std::string& expected);
    std::unique_ptr<Json> json_;
    std::string problem_;
};

}  // namespace zerosum::web
