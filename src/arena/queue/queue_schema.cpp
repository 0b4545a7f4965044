#include "arena/queue/queue_schema.h"

#include <fmt/format.h>

namespace zerosum::queue_schema {

namespace {

constexpr std::int64_t kApplicationId = 0x5a53554d;  // "ZSUM" in the file's header
// An advisory lock of a server; tournament/ledger.cpp has others.
constexpr int kMakingTables = 1515410764;

// A task is open until a worker takes it, and done until who asked for it has seen what came of
// it; then it goes. `place` is the order in which tasks are taken, times are seconds since 1970.
constexpr const char* kTaskTable = R"sql(
CREATE TABLE task (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    place BIGINT NOT NULL,
    state TEXT NOT NULL,
    owner TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    started BIGINT NOT NULL,
    lease BIGINT NOT NULL);
CREATE INDEX task_done ON task (id) WHERE state = 'done';
)sql";

constexpr const char* kJobs = R"sql(
ALTER TABLE task ADD COLUMN job TEXT NOT NULL DEFAULT '';
ALTER TABLE task ADD COLUMN payload TEXT NOT NULL DEFAULT '';
ALTER TABLE task ADD COLUMN result TEXT NOT NULL DEFAULT '';
CREATE INDEX task_open ON task (kind, place) WHERE state = 'open';
CREATE INDEX task_of_job ON task (job) WHERE job <> '';
CREATE TABLE job (
    name TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    owner TEXT NOT NULL,
    lease BIGINT NOT NULL);
)sql";

constexpr const char* kBlobTable = R"sql(
CREATE TABLE blob (hash TEXT PRIMARY KEY, base64 TEXT NOT NULL);
)sql";

bool is_on_server(const sql::Database& database) {
    return database.dialect() == sql::Dialect::Postgres;
}

Result<std::int64_t> format_of_file(const sql::Database& database) {
    const Result<std::int64_t> application = database.integer("PRAGMA application_id");
    if (!application) return application;
    if (*application != kApplicationId) return fail("the file is not a tournament's ledger");
    return database.integer("PRAGMA user_version");
}

Result<std::int64_t> format_on_server(const sql::Database& database) {
    const Result<bool> stamped = holds_table(database, "ledger_format");
    if (!stamped) return tl::unexpected(stamped.error());
    if (!*stamped) return fail("the database is not a tournament's ledger");
    return database.integer("SELECT format FROM ledger_format");
}

}  // namespace

Result<bool> is_empty(const sql::Database& database) {
    return database
        .integer(is_on_server(database)
                     ? "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
                     : "SELECT count(*) FROM sqlite_master")
        .map([](std::int64_t count) { return count == 0; });
}

Result<bool> holds_table(const sql::Database& database, std::string_view name) {
    return database
        .integer(is_on_server(database)
                     ? "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() "
                       "AND tablename = ?"
                     : "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?",
                 name)
        .map([](std::int64_t count) { return count > 0; });
}

Result<void> be_durable(const sql::Database& database) {
    if (is_on_server(database)) return {};  // every connection does
    // Workers write one after the other, and SQLite's waiting is not fair: on a busy machine one of
    // four was seen to wait for 5 s.
    return database.execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 60000;");
}

Result<void> cut_off_when_stuck(sql::Connection& connection, Seconds within, Seconds between) {
    // PostgreSQL 13 and older do not know the last one.
    return connection.execute(
        fmt::format("SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10;"
                    "SET tcp_keepalives_count = 3;"
                    "SET idle_in_transaction_session_timeout = {:.0f};"
                    "SELECT set_config(name, '{:.0f}', false) FROM pg_settings "
                    "WHERE name = 'idle_session_timeout'",
                    1e3 * within.count(), 1e3 * between.count()));
}

Result<std::int64_t> format_of(const sql::Database& database) {
    const Result<std::int64_t> format =
        is_on_server(database) ? format_on_server(database) : format_of_file(database);
    if (!format) return format;
    if (*format < 1 || *format > kNewest)
        return fail("the file has format {}, this program reads formats 1 to {}", *format, kNewest);
    return format;
}

Result<void> stamp(const sql::Database& database) {
    if (is_on_server(database))
        return database.execute(
            fmt::format("CREATE TABLE ledger_format (format INTEGER NOT NULL);"
                        "INSERT INTO ledger_format (format) VALUES ({});",
                        kNewest));
    return database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                                        kApplicationId, kNewest));
}

Result<void> await_makers(const sql::Database& database) {
    if (!is_on_server(database)) return {};
    return database.execute(
        fmt::format("SELECT pg_advisory_xact_lock({}, hashtext(current_schema()))", kMakingTables));
}

Result<void> create(const sql::Database& database) {
    return database.execute(std::string(kTaskTable) + kJobs + kBlobTable);
}

Result<void> upgrade_from_4(const sql::Database& database) {
    return database.execute(std::string("DROP INDEX task_open;") + kJobs);
}

}  // namespace zerosum::queue_schema
