#include "arena/queue/task_queue.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <fstream>
#include <latch>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include "arena/queue/json_bytes.h"
#include "arena/queue/task_job.h"
#include "arena/tournament/ledger.h"
#include "support/postgres.h"

namespace zerosum {
namespace {

// On either engine.
class TaskQueueTest : public testing::Test, public testing::WithParamInterface<const char*> {
 protected:
    TaskQueueTest() {
        std::string name = testing::TempDir() + "queueXXXXXX";
        folder_ = ::mkdtemp(name.data());
        place_ = GetParam() == std::string_view("Postgres")
                     ? std::filesystem::path(tests::PostgresServer::get().new_place())
                     : folder_ / "t.queue";
    }
    ~TaskQueueTest() override {
        std::error_code unused;
        std::filesystem::remove_all(folder_, unused);
    }

    // A queue whose job has tasks "a", "b" of the kind "echo".
    [[nodiscard]] TaskQueue ask(Seconds lease = kLease) const {
        Result<TaskQueue> queue = TaskQueue::open_to_ask(place_, lease);
        EXPECT_TRUE(queue) << queue.error().message;
        EXPECT_TRUE(queue->begin_job("job", "echo"));
        EXPECT_TRUE(queue->add(
            std::vector<NewTask>{{"b", "echo", 2, "second"}, {"a", "echo", 1, "first"}}));
        return std::move(*queue);
    }
    [[nodiscard]] TaskQueue serve(Seconds lease = kLease) const {
        Result<TaskQueue> queue = TaskQueue::open_to_serve(place_, lease);
        EXPECT_TRUE(queue) << queue.error().message;
        return std::move(*queue);
    }

    const std::vector<std::string> kinds_ = {"echo", "other"};
    std::filesystem::path folder_;
    std::filesystem::path place_;
};

INSTANTIATE_TEST_SUITE_P(Engines, TaskQueueTest, testing::Values("Sqlite", "Postgres"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST_P(TaskQueueTest, ATaskIsTakenOnceInItsOrderAndItsResultComesBack) {
    TaskQueue asks = ask();
    const TaskQueue one = serve();
    const TaskQueue two = serve();
    const std::optional<Task> first = *one.take(kinds_);
    const std::optional<Task> second = *two.take(kinds_);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->id, "a");
    EXPECT_EQ(first->payload, "first");
    EXPECT_EQ(second->id, "b");
    EXPECT_FALSE(*one.take(kinds_)) << "nothing is left";
    EXPECT_FALSE(*one.idle(kinds_)) << "two are being done";
    EXPECT_TRUE(*one.finish(*first, "done"));
    EXPECT_TRUE(*one.finish(*first, "done")) << "the same again";
    EXPECT_FALSE(*two.finish(*first, "mine")) << "not its owner";
    const std::vector<TaskResult> results = *asks.results();
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results[0].id, "a");
    EXPECT_EQ(results[0].text, "done");
    ASSERT_TRUE(asks.remove(std::vector<std::string>{"a"}));
    EXPECT_TRUE(asks.results()->empty());
}

TEST_P(TaskQueueTest, KindsThatAWorkerDoesNotKnowAreLeftToOthers) {
    const TaskQueue asks = ask();
    EXPECT_FALSE(*serve().take(std::vector<std::string>{"other"}));
    EXPECT_TRUE(*serve().take(std::vector<std::string>{"echo"}));
}

TEST_P(TaskQueueTest, ATaskWhoseLeaseRanOutIsDoneAgainAndTheLateResultIsNotKept) {
    const TaskQueue asks = ask();
    const TaskQueue lost = serve(Seconds{-2});  // has run out when it begins
    const Task late = **lost.take(kinds_);
    EXPECT_EQ(*asks.free_lapsed(), 1);
    const TaskQueue other = serve();
    const Task again = **other.take(kinds_);
    EXPECT_EQ(again.id, late.id);
    EXPECT_EQ(again.attempt, 2);
    EXPECT_FALSE(*lost.finish(late, "late"));
    EXPECT_TRUE(*other.finish(again, "in time"));
    EXPECT_EQ(asks.results()->at(0).text, "in time");
}

TEST_P(TaskQueueTest, WhatIsGivenBackIsOpenAgain) {
    const TaskQueue asks = ask();
    const TaskQueue worker = serve();
    const Task task = **worker.take(kinds_);
    ASSERT_TRUE(worker.give_back(task));
    EXPECT_EQ((*worker.take(kinds_))->id, task.id);
}

TEST_P(TaskQueueTest, AJobHasOneProcessAndWorkersWaitForIt) {
    TaskQueue asks = ask();
    Result<TaskQueue> second = TaskQueue::open_to_ask(place_);
    const Result<void> refused = second->begin_job("job", "echo");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("waits for the same work"), std::string::npos)
        << refused.error().message;
    EXPECT_TRUE(second->begin_job("another", "echo"));
    EXPECT_TRUE(second->end_job(true));
    const TaskQueue worker = serve();
    const Task done = **worker.take(kinds_);
    ASSERT_TRUE(*worker.finish(done, "kept"));
    ASSERT_TRUE(asks.end_job(false));
    EXPECT_TRUE(*worker.idle(kinds_)) << "what was open is withdrawn";
    TaskQueue again = ask();
    EXPECT_EQ(again.results()->size(), 1U) << "what was done waits for the next time";
    EXPECT_FALSE(*worker.idle(kinds_));
}

TEST_P(TaskQueueTest, ContentsAreKeptByTheirHash) {
    const TaskQueue asks = ask();
    const std::string bytes("a\0b\xff", 4);
    const Result<std::string> hash = asks.keep_blob(bytes);
    ASSERT_TRUE(hash) << hash.error().message;
    EXPECT_EQ(*asks.keep_blob(bytes), *hash);
    EXPECT_EQ(serve().blob(*hash)->bytes, bytes);
    EXPECT_FALSE(serve().blob("0000"));
}

TEST_P(TaskQueueTest, APlaceMayHoldATournamentAsWell) {
    const TaskQueue asks = ask();
    EXPECT_FALSE(*Ledger::is_at(place_));
    const Result<Ledger> none = Ledger::open_to_work(place_);
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("expected a tournament"), std::string::npos);
    EXPECT_FALSE(Ledger::open_to_read(place_));
    Result<Ledger> ledger = Ledger::open_to_play(place_, {{"game", "fruit"}});
    ASSERT_TRUE(ledger) << ledger.error().message;
    EXPECT_TRUE(*Ledger::is_at(place_));
    EXPECT_EQ(*ledger->open_games(), 0) << "other tasks are no games";
    EXPECT_FALSE(*ledger->take_game(std::nullopt));
    ASSERT_TRUE(ledger->withdraw_games());
    EXPECT_TRUE(*serve().take(kinds_)) << "and are not withdrawn with them";
    EXPECT_TRUE(Ledger::open_to_play(place_, {{"game", "raid"}}).error().message.size() > 0);
}

