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
    const Seconds later = settings.overhead * moves;
    const Seconds spare = bank - later - hiccup;
    if (spare <= Seconds(0)) return {};
    const Seconds margins = bank * settings.reserve + later * (settings.margin - 1);
    const Seconds usable = std::max(spare - margins, spare / 2);
    const double largest = std::max(settings.largest, decisions < 4 ? settings.largest_late : 0);
    TimePlan plan;
    plan.hard = std::min(usable / decisions * settings.stretch, usable * largest);
    plan.soft = std::min(usable / decisions, plan.hard);
    return plan;
}

}  // namespace zerosum
