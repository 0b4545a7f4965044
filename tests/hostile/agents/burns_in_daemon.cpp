// Burns in a daemon: its parent is dead, its session its own. The agent waits on a pipe.
#include <sys/wait.h>

#include "burner.h"

int main() {
    int done[2];
    if (pipe(done) != 0) return 1;
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            burn(kBurn);
            note_truth();
            (void)!write(done[1], "x", 1);
        } else {
            note_truth();
        }
        _exit(0);
    }
    wait(nullptr);
    char c;
    (void)!read(done[0], &c, 1);
    answer();
    note_truth();
}
