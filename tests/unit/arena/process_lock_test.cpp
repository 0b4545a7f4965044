#include "arena/storage/process_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace zerosum {
namespace {

class ProcessLockTest : public ::testing::Test {
 protected:
    ProcessLockTest() {
        std::string name = testing::TempDir() + "lockXXXXXX";
        folder_ = ::mkdtemp(name.data());
    }
    ~ProcessLockTest() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] Result<ProcessLock> take(
        ProcessLock::Part part = ProcessLock::Part::Whole) const {
        return ProcessLock::take(folder_ / "file", "playing on", part);
    }
    [[nodiscard]] bool held() const {
        return *ProcessLock::is_held(folder_ / "file", ProcessLock::Part::Whole);
    }

    std::filesystem::path folder_;
};

TEST_F(ProcessLockTest, OneAtATimeHoldsIt) {
    {
        const Result<ProcessLock> first = take();
        ASSERT_TRUE(first) << first.error().message;
        EXPECT_TRUE(held());
        const Result<ProcessLock> second = take();
        ASSERT_FALSE(second);
        EXPECT_NE(second.error().message.find("is playing on it"), std::string::npos);
        EXPECT_TRUE(take(ProcessLock::Part::Planning)) << "the other lock of the file is free";
    }
    EXPECT_FALSE(held());
    EXPECT_TRUE(take());
}

// As a thread that starts an agent does at any moment.
TEST_F(ProcessLockTest, AChildThatWasForkedMeanwhileDoesNotKeepIt) {
    std::array<int, 2> pipe{};
    ASSERT_EQ(::pipe(pipe.data()), 0);
    std::optional<Result<ProcessLock>> lock = take();
    ASSERT_TRUE(*lock);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        ::close(pipe[1]);
        char end = 0;
        ::_exit(static_cast<int>(::read(pipe[0], &end, 1)));  // 0, when the parent closes it
    }
    ::close(pipe[0]);
    lock.reset();
    EXPECT_FALSE(held());
    EXPECT_TRUE(take());
    ::close(pipe[1]);
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
}

}  // namespace
}  // namespace zerosum
