#include "arena/tournament/ledger.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <utility>

#include "arena/tournament/ledger_schema.h"

namespace zerosum {

namespace {

constexpr const char* kGame = "game";  // the kind of a claim

std::int64_t seconds_since_1970() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string this_process() {
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
    return fmt::format("{}:{}", host.data(), ::getpid());
}

Result<bool> is_empty(const sqlite::Database& database) {
    return database.integer("SELECT count(*) FROM sqlite_master").map([](std::int64_t tables) {
        return tables == 0;
    });
}

}  // namespace

Ledger::Ledger(std::filesystem::path path, sqlite::Database database,
               std::optional<ProcessLock> lock)
    : path_(std::move(path)),
      owner_(this_process()),
      lock_(std::move(lock)),
      database_(std::move(database)) {}

Result<Ledger> Ledger::open_to_play(const std::filesystem::path& path, const Identity& identity) {
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
        const Result<std::int64_t> format = ledger_schema::format_of(ledger.database_);
        if (!format) return refuse(format.error());
        if (*format != ledger_schema::kNewest) {
            return refuse({fmt::format(
                "it has the old format {}. It can be read as it is; to go on, let "
                "zerosum tournament FILE --upgrade make it format {}, which older programs cannot "
                "read",
                *format, ledger_schema::kNewest)});
        }
    }
    // WAL lets others read while this process writes; FULL puts every commit on the disk.
    for (const char* pragma : {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"}) {
        if (Result<void> set = ledger.database_.execute(pragma); !set) return refuse(set.error());
    }
    Result<void> ready = *fresh ? ledger.create(identity) : ledger.check_identity(identity);
    // Who holds the lock is alone: what a killed process was playing is not being played any more.
    if (ready) ready = ledger.database_.execute("DELETE FROM claim");
    if (!ready) return refuse(ready.error());
    return ledger;
}

Result<bool> Ledger::upgrade(const std::filesystem::path& path) {
    const auto refuse = [&](const Error& error) {
        return fail("ledger {}: {}", path.string(), error.message);
    };
    std::error_code unused;
    if (!std::filesystem::exists(path, unused)) return refuse({"there is no such file"});
    const Result<ProcessLock> lock = ProcessLock::take(path, "playing on");
    if (!lock) return refuse(lock.error());
    const Result<sqlite::Database> database =
        sqlite::Database::open(path, sqlite::Access::ReadWrite);
    if (!database) return refuse(database.error());
    const Result<std::int64_t> format = ledger_schema::format_of(*database);
    if (!format) return refuse(format.error());
    const Result<void> done = ledger_schema::upgrade(*database, *format);
    if (!done) return refuse(done.error());
    return *format != ledger_schema::kNewest;
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
        const Result<void> known =
            ledger_schema::format_of(ledger->database_).and_then([&](std::int64_t format) {
                return ledger_schema::show_as_newest(ledger->database_, format);
            });
        if (known) return ledger;
        ledger = refuse(known.error());
    }
    return ledger;
}

Result<void> Ledger::create(const Identity& identity) {
    return database_.transaction([&]() -> Result<void> {
        if (Result<void> made = ledger_schema::create(database_); !made) return made;
        for (const auto& [name, value] : identity) {
            const Result<void> kept =
                database_.run("INSERT INTO identity (name, value) VALUES (?, ?)", name, value);
            if (!kept) return kept;
        }
        return {};
    });
}

Result<std::vector<PlayerIndex>> Ledger::enter(std::span<const LedgerPlayer> players) {
    std::vector<PlayerIndex> numbers;
    const std::int64_t now = seconds_since_1970();
    const Result<void> done = database_.transaction([&]() -> Result<void> {
        if (Result<void> left = database_.execute("UPDATE entrant SET current = NULL"); !left)
            return left;
        for (const LedgerPlayer& player : players) {
            const Result<PlayerIndex> number = enter_one(player, now);
            if (!number) return tl::unexpected(number.error());
            numbers.push_back(*number);
        }
        return {};
    });
    if (!done) return tl::unexpected(named(done.error()));
    return numbers;
}

