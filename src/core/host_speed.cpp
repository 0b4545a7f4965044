#include "core/host_speed.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/cpu_clock.h"
#include "core/random.h"

namespace zerosum {

namespace {

// Steps per second of one short run; 0: it could not be measured.
double one_run() {
    constexpr std::uint64_t steps = 1'000'000;
    const Seconds start = thread_cpu();
    std::uint64_t x = 1;
    for (std::uint64_t i = 0; i < steps; ++i) x = mix(x);
    const Seconds used = thread_cpu() - start;
    // The result is used, so that the loop is not optimised away.
    if (x == 0 || used <= Seconds{0}) return 0;
    return static_cast<double>(steps) / used.count();
}

}  // namespace

double host_speed() {
    // The best of several: whatever else the machine does makes a run slower, nothing makes it
    // faster than the machine is.
    static const double speed = [] {
        constexpr int runs = 7;
        double best = 0;
        for (int i = 0; i < runs; ++i) best = std::max(best, one_run());
        return std::round(1e-5 * best) / 10;
    }();
    return speed;
}

}  // namespace zerosum
