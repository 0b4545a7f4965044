#include "arena/tournament/ledger.h"

#include <utility>

namespace zerosum {

namespace {

constexpr std::int64_t kApplicationId = 0x5a53554d;  // "ZSUM" in the file's header
constexpr std::int64_t kSchema = 1;

// Ids are texts of 16 digits. Players are numbered from 0 in the order of the tournament's file.
constexpr const char* kTables = R"sql(
CREATE TABLE identity (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE constant (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE player (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL);
CREATE TABLE pairing (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    round INTEGER NOT NULL,
    first INTEGER NOT NULL REFERENCES player(number),
    second INTEGER REFERENCES player(number));
CREATE TABLE game (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    pairing TEXT NOT NULL REFERENCES pairing(id),
    number INTEGER NOT NULL,
    first INTEGER NOT NULL REFERENCES player(number),
    second INTEGER NOT NULL REFERENCES player(number),
    winner INTEGER NOT NULL,
    first_points INTEGER NOT NULL,
    second_points INTEGER NOT NULL,
    reason TEXT NOT NULL,
    first_cpu REAL NOT NULL,
    second_cpu REAL NOT NULL,
    wall REAL NOT NULL,
    ended INTEGER NOT NULL DEFAULT (unixepoch()));
CREATE TABLE record (game TEXT PRIMARY KEY REFERENCES game(id), json TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE running (
    id TEXT PRIMARY KEY,
    pairing TEXT NOT NULL,
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    started INTEGER NOT NULL DEFAULT (unixepoch()),
    moves INTEGER NOT NULL DEFAULT 0,
    position TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
)sql";

Result<bool> is_empty(const sqlite::Database& database) {
    return database.integer("SELECT count(*) FROM sqlite_master").map([](std::int64_t tables) {
        return tables == 0;
    });
}

}  // namespace

Result<Ledger> Ledger::open_to_play(const std::filesystem::path& path, const Identity& identity,
                                    std::span<const LedgerPlayer> players) {
    const auto refuse = [&](const Error& error) {
        return fail("ledger {}: {}", path.string(), error.message);
    };
    Result<ProcessLock> lock = ProcessLock::take(path, "playing on");
    if (!lock) return refuse(lock.error());
    Result<sqlite::Database> database = sqlite::Database::open(path, sqlite::Access::ReadWrite);
    if (!database) return refuse(database.error());
    Ledger ledger(path, std::move(*database), std::move(*lock));

    const Result<bool> fresh = is_empty(ledger.database_);
    if (!fresh) return refuse(fresh.error());
    if (!*fresh) {
        if (Result<void> known = ledger.check_format(); !known) return refuse(known.error());
    }
    // WAL lets others read while this process writes; FULL puts every commit on the disk.
    for (const char* pragma : {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"}) {
        if (Result<void> set = ledger.database_.execute(pragma); !set) return refuse(set.error());
    }
    Result<void> ready =
        *fresh ? ledger.create(identity, players) : ledger.check_identity(identity);
    // What a killed process was playing is not being played any more.
    if (ready) ready = ledger.database_.execute("DELETE FROM running");
    if (!ready) return refuse(ready.error());
    return ledger;
}

Result<Ledger> Ledger::open_to_read(const std::filesystem::path& path) {
    const auto refuse = [&](const Error& error) {
        return fail("ledger {}: {}", path.string(), error.message);
    };
    std::error_code unused;
    if (!std::filesystem::exists(path, unused)) return refuse({"there is no such file"});
    if (std::filesystem::is_directory(path, unused))
        return refuse({"is a directory, expected a file"});
    // SQLite makes side files even to read. In a folder that cannot be written they are not
    // needed as long as no other process left a write-ahead log there.
    std::filesystem::path log = path;
    log += "-wal";
    Result<Ledger> ledger = fail("not tried");
    for (const sqlite::Access access : {sqlite::Access::ReadOnly, sqlite::Access::Immutable}) {
        if (access == sqlite::Access::Immutable && std::filesystem::exists(log, unused)) break;
        Result<sqlite::Database> database = sqlite::Database::open(path, access);
        if (!database) return refuse(database.error());
        ledger = Ledger(path, std::move(*database), std::nullopt);
        const Result<void> known = ledger->check_format();
        if (known) return ledger;
        ledger = refuse(known.error());
    }
    return ledger;
}

Result<void> Ledger::check_format() const {
    const Result<std::int64_t> application = database_.integer("PRAGMA application_id");
    if (!application) return tl::unexpected(application.error());
    if (*application != kApplicationId) return fail("the file is not a tournament's ledger");
    const Result<std::int64_t> schema = database_.integer("PRAGMA user_version");
    if (!schema) return tl::unexpected(schema.error());
    if (*schema != kSchema) {
        return fail("the file has format {}, this program reads format {}", *schema, kSchema);
    }
    return {};
}

Result<void> Ledger::create(const Identity& identity, std::span<const LedgerPlayer> players) {
    return database_.transaction([&]() -> Result<void> {
        const std::string header = fmt::format(
            "PRAGMA application_id = {}; PRAGMA user_version = {};", kApplicationId, kSchema);
        if (Result<void> made = database_.execute(header + kTables); !made) return made;
        for (const auto& [name, value] : identity) {
            const Result<void> kept =
                database_.run("INSERT INTO identity (name, value) VALUES (?, ?)", name, value);
            if (!kept) return kept;
        }
        for (std::size_t i = 0; i < players.size(); ++i) {
            const Result<void> kept =
                database_.run("INSERT INTO player (number, name, spec) VALUES (?, ?, ?)", i,
                              players[i].name, players[i].spec);
            if (!kept) return kept;
        }
        return {};
    });
}

Result<void> Ledger::check_identity(const Identity& identity) const {
    const Result<Identity> kept = this->identity();
    if (!kept) return tl::unexpected(kept.error());
    const auto value = [](const Identity& from, const std::string& name) {
        const auto found = from.find(name);
        return found == from.end() ? std::string("nothing") : found->second;
    };
    Identity all = *kept;
    all.insert(identity.begin(), identity.end());
    std::string differences;
    for (const auto& [name, unused] : all) {
        const std::string before = value(*kept, name);
        const std::string now = value(identity, name);
        if (before == now) continue;
        differences += fmt::format("\n  {}: was {}, is now {}", name, before, now);
    }
    if (differences.empty()) return {};
    return fail(
        "its results were played with other settings, and would be mixed:{}\n"
        "Put the old settings back to go on, or name a new ledger",
        differences);
}

Result<void> Ledger::add_pairings(std::span<const ScheduledPairing> pairings) {
    const Result<void> done = database_.transaction([&]() -> Result<void> {
        for (const ScheduledPairing& pairing : pairings) {
            const Result<void> kept = database_.run(
                "INSERT OR IGNORE INTO pairing (id, round, first, second) VALUES (?, ?, ?, ?)",
                to_text(pairing.id), pairing.round, pairing.first,
                pairing.bye() ? std::nullopt : std::optional(pairing.second));
            if (!kept) return kept;
        }
        return {};
    });
    return done.map_error([this](const Error& error) { return named(error); });
}

Result<void> Ledger::begin(const RunningGame& game) {
    return lightly([&] {
        return database_.run(
            "INSERT INTO running (id, pairing, number, first, second, position) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            to_text(game.id), to_text(game.pairing), game.number, game.players[0], game.players[1],
            game.position);
    });
}

Result<void> Ledger::show_progress(GameId id, int moves, std::string_view position) {
    return lightly([&] {
        return database_.run("UPDATE running SET moves = ?, position = ? WHERE id = ?", moves,
                             position, to_text(id));
    });
}

Result<void> Ledger::finish(const LedgerGame& game, std::string_view record) {
    const std::string id = to_text(game.id);
    const Result<void> done = database_.transaction([&]() -> Result<void> {
        Result<void> kept = database_.run(
            "INSERT INTO game (id, pairing, number, first, second, winner, first_points, "
            "second_points, reason, first_cpu, second_cpu, wall) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            id, to_text(game.pairing), game.number, game.players[0], game.players[1], game.winner,
            game.points[0], game.points[1], game.reason, game.cpu[0].count(), game.cpu[1].count(),
            game.wall.count());
        if (kept) kept = database_.run("INSERT INTO record (game, json) VALUES (?, ?)", id, record);
        if (kept) kept = database_.run("DELETE FROM running WHERE id = ?", id);
        return kept;
    });
    return done.map_error([this](const Error& error) { return named(error); });
}

Result<void> Ledger::drop_running(GameId id) {
    return lightly([&] { return database_.run("DELETE FROM running WHERE id = ?", to_text(id)); });
}

Result<void> Ledger::keep_constant(const std::string& name, std::string_view value) {
    std::string kept(value);
    const Result<void> done = database_.transaction([&]() -> Result<void> {
        const Result<void> ran = database_.run(
            "INSERT OR IGNORE INTO constant (name, value) VALUES (?, ?)", name, value);
        if (!ran) return ran;
        Result<sqlite::Statement> select =
            database_.prepare("SELECT value FROM constant WHERE name = ?");
        if (!select) return tl::unexpected(select.error());
        const Result<bool> row = select->bind(1, name).step();
        if (!row) return tl::unexpected(row.error());
        kept = select->text(0);
        return {};
    });
    if (!done) return tl::unexpected(named(done.error()));
    if (kept != value) {
        return tl::unexpected(
            named({fmt::format("its games were played with {} '{}', and here it is '{}': results "
                               "of the two cannot be compared",
                               name, kept, value)}));
    }
    return {};
}

Result<void> Ledger::lightly(const std::function<Result<void>()>& write) {
    Result<void> done = database_.execute("PRAGMA synchronous = NORMAL");
    if (done) done = write();
    const Result<void> back = database_.execute("PRAGMA synchronous = FULL");
    if (done) done = back;
    return done.map_error([this](const Error& error) { return named(error); });
}

Error Ledger::named(const Error& error) const {
    return {fmt::format("ledger {}: {}", path_.string(), error.message)};
}

}  // namespace zerosum
