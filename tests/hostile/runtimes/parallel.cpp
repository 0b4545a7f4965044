// Threads, OpenMP with its team, and a child: the sum of 0..999.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <future>
#include <thread>

int main() {
    long sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(4)
    for (int i = 0; i < 500; ++i) sum += i;
    auto rest = std::async(std::launch::async, [] {
        long part = 0;
        for (int i = 500; i < 1000; ++i) part += i;
        return part;
    });
    sum += rest.get();
    const pid_t child = fork();
    if (child == 0) _exit(std::thread::hardware_concurrency() > 0 ? 7 : 1);
    int status = 0;
    waitpid(child, &status, 0);
    std::printf("%ld %d\n", sum, WEXITSTATUS(status));
}
