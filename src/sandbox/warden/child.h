#pragma once
// The program's process, from its birth to exec.
//
// It stops twice at a gate on its way, so that the warden can do its part:
//   1. born, nothing done yet      the warden adopts it (ptrace, control groups)
//   2. confined, about to exec     the warden reads the clock: the set-up is not charged
// After exec the gate is closed by the kernel; before, it carries the words of a failure.

#include <sys/types.h>

#include <string>
#include <vector>

#include "core/descriptor.h"
#include "core/result.h"
#include "sandbox/wire.h"

namespace zerosum::warden {

struct Child {
    pid_t pid = -1;  // the program's, or its first process's (init.h)
    Descriptor gate;
    Descriptor init;  // to its first process, where it has process numbers of its own
};

struct Streams {
    int in = -1;
    int out = -1;
    int err = -1;
};

// The control groups that the process is in from the start.
struct Birthplace {
    int group = -1;            // the v2 group to be born into, or -1
    std::vector<int> entries;  // of v1 groups (Cgroup::entry), which it enters before anything else
};

[[nodiscard]] Result<Child> start_child(const Order& order, const Streams& streams,
                                        const Birthplace& birthplace);

// Waits until the child stands at its gate; the error is the child's own.
[[nodiscard]] Result<void> await_child(const Child& child);
// Lets it go on.
void open_gate(const Child& child);

// The part that runs inside bubblewrap: applies the system call filter, stops at the gate's
// second stop, and becomes the program. Returns only on failure.
[[noreturn]] void continue_inside_bwrap(int order_fd, int gate);

}  // namespace zerosum::warden
