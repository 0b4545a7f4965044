#pragma once
// Makes a warden's order from a job.

#include "core/result.h"
#include "sandbox/job.h"
#include "sandbox/setup.h"
#include "sandbox/wire.h"

namespace zerosum {

[[nodiscard]] Result<Order> make_order(const Job& job, const Setup& setup);

}  // namespace zerosum
