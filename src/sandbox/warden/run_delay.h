#pragma once
// How long the program's processes were ready to run and had no processor: the machine's fault, not
// theirs. The watchdog on wall time leaves it out, so that no game is lost to a busy machine.

#include <sys/types.h>

#include <map>
#include <vector>

#include "core/units.h"

namespace zerosum::warden {

// Asks the kernel about each thread, for clocks that have no better source. The kernel counts a
// wait when it is over; of a thread that is in the queue, all time that is not known otherwise is
// taken for waiting:
//
//   last sample                                                  this sample
//       | in the queue | runs | in the queue | runs | in the queue ...
//         counted        ran    counted        ran    not counted yet: `going_on`
//
// What a thread waited between the last sample and its death is missed.
class RunDelay {
 public:
    // The time since the last sample in which some thread of these processes was waiting. Threads
    // that wait at the same time add up, to at most the whole time.
    Seconds since_last_sample(const std::vector<pid_t>& pids);

 private:
    struct Thread {
        Seconds ran{0};
        Seconds counted{0};   // by the kernel
        Seconds going_on{0};  // the wait that the kernel has not counted yet
    };
    std::map<pid_t, Thread> threads_;
    Seconds sampled_{0};
};

}  // namespace zerosum::warden
