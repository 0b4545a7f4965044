// Answers, and leaves two processes that start each other again whenever one of them dies.
#include <sys/wait.h>

#include <csignal>

#include "burner.h"

namespace {
[[noreturn]] void live() {
    setsid();
    for (;;) {
        const pid_t head = fork();
        if (head == 0) live();
        waitpid(head, nullptr, 0);
    }
}
[[noreturn]] void sleep_and_watch(pid_t other) {
    while (kill(other, 0) == 0) usleep(1000);
    live();
}
}  // namespace

int main() {
    const pid_t first = fork();
    if (first == 0) sleep_and_watch(getppid());
    const pid_t second = fork();
    if (second == 0) sleep_and_watch(first);
    answer();
}
