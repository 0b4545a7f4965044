#include "sandbox/setup.h"

#include <gtest/gtest.h>

#include "sandbox/machine.h"
#include "sandbox/wire.h"

namespace zerosum {
namespace {

TEST(Setup, NamesAreReadBack) {
    for (const ClockSource clock :
         {ClockSource::Cgroup2, ClockSource::Cgroup1, ClockSource::Ptrace, ClockSource::Wait4})
        EXPECT_EQ(parse_clock(clock_name(clock)).value(), clock);
    for (const char* name : {"none", "landlock+seccomp", "seccomp+bwrap",
                             "landlock+seccomp+mounts+pids", "landlock+seccomp+mounts+pids+users"})
        EXPECT_EQ(confinement_name(parse_confinement(name).value()), name);
}

TEST(Setup, UnknownNamesSayWhatThereIs) {
    EXPECT_EQ(parse_clock("sundial").error().message,
              "'sundial' is no clock source; there are cgroup2, cgroup1, ptrace, wait4");
    EXPECT_FALSE(parse_confinement("landlock+moat").has_value());
    EXPECT_FALSE(parse_confinement("").has_value());
    EXPECT_EQ(
        parse_confinement("seccomp+pids").error().message,
        "found 'pids' without 'mounts' in seccomp+pids, expected both: /proc must be its own");
    EXPECT_EQ(parse_confinement("seccomp+mounts+users").error().message,
              "found 'users' without 'pids' in seccomp+mounts+users, expected both");
}

TEST(Machine, SomeClockAlwaysWorksAndTheChoiceWorks) {
    EXPECT_TRUE(this_machine().clocks.back().works) << this_machine().clocks.back().trouble;
    EXPECT_TRUE(try_setup(best_setup()).works) << setup_name(best_setup());
}

TEST(Wire, AnOrderComesBackAsItWasSent) {
    Order order;
    order.job.command = {"a", "", "c d"};
    order.job.directory = "/x";
    order.job.temporary = "/y";
    order.job.readable = {"/z"};
    order.job.limits.memory = 12345;
    order.setup = {ClockSource::Ptrace, {.landlock = true, .seccomp = false, .mounts = true}};
    order.seccomp_filter = std::string("\0\1", 2);
    order.user = 100'007;
    const auto back = decode_order(encode(order));
    ASSERT_TRUE(back.has_value());
    EXPECT_EQ(back->job.command, order.job.command);
    EXPECT_EQ(back->job.readable, order.job.readable);
    EXPECT_EQ(back->job.limits.memory, 12345U);
    EXPECT_EQ(back->setup, order.setup);
    EXPECT_EQ(back->seccomp_filter, order.seccomp_filter);
    EXPECT_EQ(back->user, 100'007U);
}

TEST(Wire, ACutMessageIsRefused) {
    Notice notice;
    notice.account.emplace().out.text = "words";
    const std::string whole = encode(notice);
    EXPECT_TRUE(decode_notice(whole).has_value());
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(decode_notice(whole.substr(0, size)).has_value());
}

}  // namespace
}  // namespace zerosum
