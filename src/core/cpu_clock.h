#pragma once
// CPU time, the currency of these games: user plus system time, never wall time.

#include <cstdint>

#include "core/units.h"

namespace zerosum {

// CPU time of this process since its start, over all of its threads, exited ones included.
[[nodiscard]] Seconds process_cpu();

// CPU time of the calling thread since its start.
[[nodiscard]] Seconds thread_cpu();

// A monotonic wall clock, for progress lines and watchdogs only.
[[nodiscard]] Seconds wall_clock();

// The time of the day, for what is kept and shown: it may be set back.
[[nodiscard]] std::int64_t seconds_since_1970();

}  // namespace zerosum
