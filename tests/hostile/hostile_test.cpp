// Small programs of ours that crash, hang, cheat, fork, hoard and lie (agents/), each played as a
// move under every tier that this machine has, and those that break out also as on older kernels.
// Whatever they do, the referee's judgement is right, the clock is right, and nothing is left
// behind.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "arena/play/verdict.h"
#include "games/registry.h"
#include "ground.h"

namespace zerosum::hostile {
namespace {

namespace fs = std::filesystem;

// What an agent tries to get through, and which walls hold against it.
enum class Attack : std::uint8_t {
    None,
    ReadFiles,
    WriteFiles,
    Tcp,
    Datagram,
    Signal,
    Processes,
    Look,
    SeeProcesses,
    SameUser,
    Ipc
};

bool holds(const Setup& setup, Attack attack) {
    const Confinement& walls = setup.confinement;
    const bool own_user = gives_users(setup);  // then file permissions and signals are safe anyway
    switch (attack) {
        case Attack::None:
        case Attack::Look:
            return true;  // the warden itself cannot be looked into
        case Attack::ReadFiles:
            return own_user || walls.landlock || walls.bwrap;
        case Attack::WriteFiles:
            return own_user || walls.landlock || walls.mounts || walls.bwrap;
        case Attack::Tcp:
            return walls.landlock || walls.seccomp || walls.bwrap;
        case Attack::Datagram:
        case Attack::Ipc:
            return walls.seccomp || walls.bwrap;
        case Attack::Signal:
        case Attack::Processes:
            return own_user || walls.landlock || walls.seccomp || walls.bwrap;
        case Attack::SameUser:
            return own_user;
        case Attack::SeeProcesses:
            return (own_user && walls.mounts) || walls.pids || walls.bwrap;
    }
    return false;
}

struct Case {
    const char* agent;
    EndReason reason;      // Points: the answer is good
    const char* sentence;  // a part of what the student is told
    double bank = 30;
    Attack attack = Attack::None;
    friend void PrintTo(const Case& c, std::ostream* out) { *out << c.agent; }
};

constexpr EndReason kGood = EndReason::Points;
constexpr double kShort = 0.1;  // a bank for agents that never end

constexpr Case kCases[] = {
    {"sound.sh", kGood, ""},
    {"says_nothing.sh", EndReason::NoAnswer, "left no output.txt"},
    {"fails.sh", EndReason::Crash, "exited with status 3"},
    {"segfaults.sh", EndReason::Crash, "signal 11"},
    {"aborts_with_core.sh", EndReason::Crash, "signal 6"},
    {"answers_then_fails.sh", kGood, ""},
    {"sleeps.sh", EndReason::Killed, "still running", kShort},
    {"ignores_signals.sh", EndReason::Killed, "still running", kShort},
    {"stops_itself.sh", EndReason::Killed, "still running", kShort},
    {"burns_for_ever.sh", EndReason::Killed, "killed", kShort},
    {"leaves_daemon.sh", kGood, ""},
    {"answers_later.sh", EndReason::NoAnswer, "left no output.txt"},
    {"empty_answer.sh", EndReason::MalformedAnswer, ""},
    {"long_answer.sh", EndReason::NoAnswer, "longer than"},
    {"long_line.sh", EndReason::MalformedAnswer, ""},
    {"binary_answer.sh", EndReason::MalformedAnswer, ""},
    {"illegal_move.sh", EndReason::IllegalMove, "A1"},
    {"wrong_board.sh", EndReason::WrongBoard, "*1*"},
    {"link_answer.sh", EndReason::NoAnswer, "not a regular file"},
    {"pipe_answer.sh", EndReason::NoAnswer, "not a regular file"},
    {"directory_answer.sh", EndReason::NoAnswer, "not a regular file"},
    {"answers_unreadably.sh", EndReason::NoAnswer, "no read permission"},
    {"floods_output.sh", EndReason::Limit, " MB, the limit is 2 MB"},
    {"floods_errors.sh", EndReason::Limit, " MB, the limit is 2 MB"},
    {"closes_streams.sh", kGood, ""},
    {"fork_bomb.py", EndReason::Limit, "more processes"},
    {"fork_storm", EndReason::Limit, "more processes"},
    {"thread_bomb", EndReason::Limit, "more processes"},
    {"fills_disk.sh", EndReason::Limit, "larger than the limit of 24 MB for all together"},
    {"large_file.sh", EndReason::Limit, "wrote a file beyond the limit of 8 MB"},
    {"many_files.py", EndReason::Limit, "more files"},
    {"deep_directories.py", EndReason::Limit, "more files"},
    {"bad_interpreter.sh", EndReason::NotStarted, "No such file"},
    {"traps_input.sh", kGood, ""},
    {"locks_its_door.sh", kGood, ""},
    {"hogs_memory.py", EndReason::Limit, "asked for more, the limit is 128 MB"},
    {"hogs_shared_memory", EndReason::Limit, "asked for more, the limit is 128 MB"},
    {"hogs_memory_in_children", EndReason::Limit, "asked for more, the limit is 128 MB"},
    {"opens_everything", kGood, ""},
    {"hydra", kGood, ""},
    {"burns_in_child.py", kGood, ""},
    {"starves_warden", kGood, "", 30, Attack::Processes},
    {"reads_opponent.py", kGood, "", 30, Attack::ReadFiles},
    {"lists_opponent.py", kGood, "", 30, Attack::ReadFiles},
    {"links_outside.py", kGood, "", 30, Attack::ReadFiles},
    {"writes_outside.py", kGood, "", 30, Attack::WriteFiles},
    {"truncates_outside.py", kGood, "", 30, Attack::WriteFiles},
    {"removes_outside.py", kGood, "", 30, Attack::WriteFiles},
    {"connects_out.py", kGood, "", 30, Attack::Tcp},
    {"sends_datagram.py", kGood, "", 30, Attack::Datagram},
    {"kills_others.py", kGood, "", 30, Attack::Signal},
    {"kills_parent.py", kGood, "", 30, Attack::Signal},
    {"harms_processes", kGood, "", 30, Attack::Processes},
    {"looks_into_parent", kGood, "", 30, Attack::Look},
    {"reads_command_lines.py", kGood, "", 30, Attack::SeeProcesses},
    {"shares_user.py", kGood, "", 30, Attack::SameUser},
    {"spies_on_processes", kGood, "", 30, Attack::Ipc},
    {"leaves_shared_memory", kGood, "", 30, Attack::Ipc},
};

// A tier, and the version of Landlock that it is to make do with; 0: this kernel's.
struct Walls {
    Setup setup;
    int landlock = 0;
};

using HostileParam = std::tuple<Walls, Case>;

class HostileTest : public testing::TestWithParam<HostileParam> {
 protected:
    static void SetUpTestSuite() { ground_ = new Ground(); }
    static void TearDownTestSuite() { delete ground_; }

