#pragma once
// The tables of a queue: tasks, the jobs they belong to, and contents that tasks name by their
// hash. A place that holds them (a SQLite file, a schema of a PostgreSQL server) may hold a
// tournament's tables as well (tournament/ledger_schema.h): both have one format number.
//
//   job 1 ---- n task      by the job's name; a tournament's games have no job
//   blob                   what agents are made of: packed, in base64, once per content
//
// The tables are the same in SQLite and in PostgreSQL. What differs: where the format stands (the
// header of an SQLite file, a table of its own on a server).

#include <cstdint>
#include <string_view>

#include "arena/storage/sql.h"
#include "core/result.h"
#include "core/units.h"

namespace zerosum::queue_schema {

inline constexpr std::int64_t kNewest = 5;

// Whether there is no table at all.
[[nodiscard]] Result<bool> is_empty(const sql::Database& database);
[[nodiscard]] Result<bool> holds_table(const sql::Database& database, std::string_view name);

// Lets others read while one writes, and puts every commit on the disk.
[[nodiscard]] Result<void> be_durable(const sql::Database& database);

// Lets a server cut off this process when it hangs (it was halted, its machine is gone), so that
// its locks do not keep others waiting: within a transaction after `within`, between two statements
// after `between` where that is not 0, and at the network's silence. Who was cut off has lost the
// server.
[[nodiscard]] Result<void> cut_off_when_stuck(sql::Connection& connection, Seconds within,
                                              Seconds between = Seconds{0});
inline constexpr Seconds kStuckWithin{60};

// The format of what is there; fails when it is something else or newer than this program.
[[nodiscard]] Result<std::int64_t> format_of(const sql::Database& database);
// Writes down that it has the newest format.
[[nodiscard]] Result<void> stamp(const sql::Database& database);

// Waits for others that are making tables at this moment, until the transaction's end: so that what
// is there can be looked at. In a file nobody else writes during a transaction.
[[nodiscard]] Result<void> await_makers(const sql::Database& database);

// Makes the tables of the newest format, without a stamp. Wants to be called inside a transaction.
[[nodiscard]] Result<void> create(const sql::Database& database);

// From format 4, which had games alone: columns and tables that are missing. No stamp either.
[[nodiscard]] Result<void> upgrade_from_4(const sql::Database& database);

}  // namespace zerosum::queue_schema
