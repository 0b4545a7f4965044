// Takes the warden's descriptors away, so that it cannot read a clock any more, and burns.
#include <sys/resource.h>
#include <sys/syscall.h>

#include "burner.h"

int main() {
    const rlimit few{3, 3};
    for (int i = 0; i < 3; ++i) {
        syscall(SYS_prlimit64, getppid(), RLIMIT_NOFILE, &few, nullptr);
        burn(kBurn / 3);
    }
    answer();
    note_truth();
}
