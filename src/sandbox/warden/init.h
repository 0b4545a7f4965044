#pragma once
// The first process of a program's own process numbers.
//
// The kernel gives orphans of such a namespace to its first process and ends them all with it. The
// program itself must not be that process: signals that a first process has no handler for do
// nothing to it, and abort() or kill(getpid()) would not end it. So a process of ours comes first,
// reaps, and reports how the program ended. It is no more in the program's reach than the warden:
// it has no handlers, cannot be looked into, and the program may not name it in any system call
// that would harm it.

#include <sys/types.h>

namespace zerosum::warden {

// What the warden and this process say to each other on their socket.
inline constexpr char kProgramEnded = 'X';  // and its wait status, an int
inline constexpr char kEndAll = 'K';        // kill everything that is left, reap it and end

// Forks. Returns in the child, which is to become the program; the caller stays as the first
// process until the warden ends it or is gone.
void start_inside(int warden, int gate);

}  // namespace zerosum::warden
