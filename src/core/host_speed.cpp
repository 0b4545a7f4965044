#include "core/host_speed.h"

#include <cmath>
#include <cstdint>

#include "core/cpu_clock.h"
#include "core/random.h"

namespace zerosum {

double host_speed() {
    static const double speed = [] {
        constexpr std::uint64_t steps = 1'000'000;
        const Seconds start = thread_cpu();
        std::uint64_t x = 1;
        for (std::uint64_t i = 0; i < steps; ++i) x = mix(x);
        const Seconds used = thread_cpu() - start;
        // The result is used, so that the loop is not optimised away.
        if (x == 0 || used <= Seconds{0}) return 0.0;
        return std::round(1e-5 * static_cast<double>(steps) / used.count()) / 10;
    }();
    return speed;
}

}  // namespace zerosum
