#include "sandbox/session.h"

#include <gtest/gtest.h>

#include <stop_token>
#include <thread>

#include "sandbox/machine.h"
#include "sandbox/workspace.h"

namespace zerosum {
namespace {

constexpr Seconds kPlenty{60};

class SessionTest : public testing::Test {
 protected:
    Session start(const std::string& script) const {
        Job job;
        job.command = {"/bin/sh", "-c", script};
        job.directory = space_.home();
        job.temporary = space_.tmp();
        return *Session::start(job, best_setup());
    }
    Workspace space_ = *Workspace::make();
};

TEST_F(SessionTest, LinesGoInAndComeOut) {
    Session session = start("while read -r line; do echo \"heard $line\"; done");
    ASSERT_TRUE(session.write_line("one\ntwo", kPlenty).has_value());
    EXPECT_EQ(session.read_line(kPlenty).value(), "heard one");
    EXPECT_EQ(session.read_line(kPlenty).value(), "heard two");
    EXPECT_EQ(session.read_line(Seconds{0}).error(), Silence::Late);
    EXPECT_EQ(session.stop().ending, Ending::Stopped);
}

// Its streams are closed an instant before it is dead: the account must not depend on how soon
// it is asked for.
TEST_F(SessionTest, AProgramThatEndedByItselfIsNeverSaidToHaveBeenStopped) {
    for (int round = 0; round < 20; ++round) {
        Session session = start("read -r line; echo last words >&2; exit 7");
        ASSERT_TRUE(session.write_line("die", kPlenty).has_value());
        EXPECT_EQ(session.read_line(kPlenty).error(), Silence::Ended);
        const Account account = session.finish(kPlenty);
        EXPECT_EQ(account.ending, Ending::Exited);
        EXPECT_EQ(account.exit_code, 7);
        EXPECT_EQ(account.err.text, "last words\n");
    }
}

TEST_F(SessionTest, SpeakingToTheDeadFailsAndTheAccountIsWhole) {
    Session session = start("exit 7");
    EXPECT_EQ(session.read_line(kPlenty).error(), Silence::Ended);
    // Its input is closed a little later than its output, so that some words may still be taken.
    for (int tries = 0; tries < 10'000 && session.write_line("hello", kPlenty); ++tries) {
    }
    EXPECT_EQ(session.finish(kPlenty).exit_code, 7);
}

TEST_F(SessionTest, AProgramThatClosedItsOutputAndLivesOnIsStopped) {
    Session session = start("exec >&-; sleep 1000");
    EXPECT_EQ(session.read_line(kPlenty).error(), Silence::Ended);
    const Account account = session.finish(Seconds{0.05});
    EXPECT_EQ(account.ending, Ending::Stopped);
    EXPECT_EQ(account.limit, Limit::None);
}

TEST_F(SessionTest, AStopEndsAWaitAtOnce) {
    Session session = start("sleep 1000");
    std::stop_source source;
    const std::jthread stopper([&] { source.request_stop(); });
    EXPECT_EQ(session.read_line(kPlenty, source.get_token()).error(), Silence::Stopped);
    // More than a socket holds, and it is not read.
    const std::string line(std::size_t{16} << 20U, 'x');
    EXPECT_EQ(session.write_line(line, kPlenty, source.get_token()).error(), Silence::Stopped);
    EXPECT_EQ(session.read_line(Seconds{0}).error(), Silence::Late);
    EXPECT_EQ(session.stop().ending, Ending::Stopped);
}

}  // namespace
}  // namespace zerosum
