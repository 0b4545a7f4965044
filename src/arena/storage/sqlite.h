#pragma once
// A thin owner of a SQLite database and its statements, with errors as values.

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/result.h"

namespace zerosum::sqlite {

// A prepared statement. Bind with numbers from 1, step through the rows, read columns from 0.
class Statement {
 public:
    Statement& bind(int place, std::int64_t value);
    Statement& bind(int place, double value);
    Statement& bind(int place, std::string_view value);
    Statement& bind_null(int place);

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
    Immutable,  // read only, where not even SQLite's side files can be made; nobody may be writing
};

class Database {
 public:
    [[nodiscard]] static Result<Database> open(const std::filesystem::path& path, Access access);

    [[nodiscard]] Result<Statement> prepare(std::string_view sql) const;
    [[nodiscard]] Result<void> execute(const std::string& sql) const;
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

 private:
    struct Close {
        void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
    };
    Database() = default;
    void roll_back() const;
    std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace zerosum::sqlite
