#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <thread>
#include <vector>

#include "sandbox/machine.h"
#include "sandbox/run.h"
#include "sandbox/workspace.h"

namespace zerosum {
namespace {

TEST(RunThreads, ManyThreadsMayRunProgramsAtOnce) {
    constexpr std::size_t count = 6;
    std::vector<Workspace> spaces;
    for (std::size_t i = 0; i < count; ++i) spaces.push_back(*Workspace::make());
    for (const Offer& offer : this_machine().clocks) {
        if (!offer.works) continue;
        SCOPED_TRACE(setup_name(offer.setup));
        std::vector<Account> accounts(count);
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < count; ++i)
            threads.emplace_back([&, i] {
                Job job;
                job.command = {"/bin/sh", "-c", fmt::format("sleep 0.02; exit {}", i)};
                job.directory = spaces[i].home();
                job.temporary = spaces[i].tmp();
                accounts[i] = run(job, offer.setup);
            });
        for (std::thread& thread : threads) thread.join();
        for (std::size_t i = 0; i < count; ++i)
            EXPECT_EQ(accounts[i].exit_code, static_cast<int>(i)) << describe_ending(accounts[i]);
    }
}

// Without a limit on its time: only the stop ends it, whenever that comes.
TEST(RunThreads, AStopEndsAProgramAtOnce) {
    const Workspace space = *Workspace::make();
    Job job;
    job.command = {"/bin/sh", "-c", "sleep 1000"};
    job.directory = space.home();
    job.temporary = space.tmp();
    for (const auto delay : {0, 1, 10, 100}) {
        std::stop_source source;
        const std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(delay));
            source.request_stop();
        });
        const Account account = run(job, best_setup(), source.get_token());
        EXPECT_EQ(account.ending, Ending::Stopped) << describe_ending(account);
        EXPECT_EQ(account.limit, Limit::None);
    }
}

}  // namespace
}  // namespace zerosum
