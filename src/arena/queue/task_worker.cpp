#include "arena/queue/task_worker.h"

#include <algorithm>
#include <thread>

#include "arena/queue/carried_agent.h"
#include "arena/queue/json_bytes.h"
#include "core/cpu_clock.h"

namespace zerosum {

namespace {

// A worker may be started while its server restarts.
constexpr Seconds kReachQueueFor{60};
// A thread without a task looks again after the first, then twice as long, up to the last.
constexpr Seconds kFirstLook{0.02};
constexpr Seconds kLastLook{1};
// How often a worker without a task frees those of workers that died: the command that asked for
// them, and would do it, may have died as well.
constexpr Seconds kFreeLostEvery{5};

}  // namespace

Result<std::unique_ptr<TaskWorker>> TaskWorker::make(TaskWorkerSettings settings,
                                                     TaskWorkerWatch watch) {
    Result<TaskQueue> queue = TaskQueue::open_to_serve(
        settings.place, settings.lease, {kReachQueueFor, watch.on_notice, watch.stop});
    if (!queue) return tl::unexpected(queue.error());
    return std::unique_ptr<TaskWorker>(
        new TaskWorker(std::move(settings), std::move(watch), std::move(*queue)));
}

TaskWorker::TaskWorker(TaskWorkerSettings settings, TaskWorkerWatch watch, TaskQueue queue)
    : settings_(std::move(settings)),
      watch_(std::move(watch)),
      pool_(0, watch_.stop),
      queue_(std::move(queue)) {
    for (const auto& [kind, unused] : settings_.kinds) kinds_.push_back(kind);
    queue_.set_patience({.tell = watch_.on_notice, .stop = pool_.token()});
}

TaskWorker::Counts TaskWorker::counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
}

Result<void> TaskWorker::run() {
    return pool_.run(
        settings_.jobs, [this] { return work(); },
        [this](const std::stop_token& ended) {
            std::mutex idle;
            std::condition_variable_any never;
            for (std::unique_lock lock(idle); !ended.stop_requested();) {
                (void)never.wait_for(lock, ended, settings_.lease / 4, [] { return false; });
                if (ended.stop_requested()) return;
                if (const Result<void> held = beat(); !held) pool_.fail_with(held.error());
            }
        });
}

Result<void> TaskWorker::beat() {
    const std::lock_guard lock(mutex_);
    return queue_.renew(held_);
}

Result<void> TaskWorker::work() {
    for (;;) {
        const Result<std::optional<Task>> task = take();
        if (!task) return tl::unexpected(task.error());
        if (!*task) return {};
        if (Result<void> served = serve(**task, pool_.token()); !served) return served;
    }
}

// Waits for a task; nothing when there will be none.
Result<std::optional<Task>> TaskWorker::take() {
    std::unique_lock lock(mutex_);
    for (Seconds pause = kFirstLook; !pool_.token().stop_requested();
         pause = std::min(2 * pause, kLastLook)) {
        Result<std::optional<Task>> task = queue_.take(kinds_);
        if (!task) return task;
        if (*task) {
            held_.push_back((*task)->id);
            return task;
        }
        if (!settings_.stay) {
            const Result<bool> over = queue_.idle(kinds_);
            if (!over) return tl::unexpected(over.error());
            if (*over) break;
        }
        if (const Seconds now = wall_clock(); now - freed_ > kFreeLostEvery) {
            freed_ = now;
            const Result<int> freed = queue_.free_lapsed();
            if (!freed) return tl::unexpected(freed.error());
            if (*freed > 0) continue;
        }
        (void)changed_.wait_for(lock, pool_.token(), pause, [] { return false; });
    }
    return std::optional<Task>();
}

Result<bool> TaskWorker::serve_one(const std::stop_token& stop) {
    std::optional<Task> task;
    {
        const std::lock_guard lock(mutex_);
        const Seconds now = wall_clock();
        if (looked_ > Seconds{0} && now - looked_ < kLastLook) return false;
        Result<std::optional<Task>> taken = queue_.take(kinds_);
        if (!taken) return tl::unexpected(taken.error());
        looked_ = *taken ? Seconds{0} : now;
        if (!*taken) return false;
        held_.push_back((*taken)->id);
        task = std::move(*taken);
    }
    return serve(*task, stop).map([] { return true; });
}

Result<void> TaskWorker::serve(const Task& task, const std::stop_token& stop) {
    const TaskHelp help{[this](const std::string& hash) {
                            const std::lock_guard lock(mutex_);
                            return queue_.blob(hash);
                        },
                        stop, settings_.libraries};
    const Result<std::string> result = settings_.kinds.at(task.kind)(task.payload, help);
    if (result) return keep(task, *result);
    if (stop.stop_requested()) return give_back(task);
    return fail_task(task, result.error());
}

Result<void> TaskWorker::give_back(const Task& task) {
    const std::lock_guard lock(mutex_);
    std::erase(held_, task.id);
    return queue_.give_back(task);
}

Result<void> TaskWorker::fail_task(const Task& task, const Error& why) {
    if (task.attempt >= kMostAttempts) {
        const std::string sentence = fmt::format("given up after {} attempts, the last on {}: {}",
                                                 task.attempt, this_host(), why.message);
        tell(fmt::format("task {} ({}): {}", task.id, task.kind, sentence));
        return keep(task, failed_result(sentence));
    }
    if (Result<void> back = give_back(task); !back) return back;
    if (!settings_.stay) return tl::unexpected(why);
    tell(
        fmt::format("task {} ({}), attempt {}: {}", task.id, task.kind, task.attempt, why.message));
    return {};
}

Result<void> TaskWorker::keep(const Task& task, const std::string& result) {
    const Result<bool> kept = [&] {
        const std::lock_guard lock(mutex_);
        std::erase(held_, task.id);
        Result<bool> finished = queue_.finish(task, result);
        if (finished) ++(*finished ? counts_.kept : counts_.thrown_away);
        return finished;
    }();
    if (!kept) return tl::unexpected(kept.error());
    if (*kept && watch_.on_task) {
        const std::lock_guard lock(reporting_);
        watch_.on_task(task);
    }
    if (!*kept)
        tell(
            fmt::format("task {} ({}) has passed to another worker or is not wanted any more: the "
                        "result of attempt {} is thrown away",
                        task.id, task.kind, task.attempt));
    return {};
}

void TaskWorker::tell(const std::string& sentence) const {
    if (watch_.on_notice) watch_.on_notice(sentence);
}

}  // namespace zerosum
