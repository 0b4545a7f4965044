#include "search/raid/time_plan.h"

#include <algorithm>
#include <cmath>

#include "search/raid/tuning.h"

namespace zerosum::raid {

namespace {

// About so many free squares are proved with half of the bank.
double provable_squares(Seconds bank) {
    return kProvableSquares + kProvablePerTenfold * std::log10(bank.count());
}

}  // namespace

// A position that can be proved is played perfectly from then on, at hardly any further cost. So
// the moves before the first proof share the bank, less what that proof takes; it may cost more
// than half of what is left then.
bool plan(SearchLimits& limits, int free_squares) {
    const double before = std::max(free_squares - provable_squares(*limits.bank), 0.0) / 2;
    const double decisions = before + kProofDecisions;
    limits.time.largest = std::max(limits.time.largest, kProofShare * kProofDecisions / decisions);
    const int own_moves = (free_squares + 1) / 2;
    return limits.plan(decisions, own_moves);
}

}  // namespace zerosum::raid
