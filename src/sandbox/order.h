#pragma once
// Makes a warden's order from a job.

#include "core/result.h"
#include "sandbox/job.h"
#include "sandbox/setup.h"
#include "sandbox/wire.h"

namespace zerosum {

// Whether a program is our own user and no mount guards our files. Changes of permissions, owners,
// times and lengths by path are refused it then, which Landlock would let through.
[[nodiscard]] bool shares_our_files(const Confinement& walls);

[[nodiscard]] Result<Order> make_order(const Job& job, const Setup& setup);

}  // namespace zerosum
