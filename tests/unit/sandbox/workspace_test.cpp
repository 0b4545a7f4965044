#include "sandbox/workspace.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <set>
#include <string>

#include "core/files.h"
#include "sandbox/process_name.h"
#include "sandbox/tree.h"
#include "sandbox/user_numbers.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

// A TMPDIR of its own, so that what is made there can be counted.
class WorkDirectoryTest : public testing::Test {
 protected:
    void SetUp() override {
        std::string name = fs::temp_directory_path() / "work-XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        base_ = name;
        if (const char* before = std::getenv("TMPDIR")) tmpdir_ = before;
        setenv("TMPDIR", name.c_str(), 1);
    }
    void TearDown() override {
        EXPECT_TRUE(remove_tree(base_).has_value());
        if (tmpdir_.empty())
            unsetenv("TMPDIR");
        else
            setenv("TMPDIR", tmpdir_.c_str(), 1);
    }
    [[nodiscard]] std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(base_), {}));
    }
    // Another process of ours that has two workspaces, and waits to be killed.
    [[nodiscard]] static pid_t start_worker() {
        int ready[2];
        EXPECT_EQ(pipe(ready), 0);
        const pid_t worker = fork();
        if (worker == 0) {
            const Workspace one = *Workspace::make();
            const Workspace two = *Workspace::make();
            std::ofstream(one.home() / "homework.cpp") << "a student's";
            (void)!write(ready[1], "x", 1);
            for (;;) pause();
        }
        char c = 0;
        EXPECT_EQ(read(ready[0], &c, 1), 1);
        close(ready[0]);
        close(ready[1]);
        return worker;
    }
    static void end(pid_t worker, int signal) {
        kill(worker, signal);
        waitpid(worker, nullptr, 0);
    }
    fs::path base_;
    std::string tmpdir_;
};

TEST_F(WorkDirectoryTest, OneDirectoryHoldsAllAndGoesWithTheLast) {
    {
        const Workspace one = *Workspace::make();
        const Workspace two = *Workspace::make();
        EXPECT_EQ(entries(), 1U);
        EXPECT_EQ(one.home().parent_path().parent_path().filename().string(),
                  named_by_process("zerosum-"));
    }
    EXPECT_EQ(entries(), 0U);
    const Workspace again = *Workspace::make();
    EXPECT_EQ(entries(), 1U);
}

TEST_F(WorkDirectoryTest, WhatAKilledProcessLeftIsSwept) {
    for (const int signal : {SIGKILL, SIGHUP}) {
        const pid_t worker = start_worker();
        sweep_work(base_);
        EXPECT_EQ(entries(), 1U) << "a living process lost its work";
        end(worker, signal);
        EXPECT_EQ(entries(), 1U);
        sweep_work(base_);
        EXPECT_EQ(entries(), 0U);
    }
}

TEST_F(WorkDirectoryTest, NothingElseIsSwept) {
    for (const char* name : {"zerosum-abc", "zerosum-12", "zerosum-1-2-3", "other-1-2"})
        fs::create_directory(base_ / name);
    fs::create_directory_symlink("/usr", base_ / "zerosum-1-2");
    std::ofstream(base_ / "zerosum-3-4") << "a file";
    sweep_work(base_);
    EXPECT_EQ(entries(), 6U);
    EXPECT_TRUE(fs::exists("/usr/bin"));
}

TEST(ProcessName, TellsWhetherItsProcessLives) {
    const std::string own = named_by_process("zerosum-");
    EXPECT_TRUE(is_named_by_process(own, "zerosum-"));
    EXPECT_TRUE(namesake_lives(own, "zerosum-"));
    EXPECT_FALSE(namesake_lives("zerosum-" + std::to_string(getpid()) + "-1", "zerosum-"));
    EXPECT_FALSE(is_named_by_process("zerosum-12", "zerosum-"));
}

