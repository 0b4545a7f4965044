#pragma once
// bubblewrap around the program: for kernels without Landlock.

#include "sandbox/wire.h"

namespace zerosum::warden {

// Replaces the calling process by bubblewrap, which builds its namespaces and then runs this
// program's own image inside (see continue_inside_bwrap). Returns never: failures go to the gate.
[[noreturn]] void enter_bwrap(const Order& order, int gate);

}  // namespace zerosum::warden
