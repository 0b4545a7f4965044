#include "sandbox/warden/cgroup.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
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
    static std::string path_of(const Cgroup& group) {
        return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(group.directory()));
    }
    static bool keeps(const Cgroup& group, double number) {
        return group.number(GetParam().file, "") == number;
    }
};

// A second group of this process is another one.
TEST_P(CgroupTest, EveryGroupIsNew) {
    const Result<Cgroup> first = Cgroup::make(GetParam().controller);
    ASSERT_TRUE(first.has_value());
    ASSERT_TRUE(first->write(GetParam().file, "12"));
    const Result<Cgroup> second = Cgroup::make(GetParam().controller);
    ASSERT_TRUE(second.has_value()) << second.error().message;
    EXPECT_FALSE(keeps(*second, 12));
    EXPECT_TRUE(keeps(*first, 12));
}

// A warden that was killed leaves its group; one that lives keeps it.
TEST_P(CgroupTest, WhatAKilledProcessLeftIsSweptAndNothingElse) {
    const Result<Cgroup> own = Cgroup::make(GetParam().controller);
    ASSERT_TRUE(own.has_value());
    std::array<int, 2> ready{};
    ASSERT_EQ(pipe(ready.data()), 0);
    const pid_t warden = fork();
    if (warden == 0) {
        const Result<Cgroup> left = Cgroup::make(GetParam().controller);
        const std::string path = left ? path_of(*left) : "";
        (void)!write(ready[1], path.data(), path.size());
        for (;;) pause();
    }
    std::string path(4096, '\0');
    const ssize_t n = read(ready[0], path.data(), path.size());
    ASSERT_GT(n, 0);
    path.resize(static_cast<std::size_t>(n));
    EXPECT_TRUE(Cgroup::make(GetParam().controller, true).has_value());
    EXPECT_EQ(access(path.c_str(), F_OK), 0) << "a living process lost its group";
    kill(warden, SIGKILL);
    waitpid(warden, nullptr, 0);
    EXPECT_TRUE(Cgroup::make(GetParam().controller, true).has_value());
    EXPECT_NE(access(path.c_str(), F_OK), 0) << path;
    EXPECT_EQ(access(path_of(*own).c_str(), F_OK), 0);
    for (const int end : ready) close(end);
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
