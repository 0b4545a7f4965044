#include "core/bits.h"

#include <cstdlib>

namespace zerosum {

const CpuFeatures& cpu_features() {
    static const CpuFeatures features = [] {
        CpuFeatures found;
#if defined(__x86_64__)
        __builtin_cpu_init();
        found.avx2 = __builtin_cpu_supports("avx2") != 0;
        found.bmi2 = __builtin_cpu_supports("bmi2") != 0;
        found.popcnt = __builtin_cpu_supports("popcnt") != 0;
#endif
        // ZEROSUM_PORTABLE=1 forces the portable paths: for tests and for comparing speed.
        const char* portable = std::getenv("ZEROSUM_PORTABLE");
        if (portable != nullptr && *portable == '1') found = CpuFeatures{};
        return found;
    }();
    return features;
}

}  // namespace zerosum
