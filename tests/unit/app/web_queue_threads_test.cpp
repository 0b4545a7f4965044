#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <string>
#include <thread>

#include "app/web/work_queue.h"

namespace zerosum::web {
namespace {

using Urgency = WorkQueue::Urgency;

// Holds the queue's one thread until it is let go.
class Gate {
 public:
    void hold(WorkQueue& queue) {
        ASSERT_TRUE(queue.submit("gate", Urgency::Move, [this] {
            entered_.set_value();
            open_.get_future().wait();
        }));
        entered_.get_future().wait();
    }
    void open() { open_.set_value(); }

 private:
    std::promise<void> entered_;
    std::promise<void> open_;
};

// What ran, in order; `all` waits for a number of jobs.
class Log {
 public:
    WorkQueue::Job job(std::string name) {
        return [this, name = std::move(name)] {
            const std::lock_guard lock(mutex_);
            order_ += name;
            changed_.notify_all();
        };
    }
    std::string all(std::size_t letters) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return order_.size() >= letters; });
        return order_;
    }

 private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::string order_;
};

TEST(WorkQueue, ServesCustomersInTurnHoweverMuchOneAsks) {
    Log log;
    Gate gate;
    WorkQueue queue(1);
    gate.hold(queue);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(queue.submit("a", Urgency::Move, log.job("a")));
    ASSERT_TRUE(queue.submit("b", Urgency::Move, log.job("b")));
    ASSERT_TRUE(queue.submit("c", Urgency::Move, log.job("c")));
    EXPECT_EQ(queue.load().waiting, 5U);
    gate.open();
    EXPECT_EQ(log.all(5), "abcaa");
}

TEST(WorkQueue, MovesComeBeforeBackgroundWork) {
    Log log;
    Gate gate;
    WorkQueue queue(1);
    gate.hold(queue);
    ASSERT_TRUE(queue.submit("x", Urgency::Background, log.job("x")));
    ASSERT_TRUE(queue.submit("m", Urgency::Move, log.job("m")));
    gate.open();
    EXPECT_EQ(log.all(2), "mx");
}

TEST(WorkQueue, BackgroundWorkLeavesAThreadForMoves) {
    std::promise<void> let_go;
    std::shared_future<void> waiting = let_go.get_future().share();
    std::promise<void> moved;
    {
        WorkQueue queue(2);
        for (const char* name : {"x", "y", "z"})
            ASSERT_TRUE(queue.submit(name, Urgency::Background, [waiting] { waiting.wait(); }));
        ASSERT_TRUE(queue.submit("m", Urgency::Move, [&] { moved.set_value(); }));
        moved.get_future().wait();  // would never come if background work held both threads
        let_go.set_value();
    }
}

TEST(WorkQueue, RunsOneJobOfACustomerAtATime) {
    std::atomic<int> inside = 0;
    std::atomic<int> most = 0;
    std::atomic<int> done = 0;
    WorkQueue queue(4);
    for (int i = 0; i < 8; ++i)
        ASSERT_TRUE(queue.submit("a", Urgency::Move, [&] {
            most = std::max(most.load(), ++inside);
            std::this_thread::yield();
            --inside;
            done.fetch_add(1);
            done.notify_all();
        }));
    for (int now = done.load(); now < 8; now = done.load()) done.wait(now);
    EXPECT_EQ(most, 1);
}

TEST(WorkQueue, RefusesWhenOneCustomerOrAllAskForTooMuch) {
    WorkQueue queue(0);
    for (std::size_t i = 0; i < WorkQueue::max_waiting_of_one; ++i)
        ASSERT_TRUE(queue.submit("a", Urgency::Move, [] {}));
    EXPECT_FALSE(queue.submit("a", Urgency::Move, [] {}));
    for (std::size_t i = WorkQueue::max_waiting_of_one; i < WorkQueue::max_waiting; ++i)
        ASSERT_TRUE(queue.submit(std::to_string(i), Urgency::Move, [] {}));
    EXPECT_FALSE(queue.submit("one more", Urgency::Move, [] {}));
}

TEST(WorkQueue, StoppingDropsWhatWaits) {
    Log log;
    Gate gate;
    WorkQueue queue(1);
    gate.hold(queue);
    ASSERT_TRUE(queue.submit("a", Urgency::Move, log.job("a")));
    std::thread stopper([&] { queue.stop(); });
    for (int i = 0; queue.submit(std::to_string(i), Urgency::Background, [] {}); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    gate.open();
    stopper.join();
    EXPECT_EQ(log.all(0), "");
}

}  // namespace
}  // namespace zerosum::web
