#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "app/web/ledger_view.h"
#include "sandbox/workspace.h"

namespace zerosum::web {
namespace {

// The next tick tries again, though the file is as it was.
TEST(LedgerView, AChangeIsReadAlsoWhenTheQueueWasFullAtFirst) {
    const Workspace space = std::move(*Workspace::make());
    const std::string file = space.home() / "class.ledger";
    std::ofstream(file) << std::string(4096, 'x');
    WorkQueue queue(1);
    LedgerView view({file}, queue);
    std::atomic<int> events = 0;
    const Asked<Stream> stream = view.watch("0");
    ASSERT_TRUE(stream);
    const SubscriptionPtr watching = (*stream)([&](const Event&) { ++events; });
    // Whether it came; two minutes, in which any machine has had its turn.
    const auto await = [](const auto& condition) {
        for (int tries = 0; tries < 6000 && !condition(); ++tries)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return condition();
    };
    const auto tick_until = [&](int wanted) {
        return await([&] {
            view.tick();
            return events >= wanted;
        });
    };
    ASSERT_TRUE(tick_until(1)) << "it is no database";
    ASSERT_TRUE(await([&] { return queue.load().running == 0; }));
    std::this_thread::sleep_for(std::chrono::seconds(1));  // it may be read again

    std::atomic<bool> full = true;
    for (std::size_t i = 0; i <= WorkQueue::max_waiting_of_customer; ++i) {
        const auto wait = [&] { (void)await([&] { return !full; }); };
        (void)queue.submit({"", "ledger " + file}, WorkQueue::Urgency::Reply, wait);
        ASSERT_TRUE(await([&] { return queue.load().running == 1; }));
    }
    ASSERT_EQ(queue.load().waiting, WorkQueue::max_waiting_of_customer);
    std::ofstream(file).close();  // an empty one, which is another error
    view.tick();
    ASSERT_EQ(queue.load().waiting, WorkQueue::max_waiting_of_customer) << "refused";
    full = false;
    EXPECT_TRUE(tick_until(2));
    queue.stop();
}

}  // namespace
}  // namespace zerosum::web
