#include "core/kernel_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "core/descriptor.h"

namespace zerosum {
namespace {

TEST(KernelFiles, AreReadWholeThoughTheyHaveNoSize) {
    EXPECT_EQ(kernel_file("/proc/self/stat").substr(0, 1 + std::to_string(getpid()).size()),
              std::to_string(getpid()) + " ");
}

TEST(KernelFiles, AreEmptyWhereThereAreNone) {
    EXPECT_EQ(kernel_file("/proc/0/stat"), "");
    EXPECT_EQ(kernel_file("/proc"), "") << "a folder";
}

// Through /proc/self/fd the file is found though its process is gone: reading it fails, with ESRCH.
TEST(KernelFiles, AreEmptyOfAProcessThatWentAwayBeforeTheRead) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        pause();
        _exit(0);
    }
    const Descriptor stat(open(("/proc/" + std::to_string(child) + "/stat").c_str(), O_RDONLY));
    const std::string path = "/proc/self/fd/" + std::to_string(stat.get());
    EXPECT_NE(kernel_file(path), "");
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    EXPECT_EQ(kernel_file(path), "");
}

}  // namespace
}  // namespace zerosum
