// Attaches to its parent as a debugger, reads its memory and its environment.
#include <sys/ptrace.h>
#include <sys/uio.h>

#include <string>

#include "burner.h"

int main() {
    const pid_t parent = getppid();
    bool through = false;
    if (parent > 1) {
        through = ptrace(PTRACE_ATTACH, parent, nullptr, nullptr) == 0;
        if (through) ptrace(PTRACE_DETACH, parent, nullptr, nullptr);
        char c = 0;
        const std::string environment = "/proc/" + std::to_string(parent) + "/environ";
        const int fd = open(environment.c_str(), O_RDONLY);
        through = through || (fd >= 0 && read(fd, &c, 1) >= 0);
    }
    if (through) (void)open("breach", O_WRONLY | O_CREAT, 0644);
    answer();
}