    void SetUp() override {
        const auto& [walls, c] = GetParam();
        const Offer& offer = offer_of(walls.setup);
        if (!offer.works)
            GTEST_SKIP() << setup_name(walls.setup) << " is not on this machine: " << offer.trouble;
        if (!holds(walls.setup, c.attack))
            GTEST_SKIP() << setup_name(walls.setup) << " has no wall against " << c.agent;
        if (walls.landlock > 0)
            setenv("ZEROSUM_LANDLOCK_ABI", std::to_string(walls.landlock).c_str(), 1);
    }
    void TearDown() override { unsetenv("ZEROSUM_LANDLOCK_ABI"); }

    static Ground* ground_;
};
Ground* HostileTest::ground_ = nullptr;

TEST_P(HostileTest, IsJudgedRightlyChargedRightlyAndLeavesNothing) {
    const auto& [walls, c] = GetParam();
    const auto& setup = walls.setup;
    const PositionPtr position =
        std::move(*find_game("fruit").value()->parse_line("***/*10/000 1 0 0"));
    const std::size_t files_before = entries("/proc/self/fd");
    const std::size_t spaces_before = ground_->workspaces();
    {
        const ReadyProgram program = ground_->ready({c.agent});
        const fs::path home = program.workspace.home();
        const Turn turn{*position, Seconds{c.bank}};
        const Reply reply = ask_program(program, turn, setup);

        const auto verdict = judge(*position, reply);
        const EndReason reason = verdict ? kGood : verdict.error().reason;
        const std::string sentence = verdict ? "" : verdict.error().sentence;
        EXPECT_EQ(to_text(reason), to_text(c.reason)) << sentence << "\n" << reply.stderr_tail;
        EXPECT_NE(sentence.find(c.sentence), std::string::npos) << sentence;
        EXPECT_FALSE(fs::exists(home / "breach"))
            << "it got through: " << read_untrusted_file(home / "breach", 1000).value_or("");

        if (fs::exists(home / "truth")) {
            EXPECT_TRUE(is_charged_rightly(program, turn, setup, reply));
        }
        EXPECT_EQ(processes_of(home), std::vector<std::string>{});
        EXPECT_TRUE(fs::is_empty(program.workspace.tmp()));
        EXPECT_TRUE(ground_->victims().unharmed());

        // The referee goes on: the next move of the same agent is asked and judged as before.
        if (reason == kGood && c.attack == Attack::None && !fs::exists(home / "truth")) {
            const Reply again = ask_program(program, turn, setup);
            EXPECT_TRUE(judge(*position, again).has_value());
            EXPECT_TRUE(ground_->victims().unharmed());
        }
    }
    EXPECT_EQ(entries("/proc/self/fd"), files_before);
    EXPECT_EQ(ground_->workspaces(), spaces_before);
}

std::string test_name(const testing::TestParamInfo<HostileParam>& info) {
    const auto& [walls, c] = info.param;
    return as_test_name(fmt::format("{}_{}_{}", c.agent, setup_name(walls.setup),
                                    walls.landlock == 0 ? "" : std::to_string(walls.landlock)));
}

std::vector<Walls> every_tier() {
    std::vector<Walls> list;
    for (const Setup& setup : known_setups()) list.push_back({setup});
    return list;
}
INSTANTIATE_TEST_SUITE_P(EveryTier, HostileTest,
                         testing::Combine(testing::ValuesIn(every_tier()),
                                          testing::ValuesIn(kCases)),
                         test_name);

// Landlock as it came (1), with TRUNCATE (3), and with signals (6): Debian 12 has 2.
std::vector<Walls> older_kernels() {
    std::vector<Walls> list;
    for (const Setup& setup : known_setups())
        if (setup.clock == ClockSource::Ptrace && setup.confinement.landlock)
            for (const int version : {1, 3, 6}) list.push_back({setup, version});
    return list;
}
std::vector<Case> breakouts() {
    std::vector<Case> list;
    std::copy_if(std::begin(kCases), std::end(kCases), std::back_inserter(list),
                 [](const Case& c) { return c.attack != Attack::None; });
    return list;
}
INSTANTIATE_TEST_SUITE_P(OlderKernels, HostileTest,
                         testing::Combine(testing::ValuesIn(older_kernels()),
                                          testing::ValuesIn(breakouts())),
                         test_name);

}  // namespace
}  // namespace zerosum::hostile
