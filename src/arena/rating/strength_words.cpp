#include "arena/rating/strength_words.h"

#include <fmt/format.h>

#include <cmath>

namespace zerosum {

std::string strength_in_words(const StrengthEstimate& strength, std::string_view a,
                              std::string_view b) {
    const Interval& elo = strength.elo;
    const bool below = std::isfinite(elo.low);
    const bool above = std::isfinite(elo.high);
    if (!below && !above) return "too few games for an Elo";
    const std::string range = below && above ? fmt::format("{:+.0f} to {:+.0f}", elo.low, elo.high)
                              : below        ? fmt::format("{:+.0f} or more", elo.low)
                                             : fmt::format("{:+.0f} or less", elo.high);
    const std::string words = superiority_in_words(strength.superiority);
    const bool undecided = words.starts_with("no ");
    return fmt::format("Elo of {} over {}: {:+.0f} (95 %: {}); {}{}{}", a, b, elo.value, range,
                       undecided ? "" : a, undecided ? "" : " is ", words);
}

}  // namespace zerosum
