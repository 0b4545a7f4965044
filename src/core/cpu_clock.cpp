#include "core/cpu_clock.h"

#include <ctime>

namespace zerosum {

namespace {
Seconds read_clock(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return Seconds{static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec)};
}
}  // namespace

Seconds process_cpu() {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}
Seconds thread_cpu() {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
Seconds wall_clock() {
    return read_clock(CLOCK_MONOTONIC);
}
std::int64_t seconds_since_1970() {
    return std::time(nullptr);
}

}  // namespace zerosum
