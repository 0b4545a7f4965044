// What the burning agents share: a burn of known length, a note of the truth, and the answer.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>

inline double cpu(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

constexpr double kBurn = 0.15;

inline void burn(double seconds) {
    const double until = cpu(CLOCK_THREAD_CPUTIME_ID) + seconds;
    volatile unsigned work = 0;
    while (cpu(CLOCK_THREAD_CPUTIME_ID) < until)
        for (unsigned i = 0; i < 1000; ++i) work = work + i;
}

// Every process adds what it has burnt, as the last thing it does.
inline void note_truth() {
    char line[64];
    const int length = snprintf(line, sizeof line, "%f\n", cpu(CLOCK_PROCESS_CPUTIME_ID));
    const int fd = open("truth", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    (void)!write(fd, line, static_cast<size_t>(length));
    close(fd);
}

inline void answer() {
    constexpr char text[] = "C2\n***\n***\n*1*\n";
    const int fd = open("output.txt", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    (void)!write(fd, text, sizeof text - 1);
    close(fd);
}