// As a grade and a study that are begun together.
TEST_P(TaskQueueTest, SeveralMayMakeItAtOnce) {
    constexpr int many = 8;
    std::latch together(many);
    std::vector<std::jthread> threads;
    for (int i = 0; i < many; ++i)
        threads.emplace_back([&, i] {
            together.arrive_and_wait();
            const Result<TaskQueue> queue = TaskQueue::open_to_ask(place_);
            EXPECT_TRUE(queue) << queue.error().message;
            if (i > 0) return;
            const Result<Ledger> ledger = Ledger::open_to_play(place_, {{"game", "fruit"}});
            EXPECT_TRUE(ledger) << ledger.error().message;
        });
}

TEST_P(TaskQueueTest, OtherFilesAreLeftAsTheyAre) {
    EXPECT_FALSE(TaskQueue::open_to_serve(place_)) << "nothing is there";
    if (sql::is_server(place_)) return;
    const std::filesystem::path other = folder_ / "other.db";
    ASSERT_TRUE(sqlite::Database::open(other, sqlite::Access::ReadWrite)
                    ->execute("CREATE TABLE t (x INTEGER)"));
    EXPECT_FALSE(TaskQueue::open_to_ask(other));
    std::ofstream(folder_ / "text") << "no database at all, but some text that is long enough\n";
    EXPECT_FALSE(TaskQueue::open_to_ask(folder_ / "text"));
}

