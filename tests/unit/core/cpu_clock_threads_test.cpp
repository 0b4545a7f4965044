#include "core/cpu_clock.h"

#include <gtest/gtest.h>

#include <thread>

namespace zerosum {
namespace {

void burn(Seconds cpu) {
    const Seconds until = thread_cpu() + cpu;
    while (thread_cpu() < until) {
    }
}

TEST(CpuClock, ChargesOtherThreadsToTheProcessAndNotToThisThread) {
    const Seconds process_before = process_cpu();
    const Seconds thread_before = thread_cpu();
    std::jthread([] { burn(Seconds(0.02)); }).join();
    EXPECT_GE(process_cpu() - process_before, Seconds(0.02));
    EXPECT_LT(thread_cpu() - thread_before, Seconds(0.02));
}

TEST(CpuClock, SleepingIsFree) {
    const Seconds cpu_before = thread_cpu();
    const Seconds wall_before = wall_clock();
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_GE(wall_clock() - wall_before, Seconds(0.03));
    EXPECT_LT(thread_cpu() - cpu_before, Seconds(0.02));
}

}  // namespace
}  // namespace zerosum
