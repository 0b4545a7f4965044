#pragma once
// Work that any machine may do: tasks of several kinds in a database, entered by one process and
// done by workers, with the claims of task_table.h.
//
// A task is a kind, a payload and, when it is done, a result: texts that only those who know the
// kind understand (JSON). It belongs to a job: a process that entered tasks and waits for what
// comes of them. A job's lease says that it still waits; while there is such a job, workers wait
// for tasks.
//
//   TaskQueue asks = *TaskQueue::open_to_ask("class.queue");
//   asks.begin_job("grade fall", "grade");
//   asks.add({{"...", "grade", 0, R"({"agent":"team7"})"}});
//        TaskQueue serves = *TaskQueue::open_to_serve("class.queue");      // anywhere
//        std::optional<Task> task = *serves.take({"grade"});
//        serves.finish(*task, R"({"earned":96})");
//   asks.results();
//
// The place is a SQLite file or an address of a PostgreSQL server, and may be a tournament's ledger
// as well. A server that goes away is waited for (sql::Patience).

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/queue/blobs.h"
#include "arena/queue/task_table.h"

namespace zerosum {

struct NewTask {
    std::string id;  // unique in the queue; the same again changes nothing
    std::string kind;
    std::int64_t place = 0;  // those with lower ones are taken first
    std::string payload;
};

// A task that a worker has taken.
struct Task {
    std::string id;
    std::string kind;
    std::string payload;
    int attempt = 1;  // how often it was taken
};

struct TaskResult {
    std::string id;
    std::string text;
};

// One thread at a time.
class TaskQueue {
 public:
    // Makes the tables where nothing is yet.
    [[nodiscard]] static Result<TaskQueue> open_to_ask(const std::filesystem::path& place,
                                                       Seconds lease = kLease,
                                                       const sql::Patience& patience = {
                                                           Seconds{0}});
    // Fails when nothing is there.
    [[nodiscard]] static Result<TaskQueue> open_to_serve(const std::filesystem::path& place,
                                                         Seconds lease = kLease,
                                                         const sql::Patience& patience = {
                                                             Seconds{0}});
    void set_patience(sql::Patience patience) { database_.set_patience(std::move(patience)); }

    // Asking. One process has a job at a time: a second one is refused while the first still waits.
    // What a job of that name has left from before and nobody has taken is withdrawn; what is being
    // done or is done stays.
    [[nodiscard]] Result<void> begin_job(const std::string& name, const std::string& kind);
    [[nodiscard]] Result<void> renew_job() const;
    // Withdraws what nobody has taken; workers need not wait for more. `all`: also what was done or
    // is being done, for nobody will ask for it again.
    [[nodiscard]] Result<void> end_job(bool all);
    [[nodiscard]] Result<void> add(std::span<const NewTask> tasks) const;
    // Of tasks of this job that are done, until they are removed.
    [[nodiscard]] Result<std::vector<TaskResult>> results() const;
    [[nodiscard]] Result<void> remove(std::span<const std::string> ids) const;
    [[nodiscard]] Result<int> free_lapsed() const;
    [[nodiscard]] Result<std::string> keep_blob(std::string_view bytes) const;

    // Serving.
    // A task of one of these kinds; nothing when none is open.
    [[nodiscard]] Result<std::optional<Task>> take(std::span<const std::string> kinds) const;
    [[nodiscard]] Result<void> renew(std::span<const std::string> ids) const;
    // False: the task has passed to another worker or is not wanted any more, and the result is not
    // kept. The same result again changes nothing.
    [[nodiscard]] Result<bool> finish(const Task& task, std::string_view result) const;
    [[nodiscard]] Result<void> give_back(const Task& task) const;
    // Fails when it is not there.
    [[nodiscard]] Result<Blob> blob(const std::string& hash) const;
    // Whether no task of these kinds is open or taken and no job waits: nothing is to be expected.
    [[nodiscard]] Result<bool> idle(std::span<const std::string> kinds) const;

 private:
    TaskQueue(std::filesystem::path place, sql::Database database, Seconds lease);
    [[nodiscard]] static Result<TaskQueue> open(const std::filesystem::path& place, Seconds lease,
                                                const sql::Patience& patience);
    [[nodiscard]] Result<void> check_format() const;
    [[nodiscard]] TaskTable tasks() const { return {database_, owner_, lease_}; }
    template <typename Value>
    [[nodiscard]] Result<Value> named(Result<Value>&& result) const {
        if (result) return std::move(result);
        return fail("queue {}: {}", sql::shown(place_), result.error().message);
    }

    std::filesystem::path place_;
    std::string owner_;
    Seconds lease_;
    std::string job_;  // that this process has
    sql::Database database_;
};

}  // namespace zerosum
