#include "arena/queue/task_table.h"

#include "arena/queue/owner.h"

namespace zerosum {

namespace {

std::vector<sql::Value> values_of(std::string_view owner, std::span<const std::string> ids) {
    std::vector<sql::Value> values;
    if (!owner.empty()) values.emplace_back(owner);
    for (const std::string& id : ids) values.emplace_back(std::string_view(id));
    return values;
}

}  // namespace

std::string_view time_in_sql(sql::Dialect dialect) {
    return dialect == sql::Dialect::Postgres
               ? "CAST(extract(epoch FROM clock_timestamp()) AS BIGINT)"
               : "unixepoch()";
}

std::string value_places(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += i == 0 ? "?" : ", ?";
    return text;
}

std::string TaskTable::claim_sql(const Claim& claim) const {
    return fmt::format(
        "UPDATE task SET state = 'taken', owner = ?, attempt = attempt + 1, started = {0}, "
        "lease = {0} + ?{1}{2} WHERE id = (SELECT id FROM task WHERE state = 'open' AND {3} "
        "ORDER BY place LIMIT 1 {4}) RETURNING {5}",
        time_in_sql(database_.dialect()), claim.also.empty() ? "" : ", ", claim.also, claim.which,
        database_.dialect() == sql::Dialect::Postgres ? "FOR UPDATE SKIP LOCKED" : "",
        claim.columns);
}

Result<void> TaskTable::renew(std::span<const std::string> held) const {
    const std::vector<sql::Value> values = values_of(owner_, held);
    const std::string list = value_places(held.size());
    return database_.lightly([&]() -> Result<void> {
        Result<void> done;
        if (!held.empty()) {
            done = database_.run_list(
                fmt::format("UPDATE task SET lease = {} + {:.0f} WHERE state = 'taken' "
                            "AND owner = ? AND id IN ({})",
                            time_in_sql(database_.dialect()), lease_.count(), list),
                values);
        }
        if (!done) return done;
        return database_.run_list(
            fmt::format("UPDATE task SET state = 'open', owner = '' WHERE state = 'taken' "
                        "AND owner = ? {}",
                        held.empty() ? "" : fmt::format("AND id NOT IN ({})", list)),
            values);
    });
}

Result<void> TaskTable::give_back(std::string_view id, int attempt) const {
    return database_.lightly([&] {
        return database_.run(
            "UPDATE task SET state = 'open', owner = '' WHERE id = ? AND owner = ? "
            "AND attempt = ? AND state = 'taken'",
            id, owner_, attempt);
    });
}

Result<bool> TaskTable::mark_done(std::string_view id, int attempt) const {
    return database_
        .change(
            "UPDATE task SET state = 'done' WHERE id = ? AND owner = ? AND attempt = ? "
            "AND state = 'taken'",
            id, owner_, attempt)
        .map([](std::int64_t rows) { return rows > 0; });
}

Result<int> TaskTable::free_lapsed() const {
    const Result<std::vector<std::string>> owners =
        database_.rows("SELECT DISTINCT owner FROM task WHERE state = 'taken'",
                       [](const sql::Row& row) -> Result<std::string> { return row.text(0); });
    if (!owners) return tl::unexpected(owners.error());
    std::int64_t freed = 0;
    const auto free = [&](const std::string& which, const auto&... values) {
        return database_.lightly([&] {
            return database_
                .change(fmt::format("UPDATE task SET state = 'open', owner = '' "
                                    "WHERE state = 'taken' AND {}",
                                    which),
                        values...)
                .map([&](std::int64_t rows) { freed += rows; });
        });
    };
    Result<void> done;
    if (!owners->empty()) done = free(fmt::format("lease < {}", time_in_sql(database_.dialect())));
    for (const std::string& owner : *owners)
        if (done && is_dead(owner)) done = free("owner = ?", owner);
    if (!done) return tl::unexpected(done.error());
    return static_cast<int>(freed);
}

Result<void> TaskTable::remove(std::span<const std::string> ids) const {
    if (ids.empty()) return {};
    return database_.lightly([&] {
        return database_.run_list(
            fmt::format("DELETE FROM task WHERE id IN ({})", value_places(ids.size())),
            values_of({}, ids));
    });
}

}  // namespace zerosum
