#include "sandbox/run.h"

#include <gtest/gtest.h>

#include <sched.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <thread>

#include "core/text.h"
#include "sandbox/evasion_run.h"
#include "sandbox/machine.h"
#include "sandbox/warden/cgroup.h"
#include "sandbox/workspace.h"

namespace zerosum {
namespace {

// Every test runs under some tiers, from the best to the least. The hostile suite runs through all
// of them.
class RunTest : public testing::TestWithParam<Setup> {
 protected:
    void SetUp() override {
        const Offer offer = try_setup(GetParam());
        if (!offer.works) GTEST_SKIP() << setup_name(GetParam()) << ": " << offer.trouble;
    }
    Account shell(const std::string& script, Limits limits = quick()) {
        Job job;
        job.command = {"/bin/sh", "-c", script};
        job.directory = space_.home();
        job.temporary = space_.tmp();
        job.limits = limits;
        return run(job, GetParam());
    }
    // One of the warden's evasions; see warden/evasions.h.
    static Account evasion(const std::vector<std::string>& arguments, const Limits& limits) {
        return (*EvasionRun::prepare())(arguments, GetParam(), limits);
    }
    static Limits quick() {
        Limits limits;
        limits.wall = Seconds{30};
        return limits;
    }
    Workspace space_ = *Workspace::make();
};

TEST_P(RunTest, AnExitStatusIsReported) {
    const Account account = shell("exit 7");
    EXPECT_EQ(account.ending, Ending::Exited) << describe_ending(account);
    EXPECT_EQ(account.exit_code, 7);
}

TEST_P(RunTest, ASignalIsReported) {
    const Account account = shell("kill -SEGV $$");
    EXPECT_EQ(account.ending, Ending::Signalled) << describe_ending(account);
    EXPECT_EQ(account.signal, SIGSEGV);
}

TEST_P(RunTest, BothStreamsAreKept) {
    const Account account = shell("echo to out; echo to err >&2");
    EXPECT_EQ(account.out.text, "to out\n");
    EXPECT_EQ(account.err.text, "to err\n");
}

TEST_P(RunTest, ALongStreamKeepsItsBeginningAndItsEnd) {
    Limits limits = quick();
    limits.excerpt = 200;
    const Account account = shell("echo first; seq 100000; echo last", limits);
    EXPECT_TRUE(account.ok()) << describe_ending(account);
    EXPECT_EQ(account.out.text.substr(0, 6), "first\n");
    EXPECT_EQ(account.out.text.substr(account.out.text.size() - 5), "last\n");
    EXPECT_LT(account.out.text.size(), 300U);
    EXPECT_GT(account.out.total, 500000U);
}

TEST_P(RunTest, TheEnvironmentIsCleanAndNamesOnlyItsOwnDirectories) {
    ASSERT_EQ(setenv("ZEROSUM_TEST_SECRET", "42", 1), 0);
    const Account account = shell("env | sort");
    std::string names;
    for (const std::string_view line : split_lines(account.out.text))
        names += std::string(line.substr(0, line.find('='))) + " ";
    EXPECT_EQ(names, "HOME LANG PATH PWD TMPDIR ");
    EXPECT_NE(account.out.text.find("HOME=" + space_.home().string() + "\n"), std::string::npos);
}

TEST_P(RunTest, NoOtherDescriptorIsOpenAndStandardInputIsEmpty) {
    const Account account = shell("cat; ls /proc/self/fd");
    EXPECT_EQ(account.out.text, "0\n1\n2\n3\n") << account.err.text;  // 3 is ls reading the list
}

TEST_P(RunTest, FilesItWritesStayInItsDirectory) {
    const Account account = shell("echo state > kept && echo scratch > \"$TMPDIR/scratch\"");
    EXPECT_TRUE(account.ok()) << account.err.text;
    EXPECT_TRUE(std::filesystem::exists(space_.home() / "kept"));
    EXPECT_TRUE(space_.empty_tmp().has_value());
    EXPECT_TRUE(std::filesystem::is_empty(space_.tmp()));
}

TEST_P(RunTest, AMissingProgramIsNotStarted) {
    Job job;
    job.command = {"/no/such/program"};
    job.directory = space_.home();
    job.temporary = space_.tmp();
    const Account account = run(job, GetParam());
    EXPECT_EQ(account.ending, Ending::NotStarted);
    EXPECT_EQ(account.trouble, "/no/such/program: No such file or directory");
}

TEST_P(RunTest, WallTimeEndsASleeper) {
    Limits limits;
    limits.wall = Seconds{0.1};
    const Account account = shell("sleep 100", limits);
    EXPECT_EQ(account.ending, Ending::Stopped);
    EXPECT_EQ(account.limit, Limit::Wall);
    EXPECT_LT(account.cpu.total(), Seconds{1});  // of the 100 s that it would sleep
}

// While it lives, this thread and what it starts share one processor with others that never rest.
class CrowdedProcessor {
 public:
    CrowdedProcessor() {
        CPU_ZERO(&before_);
        sched_getaffinity(0, sizeof before_, &before_);
        cpu_set_t one;
        CPU_ZERO(&one);
        int processor = 0;
        while (!CPU_ISSET(processor, &before_)) ++processor;
        CPU_SET(processor, &one);
        sched_setaffinity(0, sizeof one, &one);
        std::atomic<int> at_work = 0;
        for (int i = 0; i < 6; ++i)
            others_.emplace_back([&at_work](const std::stop_token& stop) {
                ++at_work;
                while (!stop.stop_requested()) {
                }
            });
        while (at_work < 6) std::this_thread::yield();
    }
    ~CrowdedProcessor() { sched_setaffinity(0, sizeof before_, &before_); }
    CrowdedProcessor(const CrowdedProcessor&) = delete;
    CrowdedProcessor& operator=(const CrowdedProcessor&) = delete;

