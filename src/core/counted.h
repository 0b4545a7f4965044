#pragma once
// Numbers of things in messages.

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>

namespace zerosum {

// "1 game", "2 games", "1,234 games": for nouns whose plural ends in s.
[[nodiscard]] inline std::string counted(std::string_view number, std::string_view noun) {
    return fmt::format("{} {}{}", number, noun, number == "1" ? "" : "s");
}
[[nodiscard]] std::string counted(std::integral auto number, std::string_view noun) {
    return counted(std::to_string(number), noun);
}

}  // namespace zerosum
