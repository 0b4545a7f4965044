// Starts threads until it may not, and keeps them.
#include <pthread.h>

#include "burner.h"

namespace {
void* rest(void*) {
    sleep(1000);
    return nullptr;
}
}  // namespace

int main() {
    pthread_t thread;
    for (int i = 0; i < 2000; ++i)
        if (pthread_create(&thread, nullptr, rest, nullptr) != 0) break;
    sleep(1000);
}
