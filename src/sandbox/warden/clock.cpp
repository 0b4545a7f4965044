#include "sandbox/warden/clock.h"

#include <signal.h>

#include "sandbox/warden/process_tree.h"

namespace zerosum::warden {

void Clock::kill_all() {
    for (const pid_t pid : descendants().value_or(std::vector<pid_t>{})) kill(pid, SIGKILL);
}

std::unique_ptr<Clock> make_clock(ClockSource source, bool sweep) {
    switch (source) {
        case ClockSource::Cgroup2:
            return make_cgroup2_clock(sweep);
        case ClockSource::Cgroup1:
            return make_cgroup1_clock(sweep);
        case ClockSource::Ptrace:
            return make_ptrace_clock();
        case ClockSource::Wait4:
            return make_wait4_clock();
    }
    return make_wait4_clock();
}

}  // namespace zerosum::warden
