#pragma once
// Runs one order to its end: starts the program, watches it, answers the caller's questions,
// stops it at a limit, leaves nothing of it behind, and writes the account.

#include "sandbox/account.h"
#include "sandbox/wire.h"

namespace zerosum::warden {

// `control` is the socket to the caller. When it is closed the caller is dead, and so is the
// program. `in` and `out` are the caller's pipes in a session, else -1.
[[nodiscard]] Account supervise(const Order& order, int control, int in, int out);

}  // namespace zerosum::warden
