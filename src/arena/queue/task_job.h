#pragma once
// A job: the process that enters tasks, waits for their results and, if it likes, does some of the
// tasks itself. Those go through the queue like all others: there is one way to do a task.

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "arena/queue/task_worker.h"

namespace zerosum {

struct TaskJobSettings {
    std::filesystem::path place;
    // Of this job for ever: who asks for the same again finds what was done meanwhile.
    std::string name;
    std::string kind;
    int jobs = 1;  // tasks done here at once; 0: it only waits
    Seconds lease = kLease;
    TaskKinds kinds;  // for those done here
};

struct TaskJobWatch {
    std::function<void(const std::string& sentence)> on_notice = {};  // from any thread
    std::stop_token stop = {};
};

class TaskJob {
 public:
    [[nodiscard]] static Result<std::unique_ptr<TaskJob>> begin(TaskJobSettings settings,
                                                                TaskJobWatch watch);
    TaskJob(const TaskJob&) = delete;
    TaskJob& operator=(const TaskJob&) = delete;
    // Nobody is to wait for a process that has gone: what nobody has taken is withdrawn.
    ~TaskJob();

    // Enters a task of the job's kind. The id is made of the job's name and this one.
    [[nodiscard]] Result<void> add(const std::string& name, const std::string& payload);
    [[nodiscard]] Result<std::string> keep_blob(std::string_view bytes) {
        return queue_.keep_blob(bytes);
    }
    // How many were entered and have no result yet.
    [[nodiscard]] std::size_t awaited() const { return awaited_.size(); }

    // Hands over every task's result, in whatever order, each once, on the calling thread, which
    // may add tasks meanwhile. Returns when none is awaited or a stop is requested. A result is
    // removed from the queue when `on_result` has returned.
    using OnResult = std::function<Result<void>(const std::string& name, const std::string& text)>;
    [[nodiscard]] Result<void> run(const OnResult& on_result);

 private:
    TaskJob(TaskJobSettings settings, TaskJobWatch watch, TaskQueue queue)
        : settings_(std::move(settings)), watch_(std::move(watch)), queue_(std::move(queue)) {}
    [[nodiscard]] Result<void> await(const OnResult& on_result, const std::stop_token& failed);
    [[nodiscard]] Result<bool> collect(const OnResult& on_result);

    const TaskJobSettings settings_;
    const TaskJobWatch watch_;
    TaskQueue queue_;
    std::map<std::string, std::string> awaited_;  // names by ids
    std::int64_t places_ = 0;
    bool ended_ = false;
};

}  // namespace zerosum
