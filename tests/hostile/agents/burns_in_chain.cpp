// Burns in a chain of processes: each burns a little, forks the next and dies at once.
#include "burner.h"

int main() {
    int done[2];
    if (pipe(done) != 0) return 1;
    if (fork() == 0) {
        constexpr int links = 5;
        for (int i = 0; i < links; ++i) {
            burn(kBurn / links);
            note_truth();
            if (i + 1 < links && fork() != 0) _exit(0);
        }
        (void)!write(done[1], "x", 1);
        _exit(0);
    }
    char c;
    (void)!read(done[0], &c, 1);
    answer();
    note_truth();
}