// Two processes, as the kernel sees it: two descriptions of one file.
TEST(UserNumbers, NoNumberIsGivenTwiceAtOnce) {
    std::string name = fs::temp_directory_path() / "numbers-XXXXXX";
    const int fd = mkstemp(name.data());
    ASSERT_GE(fd, 0);
    close(fd);
    UserNumbers one(name);
    UserNumbers other(name);
    std::set<uid_t> taken;
    constexpr uid_t half = (UserNumbers::last - UserNumbers::first + 1) / 2;
    for (uid_t i = 0; i < half; ++i) {
        taken.insert(one.take().value());
        taken.insert(other.take().value());
    }
    EXPECT_EQ(taken.size(), 2 * half);
    EXPECT_EQ(*taken.begin(), UserNumbers::first);
    EXPECT_EQ(*taken.rbegin(), UserNumbers::last);
    EXPECT_NE(other.take().error().message.find("are taken"), std::string::npos);
    one.give_back(UserNumbers::first);
    other.give_back(UserNumbers::first);
    EXPECT_EQ(other.take().value(), UserNumbers::first);
    fs::remove(name);
}

TEST(UserNumbers, SomethingElseInThePlaceIsRefused) {
    std::string name = fs::temp_directory_path() / "numbers-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    fs::create_symlink("/etc/passwd", name + "/link");
    UserNumbers numbers(name + "/link");
    EXPECT_FALSE(numbers.take().has_value());
    fs::remove_all(name);
}

TEST(Workspace, ProgramsOfOneProcessHaveUsersOfTheirOwnAsRoot) {
    if (geteuid() != 0) GTEST_SKIP() << "not root";
    const Workspace one = *Workspace::make();
    const Workspace two = *Workspace::make();
    struct stat first {};
    struct stat second {};
    ASSERT_EQ(stat(one.home().c_str(), &first), 0);
    ASSERT_EQ(stat(two.home().c_str(), &second), 0);
    EXPECT_NE(first.st_uid, second.st_uid);
    EXPECT_GE(first.st_uid, UserNumbers::first);
}

TEST(Workspace, WhatIsAdmittedIsReadableForAllAndKeepsNoOtherPower) {
    const Workspace from = *Workspace::make();
    const Workspace space = *Workspace::make();
    const fs::path closed = from.home() / "closed";
    fs::create_directories(closed / "inner");
    std::ofstream(closed / "tool") << "#!/bin/sh\n";
    std::ofstream(closed / "inner" / "data") << "words";
    fs::permissions(closed / "tool", fs::perms(04700));
    fs::permissions(closed / "inner" / "data", fs::perms(0600));
    fs::permissions(closed / "inner", fs::perms(0700));

    const fs::path tool = space.admit(closed / "tool").value();
    EXPECT_EQ(fs::status(tool).permissions(), fs::perms(0755));
    const fs::path all = space.admit(closed).value();
    EXPECT_NE(all.parent_path(), tool.parent_path());
    EXPECT_EQ(fs::status(all / "tool").permissions(), fs::perms(0755));
    EXPECT_EQ(fs::status(all / "inner").permissions(), fs::perms(0755));
    EXPECT_EQ(fs::status(all / "inner" / "data").permissions(), fs::perms(0644));
    EXPECT_EQ(read_file(all / "inner" / "data").value(), "words");
    const auto missing = space.admit(closed / "nothing");
    ASSERT_FALSE(missing.has_value());
    EXPECT_NE(missing.error().message.find("Move it to where everybody may read it"),
              std::string::npos);
}

TEST(UntrustedFile, AnAnswerThatItsOwnerMayNotReadIsRefusedForRootAsWell) {
    const Workspace space = *Workspace::make();
    std::ofstream(space.home() / "output.txt") << "A1\n";
    fs::permissions(space.home() / "output.txt", fs::perms(0));
    EXPECT_EQ(space.read("output.txt", 100).error(), FileTrouble::Unreadable);
}

}  // namespace
}  // namespace zerosum
