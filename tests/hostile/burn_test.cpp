// The truth about CPU time: many ways to burn it (agents/burns_many_ways.cpp), each charged within
// 5 % or 10 ms by every clock that claims to see it.

#include <gtest/gtest.h>

#include "games/registry.h"
#include "ground.h"

namespace zerosum::hostile {
namespace {

constexpr const char* kWays[] = {
    "plain",   "threads",      "headless",  "child",          "threads-of-children",
    "ignored", "no-zombies",   "daemon",    "short-children", "unwaited",
    "orphan",  "chain",        "vfork",     "spawn",          "exec",
    "memory",  "handler",      "timer",     "shared-memory",  "shared-files",
    "silent",  "other-signal", "untraced",  "sibling",        "calls",
    "faults",  "files",        "ping-pong", "low-priority",   "yielding",
    "stopped", "killed",       "segfault",  "abort",
};

// wait4 does not see children that cannot be waited for; see setup.h.
bool claims(ClockSource clock, std::string_view way) {
    return clock != ClockSource::Wait4 ||
           (way != "ignored" && way != "no-zombies" && way != "short-children");
}

using BurnParam = std::tuple<Setup, const char*>;
class BurnTest : public testing::TestWithParam<BurnParam> {
 protected:
    static void SetUpTestSuite() { ground_ = new Ground(); }
    static void TearDownTestSuite() { delete ground_; }
    static Ground* ground_;
};
Ground* BurnTest::ground_ = nullptr;

TEST_P(BurnTest, IsCharged) {
    const auto& [setup, way] = GetParam();
    const Offer& offer = offer_of(setup);
    if (!offer.works) GTEST_SKIP() << setup_name(setup) << ": " << offer.trouble;
    if (!claims(setup.clock, way)) GTEST_SKIP() << "not seen by " << clock_name(setup.clock);
    const PositionPtr position =
        std::move(*find_game("fruit").value()->parse_line("***/*10/000 1 0 0"));
    const ReadyProgram program = ground_->ready({"burns_many_ways", way});
    const Turn turn{*position, Seconds{30}};
    const Reply reply = ask_program(program, turn, setup);
    const auto* failure = std::get_if<Failure>(&reply.answer);
    ASSERT_EQ(failure, nullptr) << failure->sentence << reply.stderr_tail;
    EXPECT_TRUE(is_charged_rightly(program, turn, setup, reply));
}

// Every clock in the best walls, and the clock that everybody has without a namespace and in
// bubblewrap's.
std::vector<Setup> burn_setups() {
    std::vector<Setup> list;
    for (const Setup& setup : known_setups())
        if (setup.confinement.pids && setup.confinement.landlock) list.push_back(setup);
    list.push_back({ClockSource::Ptrace, {.landlock = true, .seccomp = true}});
    list.push_back({ClockSource::Ptrace, {.seccomp = true, .bwrap = true}});
    return list;
}
std::string burn_name(const testing::TestParamInfo<BurnParam>& info) {
    const auto& [setup, way] = info.param;
    return as_test_name(fmt::format("{}_{}", way, setup_name(setup)));
}
INSTANTIATE_TEST_SUITE_P(EveryClock, BurnTest,
                         testing::Combine(testing::ValuesIn(burn_setups()),
                                          testing::ValuesIn(kWays)),
                         burn_name);

}  // namespace
}  // namespace zerosum::hostile
