#pragma once
// Tasks of a database, as one owner sees them: claimed for a lease and a numbered attempt, renewed,
// given back, done. The one place in which claims are written; a tournament's games
// (tournament/ledger.h) and all other work (task_queue.h) go through it.
//
// Promises
//   - A task is taken by one owner. On a server those who take at the same time do not wait for
//     each other: each skips what another one is just taking. SQLite lets them write one after the
//     other.
//   - Only the owner of the attempt marks it as done, and when its lease has run out it is free for
//     others. Leases are measured by the database's clock, so that machines' clocks need not agree.
//   - Claims are not waited for on the disk: after a crash of the database a task may be done
//   again.

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/storage/sql.h"
#include "core/result.h"
#include "core/units.h"

namespace zerosum {

// How long a worker owns a task when it does not renew its lease.
inline constexpr Seconds kLease{120};

// The database's time in SQL, seconds since 1970.
[[nodiscard]] std::string_view time_in_sql(sql::Dialect dialect);
// "?, ?, ?"
[[nodiscard]] std::string value_places(std::size_t count);

// A view: it keeps nothing, and the database and the owner must outlive it.
class TaskTable {
 public:
    TaskTable(const sql::Database& database, std::string_view owner, Seconds lease)
        : database_(database), owner_(owner), lease_(lease) {}

    // Takes the first open task for which `which` holds ("kind = 'game'"), a condition with these
    // values. `read` makes a Result of its `columns`; `also` are further columns set ("moves = 0").
    // Nothing when none is open.
    struct Claim {
        std::string_view which;
        std::string_view columns;
        std::string_view also = {};
    };
    template <typename Read, typename... Values>
    [[nodiscard]] auto take(const Claim& claim, Read read, const Values&... values) const {
        using Made = typename std::invoke_result_t<Read, const sql::Row&>::value_type;
        std::optional<Made> taken;
        return database_
            .lightly([&]() -> Result<void> {
                Result<std::vector<Made>> rows =
                    database_.rows(claim_sql(claim), read, owner_,
                                   static_cast<std::int64_t>(lease_.count()), values...);
                if (!rows) return tl::unexpected(rows.error());
                if (!rows->empty()) taken = std::move(rows->front());
                return {};
            })
            .map([&] { return std::move(taken); });
    }

    // Prolongs the leases of these, and gives back what else this owner has: tasks that were taken
    // when the answer was lost with the connection.
    [[nodiscard]] Result<void> renew(std::span<const std::string> held) const;
    [[nodiscard]] Result<void> give_back(std::string_view id, int attempt) const;
    // To be called in the transaction that keeps what came of the task. False: it is not this
    // owner's any more.
    [[nodiscard]] Result<bool> mark_done(std::string_view id, int attempt) const;

    // Tasks whose lease has run out, or whose owner was on this machine and is dead, are open
    // again. How many there were.
    [[nodiscard]] Result<int> free_lapsed() const;
    // Removes tasks, whatever their state.
    [[nodiscard]] Result<void> remove(std::span<const std::string> ids) const;

 private:
    [[nodiscard]] std::string claim_sql(const Claim& claim) const;

    const sql::Database& database_;
    std::string_view owner_;
    Seconds lease_;
};

}  // namespace zerosum
