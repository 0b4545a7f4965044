#pragma once
// The rule of thumb that having to move costs a player at most `most_lost` points, whatever the
// position. Where it is believed, two bounds follow, together called the *zero bound*:
//
//   value of a position >= -most_lost         the mover is not forced to give away more
//   value of a move     <= gain + most_lost   the same, said of the other side after it
//
// It is wrong where a player is in zugzwang for more than that, which is rare. So it decides
// nothing that is called proved: the solver's estimate pass believes it (solver.h), and so does the
// search below the root as long as it cannot see the end of the game (pvs.h).

#include "core/units.h"

namespace zerosum {

struct RuleOfThumb {
    Score most_lost = 0;
};

}  // namespace zerosum
