#pragma once
// A database behind one door, whichever engine keeps it: SQLite in a file, PostgreSQL on a server.
// Errors are values with a sentence for the user.
//
//   Result<sql::Database> database = sql::open_file("class.ledger", sqlite::Access::ReadWrite);
//   database->run("INSERT INTO t (name, points) VALUES (?, ?)", name, points);
//
// SQL is written once, with ? where a value goes (and nowhere else), in what both engines
// understand: plain types, ON CONFLICT, times given by the program.
//
// A server may go away and come back. Then what was being done is done again from its beginning, on
// a new connection: so the work of a transaction must be the same when it is done twice. So it is
// when the server ends one of two transactions that wait for each other.

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "arena/storage/sqlite.h"
#include "core/result.h"
#include "core/units.h"

namespace zerosum::sql {

enum class Dialect : std::uint8_t { Sqlite, Postgres };

// What goes into a statement; a text must live as long as the call.
using Value = std::variant<std::monostate, std::int64_t, double, std::string_view>;

inline Value value_of(std::string_view text) {
    return text;
}
inline Value value_of(double number) {
    return number;
}
template <std::integral Number>
Value value_of(Number number) {
    return static_cast<std::int64_t>(number);
}
template <typename Inner>
Value value_of(const std::optional<Inner>& value) {
    return value ? value_of(*value) : Value();
}
inline Value value_of(std::nullopt_t /*null*/) {
    return {};
}

// A row of an answer, columns from 0; to be used during the call that hands it over alone.
class Row {
 public:
    virtual ~Row() = default;
    [[nodiscard]] virtual std::int64_t integer(int column) const = 0;
    [[nodiscard]] virtual double real(int column) const = 0;
    [[nodiscard]] virtual std::string text(int column) const = 0;
    [[nodiscard]] virtual bool is_null(int column) const = 0;
};

// How long a server that went away is waited for, and who is told.
struct Patience {
    Seconds longest{300};  // 0: not at all, what was asked fails at once
    std::function<void(const std::string& sentence)> tell = {};  // one when it goes, one when back
    std::stop_token stop = {};
};

// What an engine must be able to do. One thread at a time.
class Connection {
 public:
    using Each = std::function<Result<void>(const Row&)>;
    virtual ~Connection() = default;
    [[nodiscard]] virtual Dialect dialect() const = 0;
    // Statements without values, any number of them.
    [[nodiscard]] virtual Result<void> execute(const std::string& script) = 0;
    // One statement; how many rows it changed.
    [[nodiscard]] virtual Result<std::int64_t> run(std::string_view sql,
                                                   std::span<const Value> values) = 0;
    [[nodiscard]] virtual Result<void> query(std::string_view sql, std::span<const Value> values,
                                             const Each& each) = 0;
    [[nodiscard]] virtual Result<void> begin() = 0;
    [[nodiscard]] virtual Result<void> commit() = 0;
    virtual void roll_back() = 0;
    // Whether what is committed from now on is on the disk before the call returns.
    [[nodiscard]] virtual Result<void> set_durable(bool durable) = 0;
    // Whether the last error was that there is no server any more; then one call to come back.
    [[nodiscard]] virtual bool lost() const = 0;
    // Whether something failed since the last call because others changed the same at that moment:
    // it does not when it is done again.
    [[nodiscard]] virtual bool take_conflict() = 0;
    [[nodiscard]] virtual Result<void> reconnect(const Patience& patience) = 0;
};

class Database {
 public:
    explicit Database(std::unique_ptr<Connection> connection)
        : connection_(std::move(connection)) {}

    [[nodiscard]] Dialect dialect() const { return connection_->dialect(); }
    // Whether the last error was that the server has gone away.
    [[nodiscard]] bool lost() const { return connection_->lost(); }
    void set_patience(Patience patience) { patience_ = std::move(patience); }

