#pragma once
// The warden's descendants, from /proc. Because the warden is a subreaper, nothing that the
// program starts can leave this tree.

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sandbox/account.h"

namespace zerosum::warden {

// Every living or dead-but-unreaped descendant of this process. Processes born while we look may
// be missing: callers ask again. Nothing when /proc cannot be read, which is not "no process".
[[nodiscard]] std::optional<std::vector<pid_t>> descendants();

struct TreeUse {
    std::size_t tasks = 0;   // processes and threads
    std::size_t memory = 0;  // bytes of private and shared memory, not of mapped files
};
// Memory that processes share after a fork is counted once for each, so this is an upper bound;
// `fair_memory` counts it once, and is slower.
[[nodiscard]] TreeUse measure(const std::vector<pid_t>& pids);
[[nodiscard]] std::size_t fair_memory(const std::vector<pid_t>& pids);

// A process's CPU time so far, threads included; works on a dead process until it is reaped.
// Nothing when pid is not a process (but a thread of one) or is gone.
[[nodiscard]] std::optional<CpuTime> process_cpu_of(pid_t pid);

// When a process or thread was started, in clock ticks since boot; nothing when it is gone or
// cannot be read.
[[nodiscard]] std::optional<std::uint64_t> start_time_of(pid_t pid);

struct ThreadUse {
    pid_t thread = 0;
    Seconds ran{0};         // on a processor
    Seconds waited{0};      // ready to run without one; counted when the wait is over
    bool runnable = false;  // on a processor now, or waiting for one
};
// The threads of a process. None when it is gone or the kernel keeps no such account.
[[nodiscard]] std::vector<ThreadUse> thread_uses_of(pid_t pid);

// CPU time of the dead children that this process has reaped itself.
[[nodiscard]] CpuTime reaped_children_cpu_of(pid_t pid);

}  // namespace zerosum::warden
