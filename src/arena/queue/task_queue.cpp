#include "arena/queue/task_queue.h"

#include "arena/queue/owner.h"
#include "arena/queue/queue_schema.h"

namespace zerosum {

namespace {

// "kind IN ('grade', 'study')". Kinds are words of ours, so that they may stand in a statement.
std::string of_kinds(std::span<const std::string> kinds) {
    std::string list;
    for (const std::string& kind : kinds)
        list += fmt::format("{}'{}'", list.empty() ? "" : ", ", kind);
    return fmt::format("kind IN ({})", list);
}

}  // namespace

TaskQueue::TaskQueue(std::filesystem::path place, sql::Database database, Seconds lease)
    : place_(std::move(place)),
      owner_(new_owner()),
      lease_(lease),
      database_(std::move(database)) {}

Result<TaskQueue> TaskQueue::open(const std::filesystem::path& place, Seconds lease,
                                  const sql::Patience& patience) {
    const auto cut_off = [](sql::Connection& connection) {
        return queue_schema::cut_off_when_stuck(connection, queue_schema::kStuckWithin);
    };
    Result<sql::Database> database = sql::is_server(place)
                                         ? sql::open_server(place, false, cut_off, patience)
                                         : sql::open_file(place, sqlite::Access::ReadWrite);
    if (!database) return fail("queue {}: {}", sql::shown(place), database.error().message);
    TaskQueue queue(place, std::move(*database), lease);
    // Before anything is written: a file of something else stays as it is.
    const Result<bool> empty = queue_schema::is_empty(queue.database_);
    Result<void> ready = empty ? Result<void>() : tl::unexpected(empty.error());
    if (ready && !*empty) ready = queue.check_format();
    if (ready) ready = queue_schema::be_durable(queue.database_);
    if (!ready) return tl::unexpected(queue.named(std::move(ready)).error());
    return queue;
}

Result<void> TaskQueue::check_format() const {
    const Result<std::int64_t> format = queue_schema::format_of(database_);
    if (!format) return tl::unexpected(format.error());
    if (*format == queue_schema::kNewest) return {};
    return fail(
        "it has the old format {}, expected {}: zerosum tournament FILE --upgrade makes it so",
        *format, queue_schema::kNewest);
}

Result<TaskQueue> TaskQueue::open_to_ask(const std::filesystem::path& place, Seconds lease,
                                         const sql::Patience& patience) {
    Result<TaskQueue> queue = open(place, lease, patience);
    if (!queue) return queue;
    const sql::Database& database = queue->database_;
    const Result<void> made = database.transaction([&]() -> Result<void> {
        if (Result<void> alone = queue_schema::await_makers(database); !alone) return alone;
        const Result<bool> empty = queue_schema::is_empty(database);
        if (!empty) return tl::unexpected(empty.error());
        if (!*empty) return {};
        return queue_schema::stamp(database).and_then(
            [&] { return queue_schema::create(database); });
    });
    if (!made) return fail("queue {}: {}", sql::shown(place), made.error().message);
    return queue;
}

Result<TaskQueue> TaskQueue::open_to_serve(const std::filesystem::path& place, Seconds lease,
                                           const sql::Patience& patience) {
    std::error_code unused;
    if (!sql::is_server(place) && !std::filesystem::exists(place, unused))
        return fail("ledger {}: there is no such file", place.string());
    Result<TaskQueue> queue = open(place, lease, patience);
    if (!queue) return queue;
    const Result<bool> there = queue_schema::holds_table(queue->database_, "task");
    if (!there || !*there)
        return fail("ledger {}: {}", sql::shown(place),
                    there
                        ? "nothing is there yet, expected a tournament or other work that was begun"
                        : there.error().message);
    return queue;
}

Result<void> TaskQueue::begin_job(const std::string& name, const std::string& kind) {
    job_ = name;
    return named(database_.transaction([&]() -> Result<void> {
        const auto holder = database_.rows(
            fmt::format("SELECT owner FROM job WHERE name = ? AND lease >= {}",
                        time_in_sql(database_.dialect())),
            [](const sql::Row& row) -> Result<std::string> { return row.text(0); }, name);
        if (!holder) return tl::unexpected(holder.error());
        if (!holder->empty() && holder->front() != owner_ && !is_dead(holder->front()))
            return fail("{} waits for the same work: wait for it or stop it first",
                        short_owner(holder->front()));
        Result<void> done = database_.run("DELETE FROM job WHERE name = ?", name);
        if (done)
            done = database_.run(
                fmt::format("INSERT INTO job (name, kind, owner, lease) VALUES (?, ?, ?, {} + ?)",
                            time_in_sql(database_.dialect())),
                name, kind, owner_, static_cast<std::int64_t>(lease_.count()));
        if (done) done = database_.run("DELETE FROM task WHERE job = ? AND state = 'open'", name);
        return done;
    }));
}

Result<void> TaskQueue::renew_job() const {
    return named(database_.lightly([&] {
        return database_.run(
            fmt::format("UPDATE job SET lease = {} + ? WHERE name = ? AND owner = ?",
                        time_in_sql(database_.dialect())),
            static_cast<std::int64_t>(lease_.count()), job_, owner_);
    }));
}

Result<void> TaskQueue::end_job(bool all) {
    return named(database_.transaction([&]() -> Result<void> {
        const Result<void> done = database_.run(
            fmt::format("DELETE FROM task WHERE job = ?{}", all ? "" : " AND state = 'open'"),
            job_);
        if (!done) return done;
        return database_.run("DELETE FROM job WHERE name = ? AND owner = ?", job_, owner_);
    }));
}

Result<void> TaskQueue::add(std::span<const NewTask> tasks) const {
    return named(database_.transaction([&]() -> Result<void> {
        for (const NewTask& task : tasks) {
            const Result<void> added = database_.run(
                "INSERT INTO task (id, kind, place, state, owner, attempt, started, lease, job, "
                "payload, result) VALUES (?, ?, ?, 'open', '', 0, 0, 0, ?, ?, '') "
                "ON CONFLICT (id) DO NOTHING",
                task.id, task.kind, task.place, job_, task.payload);
            if (!added) return added;
        }
        return {};
    }));
}

Result<std::vector<TaskResult>> TaskQueue::results() const {
    return named(database_.rows(
        "SELECT id, result FROM task WHERE job = ? AND state = 'done' ORDER BY place, id",
        [](const sql::Row& row) -> Result<TaskResult> {
            return TaskResult{row.text(0), row.text(1)};
        },
        job_));
}

Result<void> TaskQueue::remove(std::span<const std::string> ids) const {
    return named(tasks().remove(ids));
}

Result<int> TaskQueue::free_lapsed() const {
    return named(tasks().free_lapsed());
}

Result<std::string> TaskQueue::keep_blob(std::string_view bytes) const {
    return named(zerosum::keep_blob(database_, bytes));
}

Result<std::optional<Task>> TaskQueue::take(std::span<const std::string> kinds) const {
    return named(tasks().take(
        {of_kinds(kinds), "id, kind, payload, attempt"}, [](const sql::Row& row) -> Result<Task> {
            return Task{row.text(0), row.text(1), row.text(2), static_cast<int>(row.integer(3))};
        }));
}

Result<void> TaskQueue::renew(std::span<const std::string> ids) const {
    return named(tasks().renew(ids));
}

// The answer to a commit may be lost with the connection: the second attempt finds its own result.
Result<bool> TaskQueue::finish(const Task& task, std::string_view result) const {
    bool kept = false;
    const Result<void> done = database_.transaction([&]() -> Result<void> {
        const Result<bool> owned = tasks().mark_done(task.id, task.attempt);
        if (!owned) return tl::unexpected(owned.error());
        kept = *owned;
        if (*owned)
            return database_.run("UPDATE task SET result = ? WHERE id = ?", result, task.id);
        const Result<std::optional<std::string>> before =
            database_.text("SELECT result FROM task WHERE id = ? AND state = 'done'", task.id);
        if (!before) return tl::unexpected(before.error());
        kept = *before == result;
        return {};
    });
    return named(done.map([&] { return kept; }));
}

Result<void> TaskQueue::give_back(const Task& task) const {
    return named(tasks().give_back(task.id, task.attempt));
}

Result<Blob> TaskQueue::blob(const std::string& hash) const {
    Result<std::optional<Blob>> found = named(find_blob(database_, hash));
    if (!found) return tl::unexpected(found.error());
    if (!*found) return fail("queue {}: it does not hold {}", sql::shown(place_), hash);
    return std::move(**found);
}

Result<bool> TaskQueue::idle(std::span<const std::string> kinds) const {
    return named(
        database_
            .integer(fmt::format("SELECT (SELECT count(*) FROM task WHERE state <> 'done' AND {}) "
                                 "+ (SELECT count(*) FROM job WHERE lease >= {})",
                                 of_kinds(kinds), time_in_sql(database_.dialect())))
            .map([](std::int64_t count) { return count == 0; }));
}

}  // namespace zerosum
