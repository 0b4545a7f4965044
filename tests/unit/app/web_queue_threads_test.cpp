#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/web/work_queue.h"

namespace zerosum::web {
namespace {

using Urgency = WorkQueue::Urgency;

// Holds a thread of the queue until it is let go. The job may outlive the gate.
class Gate {
 public:
    void hold(WorkQueue& queue, const std::string& visitor) {
        ASSERT_TRUE(queue.submit({visitor, visitor}, Urgency::Reply, [doors = doors_] {
            doors->entered.set_value();
            doors->open.get_future().wait();
        }));
        doors_->entered.get_future().wait();
    }
    void open() { doors_->open.set_value(); }

 private:
    struct Doors {
        std::promise<void> entered;
        std::promise<void> open;
    };
    std::shared_ptr<Doors> doors_ = std::make_shared<Doors>();
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

// Holds every thread of a queue of one thread, the one for first replies too.
class Closed {
 public:
    explicit Closed(WorkQueue& queue) {
        first_.hold(queue, "gate 1");
        second_.hold(queue, "gate 2");
    }
    void open() {
        first_.open();
        second_.open();
    }
    void open_one() { first_.open(); }
    void open_other() { second_.open(); }

 private:
    Gate first_;
    Gate second_;
};

TEST(WorkQueue, ServesVisitorsInTurnHoweverMuchOneAsks) {
    Log log;
    WorkQueue queue(1);
    Closed closed(queue);
    for (const char* game : {"a1", "a2", "a3"})
        ASSERT_TRUE(queue.submit({"a", game}, Urgency::Reply, log.job("a")));
    ASSERT_TRUE(queue.submit({"b", "b1"}, Urgency::Reply, log.job("b")));
    ASSERT_TRUE(queue.submit({"c", "c1"}, Urgency::Reply, log.job("c")));
    EXPECT_EQ(queue.load().waiting, 5U);
    closed.open_one();  // one thread serves them all: the other still holds a job
    EXPECT_EQ(log.all(5), "abcaa");
    closed.open_other();
}

TEST(WorkQueue, ServesTheGamesOfAVisitorInTurn) {
    Log log;
    WorkQueue queue(1);
    Closed closed(queue);
    for (const char* name : {"1", "1", "1", "2", "3"})
        ASSERT_TRUE(queue.submit({"a", name}, Urgency::Reply, log.job(name)));
    closed.open_one();
    EXPECT_EQ(log.all(5), "12311");
    closed.open_other();
}

TEST(WorkQueue, RepliesComeBeforeLooksAndLooksBeforeBackgroundWork) {
    Log log;
    WorkQueue queue(1);
    Closed closed(queue);
    ASSERT_TRUE(queue.submit({"x", "x"}, Urgency::Background, log.job("x")));
    ASSERT_TRUE(queue.submit({"l", "l"}, Urgency::Look, log.job("l")));
    ASSERT_TRUE(queue.submit({"m", "m"}, Urgency::Reply, log.job("m")));
    closed.open();
    EXPECT_EQ(log.all(3), "mlx");
}

TEST(WorkQueue, BackgroundWorkLeavesAThreadFree) {
    std::promise<void> let_go;
    std::shared_future<void> waiting = let_go.get_future().share();
    std::promise<void> looked;
    {
        WorkQueue queue(2);
        for (const char* name : {"x", "y", "z"})
            ASSERT_TRUE(
                queue.submit({name, name}, Urgency::Background, [waiting] { waiting.wait(); }));
        ASSERT_TRUE(queue.submit({"m", "m"}, Urgency::Look, [&] { looked.set_value(); }));
        looked.get_future().wait();  // would never come if background work held both threads
        let_go.set_value();
    }
}

// One visitor's long jobs hold every thread that was asked for.
TEST(WorkQueue, AFirstReplyDoesNotWaitForTheLongJobsOfOthers) {
    std::promise<void> let_go;
    std::shared_future<void> waiting = let_go.get_future().share();
    std::promise<void> replied;
    {
        WorkQueue queue(2);
        for (const char* game : {"1", "2", "3", "4"})
            ASSERT_TRUE(queue.submit({"bad", game}, Urgency::Reply, [waiting] { waiting.wait(); }));
        while (queue.load().running != 2) std::this_thread::yield();
        ASSERT_TRUE(queue.submit({"good", "5"}, Urgency::Reply, [&] { replied.set_value(); }));
        replied.get_future().wait();
        while (queue.load().running != 2) std::this_thread::yield();
        EXPECT_EQ(queue.load().waiting, 2U) << "the last thread is not for a second reply";
        let_go.set_value();
    }
}

TEST(WorkQueue, WhoHasSpentItsBudgetGoesAfterAllWhoHaveNot) {
    Log log;
    WorkQueue queue(1, {.saved = Seconds{1e-9}, .per_second = 0});
    ASSERT_TRUE(queue.submit({"spender", "1"}, Urgency::Reply, log.job("s")));
    log.all(1);
    while (queue.load().running > 0) std::this_thread::yield();  // then it is charged
    Closed closed(queue);
    ASSERT_TRUE(queue.submit({"spender", "1"}, Urgency::Reply, log.job("s")));
    ASSERT_TRUE(queue.submit({"other", "2"}, Urgency::Background, log.job("b")));
    ASSERT_TRUE(queue.submit({"third", "3"}, Urgency::Reply, log.job("r")));
    closed.open();
    EXPECT_EQ(log.all(4), "srbs");
}

TEST(WorkQueue, ABudgetRefills) {
    Log log;
    WorkQueue queue(1, {.saved = Seconds{1e-9}, .per_second = 1e9});
    ASSERT_TRUE(queue.submit({"spender", "1"}, Urgency::Reply, log.job("s")));
    log.all(1);
    while (queue.load().running > 0) std::this_thread::yield();
    Closed closed(queue);
    ASSERT_TRUE(queue.submit({"spender", "1"}, Urgency::Reply, log.job("s")));
    ASSERT_TRUE(queue.submit({"other", "2"}, Urgency::Reply, log.job("o")));
    closed.open_one();
    EXPECT_EQ(log.all(3), "sso");
    closed.open_other();
}

TEST(WorkQueue, RunsOneJobOfACustomerAtATime) {
    std::atomic<int> inside = 0;
    std::atomic<int> most = 0;
    std::atomic<int> done = 0;
    WorkQueue queue(4);
    for (int i = 0; i < 8; ++i)
        ASSERT_TRUE(queue.submit({"a", "game"}, Urgency::Reply, [&] {
            most = std::max(most.load(), ++inside);
            std::this_thread::yield();
            --inside;
            done.fetch_add(1);
            done.notify_all();
        }));
    for (int now = done.load(); now < 8; now = done.load()) done.wait(now);
    EXPECT_EQ(most, 1);
}

TEST(WorkQueue, RefusesWhenACustomerAVisitorOrAllAskForTooMuch) {
    WorkQueue queue(0);
    const auto fill = [&](std::size_t count, const std::string& visitor, auto customer) {
        for (std::size_t i = 0; i < count; ++i)
            ASSERT_TRUE(queue.submit({visitor, customer(i)}, Urgency::Reply, [] {}));
    };
    const auto one = [](std::size_t) { return std::string("one"); };
    const auto each = [](std::size_t i) { return std::to_string(i); };
    fill(WorkQueue::max_waiting_of_customer, "a", one);
    EXPECT_FALSE(queue.submit({"a", "one"}, Urgency::Reply, [] {}));
    fill(WorkQueue::max_waiting_of_visitor - WorkQueue::max_waiting_of_customer, "a", each);
    EXPECT_FALSE(queue.submit({"a", "another"}, Urgency::Reply, [] {}));
    for (std::size_t visitor = 1;
         visitor < WorkQueue::max_waiting / WorkQueue::max_waiting_of_visitor; ++visitor)
        fill(WorkQueue::max_waiting_of_visitor, std::to_string(visitor), each);
    EXPECT_FALSE(queue.submit({"b", "one more"}, Urgency::Reply, [] {}));
}

TEST(WorkQueue, StoppingDropsWhatWaits) {
    Log log;
    WorkQueue queue(1);
    Closed closed(queue);
    ASSERT_TRUE(queue.submit({"a", "a"}, Urgency::Reply, log.job("a")));
    std::thread stopper([&] { queue.stop(); });
    for (int i = 0; queue.submit({"b", std::to_string(i)}, Urgency::Background, [] {}); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    closed.open();
    stopper.join();
    EXPECT_EQ(log.all(0), "");
}

}  // namespace
}  // namespace zerosum::web
