#pragma once
// What was probably meant by a word that is none of the known ones.

#include <span>
#include <string>
#include <string_view>

namespace zerosum {

// The word of `known` that was probably meant by `text`, which is none of them: the nearest by
// letters changed, left out, added or swapped, at most a third of them, or the only one that begins
// with it. Empty when nothing is near.
[[nodiscard]] std::string_view nearest_word(std::string_view text,
                                            std::span<const std::string_view> known);
// "; did you mean 'match'?", or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view text,
                                       std::span<const std::string_view> known);

}  // namespace zerosum
