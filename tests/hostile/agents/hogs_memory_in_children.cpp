// Takes little memory in each of many children.
#include <cstdlib>
#include <cstring>

#include "burner.h"

int main() {
    constexpr size_t piece = 16 << 20;
    for (int i = 0; i < 40; ++i) {
        if (fork() != 0) continue;
        memset(malloc(piece), 1, piece);
        sleep(1000);
    }
    sleep(1000);
}
