#pragma once
// A move in the Universal Game Interface is one word, because its lines are split at blanks. A name
// of two words is joined by a colon: "F22 Stake" is sent as "F22:Stake".

#include <algorithm>
#include <string>
#include <string_view>

namespace zerosum {

[[nodiscard]] inline std::string word_of_move(std::string name) {
    std::replace(name.begin(), name.end(), ' ', ':');
    return name;
}

// What AnyPosition::parse_move reads. A name of two words stays as it is.
[[nodiscard]] inline std::string move_of_word(std::string_view word) {
    std::string name(word);
    std::replace(name.begin(), name.end(), ':', ' ');
    return name;
}

}  // namespace zerosum
