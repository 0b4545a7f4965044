#include "search/general/time.h"

#include <algorithm>

namespace zerosum {

Seconds hiccup_of(Seconds first_bank) {
    return std::min(first_bank * 0.45, Seconds(0.025));
}

TimePlan plan_time(Seconds bank, double decisions, double moves, const TimeSettings& settings) {
    decisions = std::max(decisions, 1.0);
    moves = std::max(moves, 1.0);
    const Seconds hiccup = hiccup_of(std::max(bank, settings.first_bank));
    const Seconds usable = bank * (1 - settings.reserve) - settings.overhead * moves - hiccup;
    if (usable <= Seconds(0)) return {};
    TimePlan plan;
    plan.hard = std::min(usable / decisions * settings.stretch, usable * settings.largest);
    plan.soft = std::min(usable / decisions, plan.hard);
    return plan;
}

}  // namespace zerosum
