#include "core/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

namespace zerosum {
namespace {

constexpr int kThreads = 4;

TEST(WorkerPool, EveryJobIsTakenOnceAndReportedInOrder) {
    constexpr int jobs = 500;
    WorkerPool pool(jobs);
    std::vector<int> reported;  // without a lock: reports never overlap
    std::atomic<int> made = 0;
    const Result<void> done = pool.run(kThreads, [&]() -> Result<void> {
        ++made;
        while (const std::optional<int> job = pool.take())
            pool.report(*job, [&, job] {
                reported.push_back(*job);
                return true;
            });
        return {};
    });
    EXPECT_TRUE(done);
    EXPECT_EQ(made, kThreads);
    ASSERT_EQ(reported.size(), std::size_t{jobs});
    for (int i = 0; i < jobs; ++i) EXPECT_EQ(reported[static_cast<std::size_t>(i)], i);
}

TEST(WorkerPool, AReportThatReturnsFalseIsTheLastOne) {
    WorkerPool pool(1000);
    int last = -1;
    const Result<void> done = pool.run(kThreads, [&]() -> Result<void> {
        while (const std::optional<int> job = pool.take())
            pool.report(*job, [&, job] { return (last = *job) < 7; });
        return {};
    });
    EXPECT_TRUE(done);
    EXPECT_EQ(last, 7);
    EXPECT_TRUE(pool.token().stop_requested());
    EXPECT_FALSE(pool.take());
}

TEST(WorkerPool, AnErrorEndsItAndIsReturned) {
    WorkerPool pool(1000);
    const Result<void> done = pool.run(kThreads, [&]() -> Result<void> {
        while (const std::optional<int> job = pool.take()) {
            if (*job == 10) return fail("job {} is bad", *job);
        }
        return {};
    });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, "job 10 is bad");
    EXPECT_FALSE(pool.take());
}

TEST(WorkerPool, OfSeveralErrorsTheFirstIsKept) {
    WorkerPool pool;
    pool.fail_with({"first"});
    pool.fail_with({"second"});
    const Result<void> done = pool.run(1, [] { return Result<void>{}; });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, "first");
}

TEST(WorkerPool, ARequestFromOutsideEndsItWithoutAnError) {
    std::stop_source outside;
    WorkerPool pool(1'000'000'000, outside.get_token());
    std::atomic<int> taken = 0;
    const Result<void> done = pool.run(kThreads, [&]() -> Result<void> {
        while (pool.take())
            if (++taken == 100) outside.request_stop();
        return {};
    });
    EXPECT_TRUE(done);
    EXPECT_GE(taken, 100);
    EXPECT_LT(taken, 1'000'000'000);
}

TEST(WorkerPool, WithoutAnythingElseToDoTheCallerIsOneOfTheThreads) {
    WorkerPool pool;
    std::mutex mutex;
    std::set<std::thread::id> threads;
    const auto note = [&] {
        const std::lock_guard lock(mutex);
        threads.insert(std::this_thread::get_id());
        return Result<void>{};
    };
    EXPECT_TRUE(pool.run(1, note));
    EXPECT_EQ(threads, std::set{std::this_thread::get_id()});
}

TEST(WorkerPool, TheCallerLearnsWhenTheLastThreadHasReturned) {
    WorkerPool pool(100);
    std::atomic<int> finished = 0;
    const Result<void> done = pool.run(
        kThreads,
        [&]() -> Result<void> {
            while (pool.take()) std::this_thread::yield();
            ++finished;
            return {};
        },
        [&](const std::stop_token& ended) {
            while (!ended.stop_requested()) std::this_thread::yield();
            EXPECT_EQ(finished, kThreads);
        });
    EXPECT_TRUE(done);
}

}  // namespace
}  // namespace zerosum