 private:
    cpu_set_t before_{};
    std::vector<std::jthread> others_;  // they inherit the processor
};

TEST_P(RunTest, ABusyMachineIsNotTheProgramsFault) {
    if (!std::filesystem::exists("/proc/self/schedstat")) GTEST_SKIP() << "no scheduler statistics";
    const CrowdedProcessor crowd;
    Limits limits;
    limits.wall = Seconds{0.45};
    limits.cpu = Seconds{30};
    const Account burner = evasion({"burn", "0.3"}, limits);
    EXPECT_EQ(burner.ending, Ending::Exited) << describe_ending(burner);
    EXPECT_GT(burner.wall, limits.wall);
    EXPECT_GT(burner.waited, Seconds{0});
    EXPECT_LT(burner.waited, burner.wall);
}

TEST_P(RunTest, ASleeperIsLateOnABusyMachineToo) {
    const CrowdedProcessor crowd;
    Limits limits;
    limits.wall = Seconds{0.2};
    const Account sleeper = shell("sleep 1000", limits);
    EXPECT_EQ(sleeper.limit, Limit::Wall) << describe_ending(sleeper);
}

TEST_P(RunTest, AnEmptyBankEndsABurner) {
    Limits limits = quick();
    limits.cpu = Seconds{0.1};
    const Account account = shell("while :; do :; done", limits);
    EXPECT_EQ(account.ending, Ending::Stopped);
    EXPECT_EQ(account.limit, Limit::Cpu);
    EXPECT_GT(account.cpu.total(), Seconds{0.1});
    EXPECT_LT(account.cpu.total(), Seconds{2});
}

TEST_P(RunTest, MemoryInSocketsCountsWhereTheKernelLimitsIt) {
    if (GetParam().clock != ClockSource::Cgroup2 && GetParam().clock != ClockSource::Cgroup1)
        GTEST_SKIP() << "no control group";
    if (!warden::Cgroup::make("memory"))
        GTEST_SKIP() << "no memory controller of the older kind, and of the newer it is not known";
    Limits limits = quick();
    limits.memory = std::size_t{64} << 20U;
    const Account account = evasion({"socket-hog", "96"}, limits);
    EXPECT_EQ(account.limit, Limit::Memory) << describe_ending(account);
}

TEST_P(RunTest, MemoryCountsAlsoWhenTheFirstThreadHasEnded) {
    Limits limits = quick();
    limits.memory = std::size_t{64} << 20U;
    const Account account = evasion({"headless-hog", "96"}, limits);
    EXPECT_EQ(account.limit, Limit::Memory) << describe_ending(account);
}

TEST_P(RunTest, FilesInMemoryCountAsMemoryMappedOrNot) {
    Limits limits = quick();
    limits.memory = std::size_t{64} << 20U;
    const Account account = evasion({"memory-files", "96"}, limits);
    EXPECT_EQ(account.limit, Limit::Memory) << describe_ending(account);
}

TEST_P(RunTest, FilesWithoutANameCountAsDisk) {
    Limits limits = quick();
    limits.disk = std::size_t{16} << 20U;
    const Account account = evasion({"nameless-files", "32"}, limits);
    EXPECT_EQ(account.limit, Limit::Disk) << describe_ending(account);
}

TEST_P(RunTest, WhatOutlivesTheProgramIsKilled) {
    const Account account = shell("(setsid sleep 100 &) ; sleep 0.1");
    EXPECT_TRUE(account.ok()) << describe_ending(account);
    EXPECT_LT(account.wall, Seconds{50});
}

// The children of a process.
std::vector<pid_t> children_of(const std::string& pid) {
    std::vector<pid_t> list;
    std::error_code error;
    for (const auto& task : std::filesystem::directory_iterator("/proc/" + pid + "/task", error)) {
        std::ifstream file(task.path() / "children");
        for (pid_t child = 0; file >> child;) list.push_back(child);
    }
    return list;
}

// Takes all descriptors from the wardens of this process as soon as their programs are at work.
void starve_wardens(const std::stop_token& stop) {
    const rlimit few{3, 3};
    while (!stop.stop_requested()) {
        for (const pid_t warden : children_of("self")) {
            if (children_of(std::to_string(warden)).empty()) continue;
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            prlimit(warden, RLIMIT_NOFILE, &few, nullptr);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

// A warden that is kept from reading its clock, here by its own parent, ends the run as our fault,
// or knows the time all the same: it never charges nothing for work done.
TEST_P(RunTest, AWardenWithoutDescriptorsChargesRightlyOrSaysThatItCannot) {
    Account account;
    for (int tries = 0; tries < 5; ++tries) {
        std::jthread thief(starve_wardens);
        account = evasion({"waited-child", "0.6"}, quick());
        if (account.ending != Ending::NotStarted) break;  // it came before the program began
    }
    if (account.ending == Ending::Unmeasured) {
        EXPECT_NE(describe_ending(account).find("through no fault of its own"), std::string::npos);
    } else {
        EXPECT_EQ(account.ending, Ending::Exited) << describe_ending(account);
        EXPECT_NEAR(account.cpu.total().count(), 0.6, 0.030);
    }
}

TEST_P(RunTest, TheSetUpIsNotCharged) {
    const Account account = shell("exit 0");
    EXPECT_LT(account.cpu.total(), Seconds{0.020});
}

std::string test_name(const testing::TestParamInfo<Setup>& info) {
    std::string name = setup_name(info.param);
    for (char& c : name)
        if (c == '/' || c == '+') c = '_';
    return name;
}
constexpr Confinement kAllWalls{.landlock = true, .seccomp = true, .mounts = true, .pids = true};
INSTANTIATE_TEST_SUITE_P(
    Tiers, RunTest,
    testing::Values(Setup{ClockSource::Cgroup2, kAllWalls}, Setup{ClockSource::Ptrace, kAllWalls},
                    Setup{ClockSource::Wait4, kAllWalls},
                    Setup{ClockSource::Ptrace, {.landlock = true, .seccomp = true}},
                    Setup{ClockSource::Wait4, {}}),
    test_name);

TEST(Run, AnEmptyCommandIsNotStarted) {
    EXPECT_EQ(run(Job{}, best_setup()).ending, Ending::NotStarted);
}

TEST(Run, AProgramsPathsMustBeAbsolute) {
    Job job;
    job.command = {"true"};
    job.directory = "relative";
    job.temporary = "/tmp";
    EXPECT_EQ(run(job, best_setup()).trouble, "a program's directories must be absolute paths");
}

}  // namespace
}  // namespace zerosum
