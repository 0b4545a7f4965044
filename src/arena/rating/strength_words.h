#pragma once
// How much stronger one player is than another, as a person would say it.

#include <string>
#include <string_view>

#include "arena/rating/sprt.h"

namespace zerosum {

// "Elo of ann over bob: +35 (95 %: -10 to +82); ann is probably stronger (93 %)".
[[nodiscard]] std::string strength_in_words(const StrengthEstimate& strength, std::string_view a,
                                            std::string_view b);

}  // namespace zerosum
