#pragma once
// Runs a program to its end.

#include <stop_token>

#include "sandbox/account.h"
#include "sandbox/job.h"
#include "sandbox/setup.h"

namespace zerosum {

// Blocks until the program and everything that it started are dead. Any number of threads may run
// programs at once. Never fails otherwise than in the account: a program that could not be started
// has the ending NotStarted and the reason in `trouble`. A stop ends the program at once: Stopped,
// by no limit.
//
//   Job job{.command = {"./agent"}, .directory = space.home(), .temporary = space.tmp(), ...};
//   const Account account = run(job, best_setup());
[[nodiscard]] Account run(const Job& job, const Setup& setup, const std::stop_token& stop = {});

}  // namespace zerosum
