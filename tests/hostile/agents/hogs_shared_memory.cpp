// Takes memory that is shared between processes: no process alone seems to own it.
#include <sys/mman.h>

#include <cstring>

#include "burner.h"

int main() {
    constexpr size_t piece = 1 << 20;
    for (int i = 0; i < 4096; ++i) {
        void* memory =
            mmap(nullptr, piece, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return 1;
        memset(memory, 1, piece);
    }
    sleep(1000);
}