// Numbers are given in the program, as both count from 0 without gaps and only one enters at a
// time.
Result<PlayerIndex> Ledger::enter_one(const LedgerPlayer& player, std::int64_t now) {
    Result<void> kept = database_.run(
        "INSERT INTO entrant (number, name) VALUES ((SELECT count(*) FROM entrant), ?) "
        "ON CONFLICT (name) DO NOTHING",
        player.name);
    if (kept) {
        kept = database_.run(
            "INSERT INTO version (number, entrant, spec, fingerprint, entered) VALUES "
            "((SELECT count(*) FROM version), (SELECT number FROM entrant WHERE name = ?), "
            "?, ?, ?) ON CONFLICT (entrant, fingerprint) DO NOTHING",
            player.name, player.spec, player.fingerprint, now);
    }
    if (kept) {
        kept = database_.run(
            "UPDATE entrant SET current = (SELECT version.number FROM version WHERE "
            "version.entrant = entrant.number AND fingerprint = ?) WHERE name = ?",
            player.fingerprint, player.name);
    }
    if (!kept) return tl::unexpected(kept.error());
    const auto number = database_.rows(
        "SELECT current FROM entrant WHERE name = ?",
        [](const sqlite::Statement& row) -> Result<PlayerIndex> {
            return static_cast<PlayerIndex>(row.integer(0));
        },
        player.name);
    if (!number) return tl::unexpected(number.error());
    return number->at(0);
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
                "INSERT INTO pairing (id, round, first, second) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (id) DO NOTHING",
                to_text(pairing.id), pairing.round, pairing.first,
                pairing.bye() ? std::nullopt : std::optional(pairing.second));
            if (!kept) return kept;
        }
        return {};
    });
    return done.map_error([this](const Error& error) { return named(error); });
}

// A claim that is there passes to this process when its lease has run out or it was its own.
Result<void> Ledger::begin(const RunningGame& game) {
    const std::int64_t now = seconds_since_1970();
    Result<void> claimed = lightly([&] {
        return database_.run(
            "INSERT INTO claim (id, kind, owner, attempt, started, lease, pairing, number, first, "
            "second, moves, position) VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, attempt = claim.attempt + 1, "
            "started = excluded.started, lease = excluded.lease, moves = excluded.moves, "
            "position = excluded.position "
            "WHERE claim.lease < excluded.started OR claim.owner = excluded.owner",
            to_text(game.id), kGame, owner_, now, now + kLease, to_text(game.pairing), game.number,
            game.players[0], game.players[1], game.moves, game.position);
    });
    if (!claimed) return claimed;
    const auto owner = rows(
        "SELECT owner FROM claim WHERE id = ?",
        [](const sqlite::Statement& row) -> Result<std::string> { return row.text(0); },
        to_text(game.id));
    if (!owner) return tl::unexpected(owner.error());
    if (owner->empty() || owner->front() != owner_)
        return tl::unexpected(named({fmt::format("game {} is being played by {}", to_text(game.id),
                                                 owner->empty() ? "nobody" : owner->front())}));
    return claimed;
}

Result<void> Ledger::renew_claims() {
    return lightly([&] {
        return database_.run("UPDATE claim SET lease = ? WHERE owner = ?",
                             seconds_since_1970() + kLease, owner_);
    });
}

Result<void> Ledger::show_progress(GameId id, int moves, std::string_view position) {
    return lightly([&] {
        return database_.run("UPDATE claim SET moves = ?, position = ? WHERE id = ? AND owner = ?",
                             moves, position, to_text(id), owner_);
    });
}

Result<void> Ledger::finish(const LedgerGame& game, std::string_view record) {
    const std::string id = to_text(game.id);
    const Result<void> done = database_.transaction([&]() -> Result<void> {
        Result<void> kept = database_.run(
            "INSERT INTO game (id, pairing, number, first, second, winner, first_points, "
            "second_points, reason, first_cpu, second_cpu, wall, ended) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            id, to_text(game.pairing), game.number, game.players[0], game.players[1], game.winner,
            game.points[0], game.points[1], game.reason, game.cpu[0].count(), game.cpu[1].count(),
            game.wall.count(), seconds_since_1970());
        if (kept) kept = database_.run("INSERT INTO record (game, json) VALUES (?, ?)", id, record);
        if (kept) kept = database_.run("DELETE FROM claim WHERE id = ? AND owner = ?", id, owner_);
        if (!kept) return kept;
        const auto others = database_.rows(
            "SELECT owner FROM claim WHERE id = ?",
            [](const sqlite::Statement& row) -> Result<std::string> { return row.text(0); }, id);
        if (!others) return tl::unexpected(others.error());
        if (!others->empty())
            return fail("game {} has passed to {}: this result is not kept", id, others->front());
        return {};
    });
    return done.map_error([this](const Error& error) { return named(error); });
}

Result<void> Ledger::drop_running(GameId id) {
    return lightly([&] {
        return database_.run("DELETE FROM claim WHERE id = ? AND owner = ?", to_text(id), owner_);
    });
}

Result<void> Ledger::set_about(const std::string& name, std::string_view value) {
    return database_
        .run(
            "INSERT INTO about (name, value) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name, value)
        .map_error([this](const Error& error) { return named(error); });
}

Result<void> Ledger::keep_constant(const std::string& name, std::string_view value) {
    std::string kept(value);
    const Result<void> done = database_.transaction([&]() -> Result<void> {
        const Result<void> ran = database_.run(
            "INSERT INTO constant (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name,
            value);
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
