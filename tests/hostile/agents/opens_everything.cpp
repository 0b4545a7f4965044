// Opens files until it may not, then answers.
#include "burner.h"

int main() {
    int last = 0;
    while (open("/dev/null", O_RDONLY) >= 0) ++last;
    for (int fd = 3; fd < 20; ++fd) close(fd);
    answer();
    return last > 100000 ? 1 : 0;
}
