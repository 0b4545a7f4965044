#include "sandbox/warden/run_delay.h"

#include <algorithm>
#include <utility>

#include "core/cpu_clock.h"
#include "sandbox/warden/process_tree.h"

namespace zerosum::warden {

Seconds RunDelay::since_last_sample(const std::vector<pid_t>& pids) {
    const Seconds now = wall_clock();
    const Seconds interval = now - std::exchange(sampled_, now);
    std::map<pid_t, Thread> threads;
    Seconds waited{0};
    for (const pid_t pid : pids) {
        for (const ThreadUse& use : thread_uses_of(pid)) {
            const auto found = threads_.find(use.thread);
            const Thread before = found != threads_.end() ? found->second : Thread{};
            const bool had_a_turn = use.waited != before.counted;
            // What was taken for waiting then has been counted by the kernel now.
            const Seconds counted =
                std::max(Seconds{0},
                         use.waited - before.counted - (had_a_turn ? before.going_on : Seconds{0}));
            const Seconds unknown =
                std::max(Seconds{0}, interval - (use.ran - before.ran) - counted);
            Thread after{use.ran, use.waited, Seconds{0}};
            if (use.runnable)
                after.going_on = unknown + (had_a_turn ? Seconds{0} : before.going_on);
            waited += counted + (use.runnable ? unknown : Seconds{0});
            threads[use.thread] = after;
        }
    }
    threads_ = std::move(threads);
    return std::min(waited, interval);
}

}  // namespace zerosum::warden
