// A user of its own for every program: as root by number, for an ordinary account by its
// subordinate ids. What a killed warden leaves to such a user becomes ours again.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "core/text.h"
#include "ground.h"
#include "sandbox/session.h"
#include "sandbox/work_directory.h"

namespace zerosum::hostile {
namespace {

namespace fs = std::filesystem;

constexpr Setup kOwnUsers{
    ClockSource::Ptrace,
    {.landlock = true, .seccomp = true, .mounts = true, .pids = true, .users = true}};

class UsersTest : public testing::Test {
 protected:
    void SetUp() override {
        if (!offer_of(kOwnUsers).works)
            GTEST_SKIP() << "NOT TESTED: no users of its own: " << offer_of(kOwnUsers).trouble;
    }

    static Session shell(const Workspace& space, const std::string& script) {
        Job job;
        job.command = {"sh", "-c", script};
        job.directory = space.home();
        job.temporary = space.tmp();
        return std::move(*Session::start(job, kOwnUsers));
    }
    static std::string line_of(Session& session) {
        return session.read_line(Seconds{60}).value_or("nothing");
    }
    // Children of this process.
    static std::vector<pid_t> children() {
        std::ifstream file(fmt::format("/proc/self/task/{}/children", getpid()));
        return {std::istream_iterator<pid_t>(file), {}};
    }
    // Leaves files behind that their owner alone may enter.
    static constexpr const char* kClosesDoors =
        "mkdir -p a/b/c && echo x > a/b/c/file && chmod 0 a/b/c/file a/b && echo ready && sleep 60";

    Ground ground_;
};

TEST_F(UsersTest, ProgramsAtTheSameTimeAreDifferentUsersAndNoneIsOurs) {
    const Workspace one = *Workspace::make();
    const Workspace other = *Workspace::make();
    constexpr const char* who = "echo $(id -u) $(id -g) $(id -G); read x";
    Session first = shell(one, who);
    Session second = shell(other, who);
    const std::vector<std::string> seen{line_of(first), line_of(second)};
    for (const std::string& numbers : seen) {
        const auto parts = split(numbers, ' ');
        ASSERT_EQ(parts.size(), 3U) << numbers;
        EXPECT_TRUE(parts[0] != std::to_string(geteuid()) && parts[0] != "0") << numbers;
        EXPECT_TRUE(parts[1] == parts[0] && parts[2] == parts[0]) << numbers;
    }
    EXPECT_NE(seen[0], seen[1]);
}

TEST_F(UsersTest, ItsFilesAreItsOwnDuringTheRunAndOursAfterwards) {
    const Workspace space = *Workspace::make();
    ASSERT_TRUE(space.write("given", "text").has_value());
    ASSERT_TRUE(space.hand_over().has_value());
    Session session = shell(space,
                            "test -O . && test -O given && test -O $TMPDIR && "
                            "echo more >> given && mkdir -m 0 left && echo mine; sleep 60");
    EXPECT_EQ(line_of(session), "mine");
    (void)session.stop();
    EXPECT_EQ(space.read("given", 100).value_or(""), "textmore\n");
    EXPECT_TRUE(space.remove("left").has_value());
    EXPECT_TRUE(space.write("given", "again").has_value());
}

TEST_F(UsersTest, AKilledWardenLeavesNothing) {
    const Workspace space = *Workspace::make();
    {
        Session session = shell(space, kClosesDoors);
        EXPECT_EQ(line_of(session), "ready");
        ASSERT_EQ(children().size(), 2U) << "the victim of the ground and a warden";
        kill(children().back(), SIGKILL);
        EXPECT_EQ(session.stop().trouble, "its warden was killed");
    }
    EXPECT_TRUE(space.write("input.txt", "next").has_value());
    EXPECT_TRUE(space.remove("a").has_value());
}

TEST_F(UsersTest, WhatAKilledProcessLeavesToItsProgramIsSwept) {
    const std::size_t before = entries(fs::temp_directory_path());
    const pid_t pid = fork();
    if (pid == 0) {
        const Workspace space = *Workspace::make();
        Session session = shell(space, kClosesDoors);
        if (line_of(session) != "ready") _exit(1);
        for (const pid_t child : children()) kill(child, SIGKILL);
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(entries(fs::temp_directory_path()), before + 1);
    sweep_work(fs::temp_directory_path());
    EXPECT_EQ(entries(fs::temp_directory_path()), before);
}

}  // namespace
}  // namespace zerosum::hostile