    [[nodiscard]] Result<void> execute(const std::string& script) const {
        return persist([&] { return connection_->execute(script); });
    }
    // Runs one statement with these values in it; how many rows it changed.
    template <typename... Values>
    [[nodiscard]] Result<std::int64_t> change(std::string_view sql, const Values&... values) const {
        const std::vector<Value> list = {value_of(values)...};
        std::int64_t changed = 0;
        const Result<void> done = persist([&] {
            return connection_->run(sql, list).map([&](std::int64_t rows) { changed = rows; });
        });
        if (!done) return tl::unexpected(done.error());
        return changed;
    }
    template <typename... Values>
    [[nodiscard]] Result<void> run(std::string_view sql, const Values&... values) const {
        return change(sql, values...).map([](std::int64_t) {});
    }
    // The same with values of which the caller knows neither number nor types.
    [[nodiscard]] Result<void> run_list(std::string_view sql, std::span<const Value> values) const {
        return persist([&] { return connection_->run(sql, values).map([](std::int64_t) {}); });
    }
    // Hands over every row of an answer that may be too large to keep. Not repeated when the server
    // goes away: rows would be handed over twice.
    [[nodiscard]] Result<void> each(std::string_view sql, const Connection::Each& each) const {
        return connection_->query(sql, {}, each);
    }
    // What `read` makes of every row: it takes a Row and returns a Result, whose error ends the
    // reading.
    template <typename Read, typename... Values>
    [[nodiscard]] auto rows(std::string_view sql, Read read, const Values&... values) const {
        using Made = typename std::invoke_result_t<Read, const Row&>::value_type;
        const std::vector<Value> given = {value_of(values)...};
        std::vector<Made> list;
        const Result<void> done = persist([&] {
            list.clear();
            return connection_->query(sql, given, [&](const Row& row) {
                return read(row).map([&](Made&& made) { list.push_back(std::move(made)); });
            });
        });
        return done.map([&] { return std::move(list); });
    }
    // The first column of the first row; an error when there is no row.
    template <typename... Values>
    [[nodiscard]] Result<std::int64_t> integer(std::string_view sql,
                                               const Values&... values) const {
        return first(rows(
            sql, [](const Row& row) -> Result<std::int64_t> { return row.integer(0); }, values...));
    }
    // The same as text; nothing when there is no row.
    template <typename... Values>
    [[nodiscard]] Result<std::optional<std::string>> text(std::string_view sql,
                                                          const Values&... values) const {
        return rows(
                   sql, [](const Row& row) -> Result<std::string> { return row.text(0); },
                   values...)
            .map([](const std::vector<std::string>& found) {
                return found.empty() ? std::nullopt : std::optional(found.front());
            });
    }

    // Runs `work` (returning Result<void>) as one transaction. On any error nothing of it remains;
    // when the server went away or ended it for another transaction's sake, it is run again.
    [[nodiscard]] Result<void> transaction(const std::function<Result<void>()>& work) const;
    // Writes what may be lost in a power cut, without waiting for the disk.
    [[nodiscard]] Result<void> lightly(const std::function<Result<void>()>& write) const;

 private:
    [[nodiscard]] Result<void> persist(const std::function<Result<void>()>& work) const;
    [[nodiscard]] static Result<std::int64_t> first(const Result<std::vector<std::int64_t>>& list);

    std::unique_ptr<Connection> connection_;
    Patience patience_;
    mutable bool inside_ = false;  // a transaction: it is repeated as a whole
};

// Whether a place names a database on a server: "postgresql://...".
[[nodiscard]] bool is_server(const std::filesystem::path& place);
// A place as messages name it. Of a server's address user and settings are left out, and all of it
// where a password stands in it.
[[nodiscard]] std::string shown(const std::filesystem::path& place);

// An address may hold everything libpq understands but a password: that comes from the environment,
// a pgpass or a service file. An address is shown in logs, lists of processes and scripts.
[[nodiscard]] Result<void> check_server(std::string_view address);

[[nodiscard]] Result<Database> open_file(const std::filesystem::path& path, sqlite::Access access);

// `on_connect` is run on every new connection, before anything else. A server that cannot be
// reached is tried again for as long as the patience lasts.
[[nodiscard]] Result<Database> open_server(
    const std::string& address, bool read_only,
    const std::function<Result<void>(Connection&)>& on_connect = {},
    const Patience& patience = {Seconds{0}});

}  // namespace zerosum::sql
