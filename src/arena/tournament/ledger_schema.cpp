#include "arena/tournament/ledger_schema.h"

#include <fmt/format.h>

namespace zerosum::ledger_schema {

namespace {

constexpr std::int64_t kApplicationId = 0x5a53554d;  // "ZSUM" in the file's header

// Ids are texts of 16 digits, times seconds since 1970. Entrants and versions are numbered from 0
// in the order in which they came; pairings and games name versions.
//
//   entrant 1 ---- n version 1 ---- n pairing 1 ---- n game 1 ---- 1 record
//                                                    claim: a task that somebody works at now
constexpr const char* kTables = R"sql(
CREATE TABLE identity (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE constant (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE entrant (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    current INTEGER);
CREATE TABLE version (
    number INTEGER PRIMARY KEY,
    entrant INTEGER NOT NULL REFERENCES entrant(number),
    spec TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    entered BIGINT NOT NULL,
    UNIQUE (entrant, fingerprint));
CREATE TABLE pairing (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    round INTEGER NOT NULL,
    first INTEGER NOT NULL REFERENCES version(number),
    second INTEGER REFERENCES version(number));
CREATE TABLE game (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    pairing TEXT NOT NULL REFERENCES pairing(id),
    number INTEGER NOT NULL,
    first INTEGER NOT NULL REFERENCES version(number),
    second INTEGER NOT NULL REFERENCES version(number),
    winner INTEGER NOT NULL,
    first_points INTEGER NOT NULL,
    second_points INTEGER NOT NULL,
    reason TEXT NOT NULL,
    first_cpu DOUBLE PRECISION NOT NULL,
    second_cpu DOUBLE PRECISION NOT NULL,
    wall DOUBLE PRECISION NOT NULL,
    ended BIGINT NOT NULL);
CREATE TABLE record (game TEXT PRIMARY KEY REFERENCES game(id), json TEXT NOT NULL);
CREATE TABLE claim (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    owner TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    started BIGINT NOT NULL,
    lease BIGINT NOT NULL,
    pairing TEXT NOT NULL,
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    position TEXT NOT NULL);
)sql";

// Format 1 had one version of every player, numbered as both are now. What an agent was made of
// stood in the identity: "agent NAME" = "sources FINGERPRINT".
constexpr const char* kEntrantsOf1 = "SELECT number, name, number AS current FROM player";
constexpr const char* kVersionsOf1 = R"sql(
SELECT number, number AS entrant, spec,
       coalesce((SELECT substr(value, 9) FROM identity WHERE identity.name = 'agent ' || player.name),
                spec) AS fingerprint,
       coalesce((SELECT min(ended) FROM game), 0) AS entered
FROM player)sql";
constexpr const char* kClaimsOf1 = R"sql(
SELECT id, 'game' AS kind, '' AS owner, 1 AS attempt, started, started AS lease, pairing, number,
       first, second, moves, position
FROM running)sql";

Result<void> stamp(const sqlite::Database& database) {
    return database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                                        kApplicationId, kNewest));
}

}  // namespace

Result<std::int64_t> format_of(const sqlite::Database& database) {
    const Result<std::int64_t> application = database.integer("PRAGMA application_id");
    if (!application) return application;
    if (*application != kApplicationId) return fail("the file is not a tournament's ledger");
    const Result<std::int64_t> format = database.integer("PRAGMA user_version");
    if (!format) return format;
    if (*format < 1 || *format > kNewest)
        return fail("the file has format {}, this program reads formats 1 to {}", *format, kNewest);
    return format;
}

Result<void> create(const sqlite::Database& database) {
    return stamp(database).and_then([&] { return database.execute(kTables); });
}

Result<void> show_as_newest(const sqlite::Database& database, std::int64_t format) {
    if (format == kNewest) return {};
    return database.execute(
        fmt::format("CREATE TEMP VIEW entrant AS {}; CREATE TEMP VIEW version AS {};"
                    "CREATE TEMP VIEW claim AS {};"
                    "CREATE TEMP VIEW about AS SELECT name, value FROM identity WHERE 1 = 0;",
                    kEntrantsOf1, kVersionsOf1, kClaimsOf1));
}

Result<void> upgrade(const sqlite::Database& database, std::int64_t format) {
    if (format == kNewest) return {};
    const std::string keep =
        "ALTER TABLE identity RENAME TO old_identity; ALTER TABLE constant RENAME TO old_constant;"
        "ALTER TABLE pairing RENAME TO old_pairing; ALTER TABLE game RENAME TO old_game;"
        "ALTER TABLE record RENAME TO old_record;";
    const std::string move =
        // Who takes part and how many rounds there are is no longer part of the identity.
        "INSERT INTO identity SELECT name, value FROM old_identity WHERE name <> 'rounds'"
        "  AND name NOT LIKE 'player %' AND name NOT LIKE 'agent %';"
        "INSERT INTO constant SELECT name, value FROM old_constant;"
        "INSERT INTO entrant SELECT number, name, current FROM old_entrant;"
        "INSERT INTO version SELECT number, entrant, spec, fingerprint, entered FROM old_version;"
        "INSERT INTO pairing SELECT place, id, round, first, second FROM old_pairing;"
        "INSERT INTO game SELECT place, id, pairing, number, first, second, winner, first_points,"
        "  second_points, reason, first_cpu, second_cpu, wall, ended FROM old_game;"
        "INSERT INTO record SELECT game, json FROM old_record;"
        "DROP TABLE old_entrant; DROP TABLE old_version; DROP TABLE running; DROP TABLE old_record;"
        "DROP TABLE old_game; DROP TABLE old_pairing; DROP TABLE player; DROP TABLE old_constant;"
        "DROP TABLE old_identity;";
    return database.transaction([&]() -> Result<void> {
        Result<void> done = database.execute(
            fmt::format("CREATE TABLE old_entrant AS {}; CREATE TABLE old_version AS {};",
                        kEntrantsOf1, kVersionsOf1));
        if (done) done = database.execute(keep);
        if (done) done = create(database);
        if (done) done = database.execute(move);
        return done;
    });
}

}  // namespace zerosum::ledger_schema
