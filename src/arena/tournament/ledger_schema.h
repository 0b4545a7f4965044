#pragma once
// The tables of a ledger, and how a file of an older format is read and upgraded.
//
// The SQL is such that PostgreSQL understands it as well: plain types, ON CONFLICT, times given by
// the program. What differs is in the tables' definitions alone (a column that counts itself).

#include <cstdint>

#include "arena/storage/sqlite.h"
#include "core/result.h"

namespace zerosum::ledger_schema {

inline constexpr std::int64_t kNewest = 2;

// The format of a ledger; fails when the file is something else or newer than this program.
[[nodiscard]] Result<std::int64_t> format_of(const sqlite::Database& database);

// Makes the tables of the newest format. Wants to be called inside a transaction.
[[nodiscard]] Result<void> create(const sqlite::Database& database);

// Lets this connection read an old file as if it had the newest format; the file stays as it is.
[[nodiscard]] Result<void> show_as_newest(const sqlite::Database& database, std::int64_t format);

// Makes an old file one of the newest format, in one transaction: whole or not at all.
[[nodiscard]] Result<void> upgrade(const sqlite::Database& database, std::int64_t format);

}  // namespace zerosum::ledger_schema
