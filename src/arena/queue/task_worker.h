#pragma once
// Takes tasks from a queue, does them and brings their results, on any machine that reaches it.
//
// A worker owns a task for a lease, which it renews while it works; when it dies, the task is free
// for others after the lease. A worker that was believed dead and comes back too late throws its
// result away and says so.

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "arena/queue/carried_agent.h"
#include "arena/queue/task_queue.h"
#include "core/worker_pool.h"

namespace zerosum {

// What the one who does a task may ask for.
struct TaskHelp {
    std::function<Result<Blob>(const std::string& hash)> blob;
    std::stop_token stop;
    Libraries libraries = Libraries::Loaded;
};
// Does a task: payload in, result out. May be called from several threads. What is wrong with the
// work itself is part of the result; an error means that this machine cannot do it or was stopped:
// the task goes back, and the worker ends, so that another machine may try. What was taken
// kMostAttempts times and failed again has failed_result() as its result.
using DoTask = std::function<Result<std::string>(const std::string& payload, const TaskHelp& help)>;
inline constexpr int kMostAttempts = 3;
using TaskKinds = std::map<std::string, DoTask>;  // by the kind's name

struct TaskWorkerSettings {
    std::filesystem::path place;
    int jobs = 1;  // tasks at once
    Seconds lease = kLease;
    TaskKinds kinds;
    Libraries libraries = Libraries::Loaded;
    bool stay = false;  // until it is stopped, also when nothing is left or a task failed
};

// May be empty.
struct TaskWorkerWatch {
    // A task was done here, and its result kept. Calls never overlap, and may take long: leases
    // are renewed meanwhile.
    std::function<void(const Task& task)> on_task = {};
    // What the user should know. May come from any thread.
    std::function<void(const std::string& sentence)> on_notice = {};
    std::stop_token stop = {};
};

class TaskWorker {
 public:
    [[nodiscard]] static Result<std::unique_ptr<TaskWorker>> make(TaskWorkerSettings settings,
                                                                  TaskWorkerWatch watch);

    // Works until nothing is left to do or a stop is requested; what is under way then goes back.
    [[nodiscard]] Result<void> run();

    // One task on the calling thread, for one who does other things as well: false when none is
    // open. It looks at the queue once per second at most. Wants `beat` to be called now and then.
    [[nodiscard]] Result<bool> serve_one(const std::stop_token& stop);
    // Prolongs the leases of what is under way.
    [[nodiscard]] Result<void> beat();

    struct Counts {
        std::size_t kept = 0;
        std::size_t thrown_away = 0;
    };
    [[nodiscard]] Counts counts() const;

 private:
    TaskWorker(TaskWorkerSettings settings, TaskWorkerWatch watch, TaskQueue queue);
    [[nodiscard]] Result<void> work();
    [[nodiscard]] Result<std::optional<Task>> take();
    [[nodiscard]] Result<void> serve(const Task& task, const std::stop_token& stop);
    [[nodiscard]] Result<void> give_back(const Task& task);
    [[nodiscard]] Result<void> fail_task(const Task& task, const Error& why);
    [[nodiscard]] Result<void> keep(const Task& task, const std::string& result);
    void tell(const std::string& sentence) const;

    const TaskWorkerSettings settings_;
    const TaskWorkerWatch watch_;
    std::vector<std::string> kinds_;
    WorkerPool pool_;
    std::mutex reporting_;      // for watch_.on_task, which may take long: never with the other
    mutable std::mutex mutex_;  // for all below
    std::condition_variable_any changed_;
    TaskQueue queue_;
    std::vector<std::string> held_;  // ids
    Seconds looked_{0};              // when serve_one last found nothing
    Seconds freed_{0};               // when it last freed tasks of workers that died
    Counts counts_;
};

}  // namespace zerosum
