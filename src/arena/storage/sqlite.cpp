#include "arena/storage/sqlite.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace zerosum::sqlite {

namespace {

constexpr int kBusyTimeout = 5000;  // milliseconds

// What happened and what to do about it, instead of SQLite's own phrase where that is cryptic.
tl::unexpected<Error> failure(sqlite3* database, int code) {
    const char* said = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code);
    switch (code & 0xff) {
        case SQLITE_FULL:
            return fail("the disk is full");
        case SQLITE_IOERR:
            return fail("reading or writing the file failed ({})", said);
        case SQLITE_READONLY:
        case SQLITE_PERM:
            return fail("the file or its folder cannot be written ({})", said);
        case SQLITE_CANTOPEN:
            return fail("the file cannot be opened ({})", said);
        case SQLITE_CORRUPT:
            return fail("the file is damaged ({})", said);
        case SQLITE_NOTADB:
            return fail("the file is not a database ({})", said);
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return fail("another program is using the file ({})", said);
        default:
            return fail("{}", said);
    }
}

std::string immutable_uri(const std::filesystem::path& path) {
    std::string uri = "file:";
    for (const char c : path.native()) {
        const bool special = c == '?' || c == '#' || c == '%';
        uri += special ? fmt::format("%{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
    }
    return uri + "?immutable=1";
}

}  // namespace

// What cannot be made is said by the opening that follows.
void make_private(const std::filesystem::path& path) {
    if (path == ":memory:") return;
    const int made =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (made >= 0) ::close(made);
}

Statement& Statement::bind(int place, std::int64_t value) {
    sqlite3_bind_int64(statement_.get(), place, value);
    return *this;
}
Statement& Statement::bind(int place, double value) {
    sqlite3_bind_double(statement_.get(), place, value);
    return *this;
}
Statement& Statement::bind(int place, std::string_view value) {
    sqlite3_bind_text64(statement_.get(), place, value.data(), value.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
    return *this;
}
Statement& Statement::bind(int place, std::nullopt_t /*null*/) {
    sqlite3_bind_null(statement_.get(), place);
    return *this;
}

Result<bool> Statement::step() {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    tl::unexpected<Error> error = failure(sqlite3_db_handle(statement_.get()), code);
    reset();
    return error;
}

Result<void> Statement::run() {
    const Result<bool> row = step();
    reset();
    if (!row) return tl::unexpected(row.error());
    return {};
}

void Statement::reset() {
    sqlite3_reset(statement_.get());
    sqlite3_clear_bindings(statement_.get());
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}
double Statement::real(int column) const {
    return sqlite3_column_double(statement_.get(), column);
}
std::string Statement::text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return bytes == nullptr ? std::string() : std::string(bytes, static_cast<std::size_t>(size));
}
bool Statement::is_null(int column) const {
    return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

Result<Database> Database::open(const std::filesystem::path& path, Access access) {
    const int flags = access == Access::ReadWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                                  : SQLITE_OPEN_READONLY;
    const std::string name =
        access == Access::Immutable ? immutable_uri(path) : std::string(path.native());
    const int reading = access == Access::Immutable ? SQLITE_OPEN_URI : 0;
    sqlite3* raw = nullptr;
    const int code =
        sqlite3_open_v2(name.c_str(), &raw, flags | reading | SQLITE_OPEN_FULLMUTEX, nullptr);
    Database database;
    database.database_.reset(raw);
    if (code != SQLITE_OK) return failure(raw, code);
    sqlite3_extended_result_codes(raw, 1);
    sqlite3_busy_timeout(raw, kBusyTimeout);
    return database;
}

Result<Statement> Database::prepare(std::string_view sql) const {
    sqlite3_stmt* raw = nullptr;
    const int code = sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                        &raw, nullptr);
    if (code != SQLITE_OK) return failure(database_.get(), code);
    return Statement(raw);
}

Result<void> Database::execute(const std::string& sql) const {
    const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return failure(database_.get(), code);
    return {};
}

Result<void> Database::write_ahead() const {
    constexpr int pause = 10;  // milliseconds
    for (int waited = 0;; waited += pause) {
        Result<void> set = execute("PRAGMA journal_mode = WAL");
        const bool busy = (sqlite3_errcode(database_.get()) & 0xff) == SQLITE_BUSY;
        if (set || !busy || waited >= kBusyTimeout) return set;
        sqlite3_sleep(pause);
    }
}

Result<std::int64_t> Database::integer(std::string_view sql) const {
    Result<Statement> statement = prepare(sql);
    if (!statement) return tl::unexpected(statement.error());
    const Result<bool> row = statement->step();
    if (!row) return tl::unexpected(row.error());
    if (!*row) return fail("no row for: {}", sql);
    return statement->integer(0);
}

void Database::roll_back() const {
    // After some errors (a full disk) SQLite has rolled back already; then there is nothing to do.
    if (sqlite3_get_autocommit(database_.get()) == 0) {
        sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
}

}  // namespace zerosum::sqlite
