// Asks the kernel not to tell a tracer of its child, and burns in that. Where it is refused, it
// burns openly.
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <csignal>

#include "burner.h"

int main() {
    const long child = syscall(SYS_clone, CLONE_UNTRACED | SIGCHLD, nullptr, nullptr, nullptr, 0);
    if (child < 0) burn(kBurn);
    if (child == 0) {
        burn(kBurn);
        note_truth();
        _exit(0);
    }
    wait(nullptr);
    answer();
    note_truth();
}
