#pragma once
// How much of the bank one move may use.
//
// The bank is CPU time for the rest of the game. A plan has two limits: past `soft` no deeper
// search is begun, at `hard` the search ends wherever it is. Both leave enough for every later
// move to be answered, so that the bank cannot run out: a move costs at least `overhead`, and
// what is left after that and the margins is spread over the decisions still to come. Where the
// margins take more than half of it, they take half: an early move is not left without a search.

#include "core/units.h"

namespace zerosum {

struct TimeSettings {
    Seconds overhead{0.0001};  // what an answer costs without any search
    double margin = 1;         // so many times that is kept back
    double reserve = 0.04;     // part of the bank not planned with now
    Seconds first_bank{0};     // what the game began with, where that is known: see hiccup_of
    double stretch = 3.0;      // hard limit as a multiple of the soft one
    double largest = 0.25;     // part of the usable bank that one move may take at most
    double largest_late = 0;   // the same where less than 4 decisions are left; the larger counts
};

// A virtual machine may stop in the middle of a move and charge that as CPU time: 22 ms at one go
// were seen. So 25 ms are never planned with, or 45 % of a first bank under 56 ms.
[[nodiscard]] Seconds hiccup_of(Seconds first_bank);

struct TimePlan {
    Seconds soft{0};
    Seconds hard{0};
    // There is no time to search at all: answer with the first good move.
    [[nodiscard]] bool at_once() const { return hard <= Seconds(0); }
};

// `decisions`: own moves still to come that need thought, this one included (at least 1).
// `moves`: own moves still to come at most, this one included.
[[nodiscard]] TimePlan plan_time(Seconds bank, double decisions, double moves,
                                 const TimeSettings& settings = {});

}  // namespace zerosum
