#include "sandbox/warden/cgroup.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

namespace zerosum::warden {
namespace {

// Whatever this machine lets us make: the name of a hierarchy and a file in its groups that keeps
// what is written to it.
struct Hierarchy {
    const char* controller;
    const char* file;
    friend void PrintTo(const Hierarchy& h, std::ostream* out) { *out << h.controller; }
};

class CgroupTest : public testing::TestWithParam<Hierarchy> {
 protected:
    void SetUp() override {
        const Result<Cgroup> group = Cgroup::make(GetParam().controller);
        if (!group) GTEST_SKIP() << group.error().message;
    }
    static bool keeps(const Cgroup& group, double number) {
        return group.number(GetParam().file, "") == number;
    }
};

// Its directory has this process's number, as one that was left by a killed warden would.
TEST_P(CgroupTest, AGroupThatWasLeftIsMadeAnew) {
    const Result<Cgroup> left = Cgroup::make(GetParam().controller);
    ASSERT_TRUE(left.has_value());
    ASSERT_TRUE(left->write(GetParam().file, "12"));
    ASSERT_TRUE(keeps(*left, 12));
    const Result<Cgroup> made = Cgroup::make(GetParam().controller);
    ASSERT_TRUE(made.has_value()) << made.error().message;
    EXPECT_FALSE(keeps(*made, 12));
}

TEST_P(CgroupTest, AGroupThatWasLeftWithSomethingAliveInItIsNotTakenOver) {
    const Result<Cgroup> left = Cgroup::make(GetParam().controller);
    ASSERT_TRUE(left.has_value());
    ASSERT_TRUE(left->write(GetParam().file, "12"));
    const pid_t sleeper = fork();
    if (sleeper == 0) {
        for (;;) pause();
    }
    ASSERT_GT(sleeper, 0);
    EXPECT_TRUE(left->write("cgroup.procs", std::to_string(sleeper)));
    {
        const Result<Cgroup> made = Cgroup::make(GetParam().controller);
        ASSERT_TRUE(made.has_value()) << made.error().message;
        EXPECT_FALSE(keeps(*made, 12));
        EXPECT_TRUE(keeps(*left, 12));
        EXPECT_EQ(made->read("cgroup.procs").value_or("?"), "");
    }
    kill(sleeper, SIGKILL);
    waitpid(sleeper, nullptr, 0);
}

std::string test_name(const testing::TestParamInfo<Hierarchy>& info) {
    const std::string name = info.param.controller;
    return name.empty() ? "v2" : name;
}
INSTANTIATE_TEST_SUITE_P(Hierarchies, CgroupTest,
                         testing::Values(Hierarchy{"", "cgroup.max.depth"},
                                         Hierarchy{"memory", "memory.swappiness"},
                                         Hierarchy{"pids", "pids.max"}),
                         test_name);

}  // namespace
}  // namespace zerosum::warden
