// Burns in a child whose end nobody is told of: wait() never sees its time.
#include <sys/wait.h>

#include <csignal>

#include "burner.h"

int main() {
    signal(SIGCHLD, SIG_IGN);
    if (fork() == 0) {
        burn(kBurn);
        note_truth();
        _exit(0);
    }
    wait(nullptr);
    answer();
    note_truth();
}
