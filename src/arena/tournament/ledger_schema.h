#pragma once
// The tables of a tournament, which stand beside those of the queue (queue/queue_schema.h), and how
// a file of an older format is read and upgraded.
//
// The tables are the same in SQLite and in PostgreSQL. What differs: a column that counts itself.

#include <cstdint>

#include "arena/queue/queue_schema.h"
#include "arena/storage/sql.h"
#include "core/result.h"

namespace zerosum::ledger_schema {

// False: nothing is there, or a queue alone.
[[nodiscard]] Result<bool> holds_tournament(const sql::Database& database);

// Makes the tables of the newest format, and those of the queue where there are none. Wants to be
// called inside a transaction.
[[nodiscard]] Result<void> create(const sql::Database& database);

// Lets this connection read an old file as if it had the newest format; the file stays as it is.
[[nodiscard]] Result<void> show_as_newest(const sql::Database& database, std::int64_t format);

// Makes an old file one of the newest format, in one transaction: whole or not at all.
[[nodiscard]] Result<void> upgrade(const sql::Database& database, std::int64_t format);

}  // namespace zerosum::ledger_schema
