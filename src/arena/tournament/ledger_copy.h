#pragma once
// The tables of a ledger as a copy sees them, and how they are copied and compared. The source also
// has Ledger::copy, digest and upgrade.

#include <string>

#include "arena/storage/sql.h"
#include "core/result.h"

namespace zerosum::ledger_copy {

// What is in the tables, in 16 digits: two ledgers with the same digest hold the same, on whatever
// engine. Games being played do not count. It tells a difference, and is not made to withstand
// an attempt to make two ledgers look alike.
[[nodiscard]] Result<std::string> digest(const sql::Database& database);

// Puts all rows of one ledger into the empty tables of another. Wants to be called inside a
// transaction of the second.
[[nodiscard]] Result<void> copy_rows(const sql::Database& from, const sql::Database& to);

}  // namespace zerosum::ledger_copy