TEST_P(TaskQueueTest, AJobHandsOverEveryResultOnceNoMatterWhoDidIt) {
    std::atomic<int> calls = 0;
    const TaskKinds kinds = {
        {"echo", [&](const std::string& payload, const TaskHelp&) -> Result<std::string> {
             ++calls;
             return payload + "!";
         }}};
    const Result<std::unique_ptr<TaskJob>> job = TaskJob::begin(
        {.place = place_, .name = "echoes", .kind = "echo", .jobs = 2, .kinds = kinds}, {});
    ASSERT_TRUE(job) << job.error().message;
    for (int i = 0; i < 20; ++i) ASSERT_TRUE((*job)->add(std::to_string(i), fmt::format("p{}", i)));
    Result<std::unique_ptr<TaskWorker>> helper =
        TaskWorker::make({.place = place_, .jobs = 2, .kinds = kinds}, {});
    ASSERT_TRUE(helper) << helper.error().message;
    Result<void> helped;
    std::thread other([&] { helped = (*helper)->run(); });
    std::map<std::string, std::string> seen;
    const Result<void> done = (*job)->run([&](const std::string& name, const std::string& text) {
        EXPECT_TRUE(seen.emplace(name, text).second) << name << " twice";
        if (name == "7") return (*job)->add("more", "later");
        return Result<void>();
    });
    other.join();
    EXPECT_TRUE(done) << done.error().message;
    EXPECT_TRUE(helped) << helped.error().message;
    EXPECT_EQ(seen.size(), 21U);
    EXPECT_EQ(seen["3"], "p3!");
    EXPECT_EQ(seen["more"], "later!");
    EXPECT_EQ(calls, 21);
}

TEST_P(TaskQueueTest, AWorkerThatCannotDoATaskGivesItBackAndSaysWhy) {
    const TaskQueue asks = ask();
    const TaskKinds kinds = {{"echo", [](const std::string&, const TaskHelp&) {
                                  return Result<std::string>(fail("no such program here"));
                              }}};
    Result<std::unique_ptr<TaskWorker>> worker =
        TaskWorker::make({.place = place_, .kinds = kinds}, {});
    const Result<void> done = (*worker)->run();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, "no such program here");
    EXPECT_EQ((*serve().take(kinds_))->attempt, 2) << "open again";
}

// So that it does not end worker after worker.
TEST_P(TaskQueueTest, AnErrorThatComesAgainAndAgainIsTheTasksResult) {
    const TaskQueue asks = ask();
    const TaskKinds kinds = {
        {"echo", [](const std::string& payload, const TaskHelp&) -> Result<std::string> {
             if (payload == "first") return fail("cannot be unpacked");
             return payload;
         }}};
    std::vector<std::string> notices;
    for (int attempt = 1; attempt <= kMostAttempts; ++attempt) {
        Result<std::unique_ptr<TaskWorker>> worker =
            TaskWorker::make({.place = place_, .kinds = kinds},
                             {.on_notice = [&](const std::string& s) { notices.push_back(s); }});
        ASSERT_TRUE(worker) << worker.error().message;
        if (attempt < kMostAttempts) {
            ASSERT_FALSE((*worker)->run()) << "attempt " << attempt;
            continue;
        }
        for (const bool open : {true, true, false}) {
            const Result<bool> served = (*worker)->serve_one({});
            ASSERT_TRUE(served) << served.error().message;
            EXPECT_EQ(*served, open);
        }
    }
    const Result<std::vector<TaskResult>> results = asks.results();
    ASSERT_EQ(results->size(), 2U);
    EXPECT_NE(results->at(0).text.find("cannot be unpacked"), std::string::npos);
    EXPECT_NE(results->at(0).text.find("\"error\""), std::string::npos) << results->at(0).text;
    EXPECT_EQ(results->at(1).text, "second") << "the other task is done";
    ASSERT_EQ(notices.size(), 1U);
    EXPECT_NE(notices[0].find("given up after 3 attempts"), std::string::npos) << notices[0];
}

// Who asked has died, and so has a worker.
TEST_P(TaskQueueTest, ATaskOfADeadWorkerIsDoneThoughNobodyWaitsForIt) {
    {
        const TaskQueue asks = ask(Seconds{-2});  // its leases have run out when they begin
        const TaskQueue dead = serve(Seconds{-2});
        ASSERT_TRUE(*dead.take(kinds_));
    }
    const TaskKinds kinds = {{"echo", [](const std::string& payload, const TaskHelp&) {
                                  return Result<std::string>(payload);
                              }}};
    std::stop_source over;
    const std::jthread enough([&](const std::stop_token& ended) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any never;
        (void)never.wait_for(lock, ended, Seconds{60}, [] { return false; });
        over.request_stop();
    });
    Result<std::unique_ptr<TaskWorker>> worker =
        TaskWorker::make({.place = place_, .kinds = kinds}, {.stop = over.get_token()});
    ASSERT_TRUE(worker) << worker.error().message;
    EXPECT_TRUE((*worker)->run());
    EXPECT_EQ((*worker)->counts().kept, 2U);
}

