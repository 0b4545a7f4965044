#include "sandbox/doctor.h"

#include <gtest/gtest.h>

namespace zerosum {
namespace {

Diagnosis sample() {
    Diagnosis diagnosis;
    diagnosis.chosen = {ClockSource::Ptrace, {.landlock = true, .seccomp = true}};
    diagnosis.overhead = Seconds{0.0021};
    diagnosis.clocks = {
        {"cgroup2", false, "Permission denied", {}},
        {"ptrace", true, "", {{"plain burn", true, "+0.8 ms", {}, {}}}},
        {"wait4", true, "", {{"plain burn", false, "-99.0 ms", {}, {}}}},
    };
    diagnosis.walls = {
        {"landlock+seccomp", true, "", {{"fork bomb", true, "stopped", {}, {}}}},
        {"none", true, "", {{"fork bomb", false, "got through", {}, {}}}},
    };
    return diagnosis;
}

TEST(Doctor, ReportBeginsWithTheVerdictAndComparesTheTiers) {
    EXPECT_EQ(describe(sample()),
              "Clock ptrace, walls landlock+seccomp, as an ordinary user.\n"
              "A run costs 2.1 ms of CPU time beside the program's own; none of it is charged.\n"
              "Good for graded work: what is in use here caught everything that was tried.\n"
              "Programs run under this account's own user number: only the walls part them.\n"
              "For a user of its own for every program: install uidmap and give this account "
              "numbers (as root: usermod --add-subuids 100000-165535 --add-subgids 100000-165535 "
              "NAME).\n"
              "\n"
              "The error of each clock when 100 ms are burnt (*: in use, !: it got away with it)\n"
              "                                   ptrace*    wait4\n"
              "  plain burn                       +0.8 ms    -99.0 ms !\n"
              "\n"
              "What the walls hold against (*: in use)\n"
              "  1* landlock+seccomp\n"
              "  2  none\n"
              "                                   1*         2\n"
              "  fork bomb                        caught     THROUGH\n"
              "\n"
              "Not to be had here\n"
              "  cgroup2: Permission denied\n");
}

TEST(Doctor, WhatTheChoiceMissesIsNamedFirst) {
    Diagnosis diagnosis = sample();
    EXPECT_TRUE(diagnosis.sound());
    diagnosis.chosen.clock = ClockSource::Wait4;
    EXPECT_FALSE(diagnosis.sound());
    EXPECT_NE(describe(diagnosis).find(
                  "Good for your own programs only. What is in use here did not catch:\n"
                  "  plain burn: -99.0 ms\n"
                  "Programs run under this account's own user number"),
              std::string::npos);
    EXPECT_NE(describe(diagnosis).find(
                  "\nFor more: allow user namespaces (sysctl user.max_user_namespaces, and "),
              std::string::npos);
    diagnosis.chosen.clock = ClockSource::Cgroup2;
    EXPECT_EQ(diagnosis.missed().at(0).detail, "does not work here");
}

TEST(Doctor, AUserOfItsOwnIsSaidAndDoesNotDecide) {
    Diagnosis diagnosis = sample();
    diagnosis.walls[0].proofs.push_back({"sharing the caller's user", false, "", {}, {}, false});
    EXPECT_TRUE(diagnosis.sound());
    diagnosis.chosen.confinement = {
        .landlock = true, .seccomp = true, .mounts = true, .pids = true, .users = true};
    diagnosis.walls[0].name = confinement_name(diagnosis.chosen.confinement);
    EXPECT_NE(describe(diagnosis).find("\nEvery program has a user of its own.\n"),
              std::string::npos);
    EXPECT_TRUE(diagnosis.advice().empty());
}

}  // namespace
}  // namespace zerosum
