#include "arena/queue/task_job.h"

#include <algorithm>
#include <thread>

#include "core/cpu_clock.h"
#include "core/sha256.h"

namespace zerosum {

namespace {

constexpr Seconds kReachFirst{60};
constexpr Seconds kReachLast{5};
// How often it looks for results: longer and longer while there are none.
constexpr Seconds kSoon{0.02};
constexpr Seconds kLate{0.5};
constexpr Seconds kFreeEvery{1};

}  // namespace

Result<std::unique_ptr<TaskJob>> TaskJob::begin(TaskJobSettings settings, TaskJobWatch watch) {
    Result<TaskQueue> queue = TaskQueue::open_to_ask(settings.place, settings.lease,
                                                     {kReachFirst, watch.on_notice, watch.stop});
    if (!queue) return tl::unexpected(queue.error());
    queue->set_patience({.tell = watch.on_notice, .stop = watch.stop});
    if (const Result<void> begun = queue->begin_job(settings.name, settings.kind); !begun)
        return tl::unexpected(begun.error());
    return std::unique_ptr<TaskJob>(
        new TaskJob(std::move(settings), std::move(watch), std::move(*queue)));
}

TaskJob::~TaskJob() {
    if (ended_) return;
    // A server that went away was waited for long enough: the job's lease ends without it.
    queue_.set_patience({.longest = kReachLast, .stop = watch_.stop});
    (void)queue_.end_job(false);
}

Result<void> TaskJob::add(const std::string& name, const std::string& payload) {
    const std::string id = sha256(settings_.name + "\n" + name + "\n" + payload).substr(0, 32);
    const NewTask task{id, settings_.kind, places_++, payload};
    awaited_[id] = name;
    return queue_.add({&task, 1});
}

Result<void> TaskJob::run(const OnResult& on_result) {
    std::stop_source over;  // ends the worker of this process
    const std::stop_callback forward(watch_.stop, [&] { over.request_stop(); });
    std::unique_ptr<TaskWorker> worker;
    if (settings_.jobs > 0 && awaited() > 0) {
        Result<std::unique_ptr<TaskWorker>> made =
            TaskWorker::make({.place = settings_.place,
                              .jobs = settings_.jobs,
                              .lease = settings_.lease,
                              .kinds = settings_.kinds,
                              .stay = true},
                             {.on_notice = watch_.on_notice, .stop = over.get_token()});
        if (!made) return tl::unexpected(made.error());
        worker = std::move(*made);
    }
    std::stop_source ended;  // the worker has, before it was told to: something failed
    Result<void> worked;
    Result<void> done;
    {
        std::jthread working;  // ends with this block, also when a callback throws
        if (worker)
            working = std::jthread([&](const std::stop_token& awaited) {
                const std::stop_callback enough(awaited, [&] { over.request_stop(); });
                worked = worker->run();
                ended.request_stop();
            });
        done = await(on_result, ended.get_token());
    }
    const bool stopped = watch_.stop.stop_requested();
    if (!worked) return worked;
    if (!done || stopped) return done;
    ended_ = true;
    return queue_.end_job(true);
}

Result<void> TaskJob::await(const OnResult& on_result, const std::stop_token& failed) {
    Seconds renewed = wall_clock();
    Seconds freed{0};
    Seconds pause = kSoon;
    while (!awaited_.empty() && !watch_.stop.stop_requested() && !failed.stop_requested()) {
        const Seconds now = wall_clock();
        Result<void> kept;
        if (now - renewed > settings_.lease / 4) {
            renewed = now;
            kept = queue_.renew_job();
        }
        if (kept && now - freed > kFreeEvery) {
            freed = now;
            kept = queue_.free_lapsed().map([](int) {});
        }
        if (!kept) return kept;
        const Result<bool> some = collect(on_result);
        if (!some) return tl::unexpected(some.error());
        if (*some) {
            pause = kSoon;
            continue;
        }
        std::this_thread::sleep_for(pause);
        pause = std::min(2 * pause, kLate);
    }
    return {};
}

// Whether there was anything.
Result<bool> TaskJob::collect(const OnResult& on_result) {
    const Result<std::vector<TaskResult>> results = queue_.results();
    if (!results) return tl::unexpected(results.error());
    for (const TaskResult& result : *results) {
        const auto found = awaited_.find(result.id);
        if (found != awaited_.end()) {
            const std::string name = found->second;
            awaited_.erase(found);
            if (const Result<void> seen = on_result(name, result.text); !seen)
                return tl::unexpected(seen.error());
        }
        // What is not awaited was asked for once and is known now.
        if (const Result<void> gone = queue_.remove({&result.id, 1}); !gone)
            return tl::unexpected(gone.error());
    }
    return !results->empty();
}

}  // namespace zerosum
