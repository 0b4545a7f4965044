#include "core/processors.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

namespace zerosum {

namespace {

cpu_set_t affinity() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) != 0) CPU_ZERO(&set);
    return set;
}

}  // namespace

int usable_processors() {
    const cpu_set_t set = affinity();
    return std::max(1, CPU_COUNT(&set));
}

int physical_cores() {
    const cpu_set_t set = affinity();
    std::set<std::string> cores;  // each by the list of its processors
    for (int i = 0; i < CPU_SETSIZE; ++i) {
        if (!CPU_ISSET(i, &set)) continue;
        const std::string number = std::to_string(i);
        std::ifstream file("/sys/devices/system/cpu/cpu" + number +
                           "/topology/thread_siblings_list");
        std::string siblings;
        // Where the kernel does not say, every processor is a core.
        if (!std::getline(file, siblings)) siblings = number;
        cores.insert(siblings);
    }
    return std::max(1, static_cast<int>(cores.size()));
}

}  // namespace zerosum
