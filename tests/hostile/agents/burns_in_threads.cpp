// Burns in threads.
#include <thread>
#include <vector>

#include "burner.h"

int main() {
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i) threads.emplace_back([] { burn(kBurn / 4); });
    for (std::thread& thread : threads) thread.join();
    answer();
    note_truth();
}
