#pragma once
// Lines of the Universal Game Interface are words between blanks.

#include <algorithm>
#include <string_view>

#include "core/text.h"

namespace zerosum {

// The first word, which is taken off the text.
[[nodiscard]] inline std::string_view take_word(std::string_view& text) {
    text = trim(text);
    const std::size_t end = std::min(text.size(), text.find_first_of(" \t"));
    const std::string_view word = text.substr(0, end);
    text = trim(text.substr(end));
    return word;
}

}  // namespace zerosum
