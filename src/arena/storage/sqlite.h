#pragma once
// A thin owner of a SQLite database and its statements, with errors as values.

#include <sqlite3.h>

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/result.h"

namespace zerosum::sqlite {

// A prepared statement. Bind with numbers from 1, step through the rows, read columns from 0.
class Statement {
 public:
    Statement& bind(int place, std::int64_t value);
    Statement& bind(int place, double value);
    Statement& bind(int place, std::string_view value);
    Statement& bind(int place, std::nullopt_t null);
    template <std::integral Value>
    Statement& bind(int place, Value value) {
        return bind(place, static_cast<std::int64_t>(value));
    }
    template <typename Value>
    Statement& bind(int place, const std::optional<Value>& value) {
        return value ? bind(place, *value) : bind(place, std::nullopt);
    }
    // All of them in order.
    template <typename... Values>
    Statement& bind_all(const Values&... values) {
        int place = 0;
        (bind(++place, values), ...);
        return *this;
    }

    // True: a row is there to be read. False: done.
    [[nodiscard]] Result<bool> step();
    // Runs a statement that returns no rows, and makes it ready to be bound again.
    [[nodiscard]] Result<void> run();
    void reset();

    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double real(int column) const;
    [[nodiscard]] std::string text(int column) const;
    [[nodiscard]] bool is_null(int column) const;

 private:
    friend class Database;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

enum class Access : std::uint8_t {
    ReadOnly,
    ReadWrite,  // creates the file when it is not there
    Immutable,  // read only, where not even SQLite's side files can be made; no process may write
};

// Makes the file, where there is none, so that only its owner can read it. SQLite's side files
// follow it. Of ":memory:" there is no file.
void make_private(const std::filesystem::path& path);

class Database {
 public:
    [[nodiscard]] static Result<Database> open(const std::filesystem::path& path, Access access);

    [[nodiscard]] Result<Statement> prepare(std::string_view sql) const;
    [[nodiscard]] Result<void> execute(const std::string& sql) const;
    // Lets others read while one writes, from now on. Waits where several ask for it at once, which
    // SQLite does not.
    [[nodiscard]] Result<void> write_ahead() const;
    // Runs one statement that returns no rows, with these values in it.
    template <typename... Values>
    [[nodiscard]] Result<void> run(std::string_view sql, const Values&... values) const {
        Result<Statement> statement = prepare(sql);
        if (!statement) return tl::unexpected(statement.error());
        return statement->bind_all(values...).run();
    }
    // What `read` makes of every row: it takes a Statement and returns a Result, whose error ends
    // the reading.
    template <typename Read, typename... Values>
    [[nodiscard]] auto rows(std::string_view sql, Read read, const Values&... values) const {
        using Row = typename std::invoke_result_t<Read, const Statement&>::value_type;
        using Rows = Result<std::vector<Row>>;
        Result<Statement> query = prepare(sql);
        if (!query) return Rows(tl::unexpected(query.error()));
        query->bind_all(values...);
        std::vector<Row> list;
        for (;;) {
            const Result<bool> there = query->step();
            if (!there) return Rows(tl::unexpected(there.error()));
            if (!*there) return Rows(std::move(list));
            Result<Row> row = read(std::as_const(*query));
            if (!row) return Rows(tl::unexpected(row.error()));
            list.push_back(std::move(*row));
        }
    }
    // The first column of the first row; an error when there is no row.
    [[nodiscard]] Result<std::int64_t> integer(std::string_view sql) const;

    // Runs `work` (returning Result<void>) between BEGIN and COMMIT. On any error nothing of it
    // remains.
    template <typename Work>
    [[nodiscard]] Result<void> transaction(Work&& work) const {
        if (Result<void> begun = execute("BEGIN IMMEDIATE"); !begun) return begun;
        Result<void> done = work();
        if (done) done = execute("COMMIT");
        if (!done) roll_back();
        return done;
    }
    // Ends a transaction that failed; without one it does nothing.
    void roll_back() const;
    // How many rows the last statement changed.
    [[nodiscard]] std::int64_t changes() const { return sqlite3_changes64(database_.get()); }

 private:
    struct Close {
        void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
    };
    Database() = default;
    std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace zerosum::sqlite