// Who prints what was done may wait for somebody to read it.
TEST_P(TaskQueueTest, LeasesAreRenewedWhileAResultIsReported) {
    const TaskQueue asks = ask();
    const auto lease = [&] {
        const Result<sql::Database> database =
            sql::is_server(place_) ? sql::open_server(place_, false)
                                   : sql::open_file(place_, sqlite::Access::ReadWrite);
        return *database->integer("SELECT coalesce(max(lease), 0) FROM task WHERE id = 'b'");
    };
    std::atomic<bool> began = false;
    std::atomic<bool> reported = false;
    const auto await = [](const auto& condition) {  // whether it came
        for (int tries = 0; tries < 1200 && !condition(); ++tries)
            std::this_thread::sleep_for(Seconds{0.05});
        return condition();
    };
    const TaskKinds kinds = {
        {"echo", [&](const std::string& payload, const TaskHelp&) -> Result<std::string> {
             if (payload == "first") (void)await([&] { return began.load(); });
             if (payload == "second") {
                 began = true;
                 (void)await([&] { return reported.load(); });
             }
             return payload;
         }}};
    std::stop_source over;
    TaskWorkerWatch watch;
    watch.stop = over.get_token();
    watch.on_task = [&](const Task& task) {
        if (task.id == "b") over.request_stop();
        if (task.id != "a") return;
        const std::int64_t taken = lease();
        EXPECT_TRUE(await([&] { return lease() > taken; }));
        reported = true;
    };
    Result<std::unique_ptr<TaskWorker>> worker = TaskWorker::make(
        {.place = place_, .jobs = 2, .lease = Seconds{6}, .kinds = kinds, .stay = true}, watch);
    ASSERT_TRUE(worker) << worker.error().message;
    EXPECT_TRUE((*worker)->run());
    EXPECT_EQ((*worker)->counts().kept, 2U);
}

TEST_P(TaskQueueTest, ATaskThatFailsDoesNotEndTheJobThatAsked) {
    const TaskKinds kinds = {
        {"echo", [](const std::string& payload, const TaskHelp&) -> Result<std::string> {
             if (payload == "bad") return fail("cannot be unpacked");
             return payload;
         }}};
    const Result<std::unique_ptr<TaskJob>> job =
        TaskJob::begin({.place = place_, .name = "echoes", .kind = "echo", .kinds = kinds}, {});
    ASSERT_TRUE(job) << job.error().message;
    ASSERT_TRUE((*job)->add("1", "bad"));
    ASSERT_TRUE((*job)->add("2", "good"));
    std::map<std::string, std::string> seen;
    const Result<void> done = (*job)->run([&](const std::string& name, const std::string& text) {
        seen[name] = text;
        return Result<void>();
    });
    EXPECT_TRUE(done) << done.error().message;
    EXPECT_NE(seen["1"].find("cannot be unpacked"), std::string::npos) << seen["1"];
    EXPECT_EQ(seen["2"], "good");
}

TEST_P(TaskQueueTest, AnExceptionOfWhoAskedEndsItsWorker) {
    const TaskKinds kinds = {{"echo", [](const std::string& payload, const TaskHelp&) {
                                  return Result<std::string>(payload);
                              }}};
    const Result<std::unique_ptr<TaskJob>> job =
        TaskJob::begin({.place = place_, .name = "echoes", .kind = "echo", .kinds = kinds}, {});
    ASSERT_TRUE(job) << job.error().message;
    ASSERT_TRUE((*job)->add("1", "x"));
    const auto throws = [](const std::string&, const std::string&) -> Result<void> {
        throw std::runtime_error("no memory");
    };
    EXPECT_THROW((void)(*job)->run(throws), std::runtime_error);
}

TEST(JsonBytes, AnyBytesTravel) {
    for (const std::string& text : {std::string("plain"), std::string("caf\xc3\xa9"),
                                    std::string("\xff\xfe"), std::string("a\0b", 3)})
        EXPECT_EQ(bytes_of(nlohmann::json::parse(json_bytes(text).dump())), text);
    EXPECT_TRUE(json_bytes("plain").is_string());
}

}  // namespace
}  // namespace zerosum
