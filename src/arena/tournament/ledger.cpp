#include "arena/tournament/ledger.h"

#include <thread>
#include <utility>

#include "arena/queue/owner.h"
#include "arena/tournament/ledger_schema.h"
#include "core/cpu_clock.h"
#include "core/text.h"
#include "players/spec.h"

namespace zerosum {

namespace {

// Advisory locks of a server on the ledger of this schema: who has it open to play, who plans.
constexpr int kPlaying = 1515410765;
constexpr int kPlanning = 1515410766;
constexpr const char* kInUse = "another process is playing on it. Wait for it or stop it first";
// A server frees the lock of a connection that was closed, or whose process was killed, a moment
// later.
constexpr Seconds kFreeing{3};
// How long a worker that plans may take to make way.
constexpr Seconds kMakingWay{150};
// They ask the server four times per second; but a tournament that begins has other things to do.
constexpr Seconds kPlannerHangs{120};  // less than the above
constexpr Seconds kHostHangs{300};

Result<bool> yes(sql::Connection& connection, const std::string& condition) {
    bool held = false;
    return connection
        .query(fmt::format("SELECT CASE WHEN {} THEN 1 ELSE 0 END", condition), {},
               [&](const sql::Row& row) -> Result<void> {
                   held = row.integer(0) == 1;
                   return {};
               })
        .map([&] { return held; });
}

Result<void> take_server_lock(sql::Connection& connection, int key, Seconds patience = {}) {
    const std::string take =
        fmt::format("pg_try_advisory_lock({}, hashtext(current_schema()))", key);
    for (const Seconds until = wall_clock() + patience;;) {
        const Result<bool> taken = yes(connection, take);
        if (!taken) return tl::unexpected(taken.error());
        if (*taken) return {};
        if (wall_clock() >= until) return fail("{}", kInUse);
        std::this_thread::sleep_for(Seconds{0.02});
    }
}

Result<void> await_server_lock(sql::Connection& connection, int key) {
    return connection.execute(
        fmt::format("SET lock_timeout = '{:.0f}s';"
                    "SELECT pg_advisory_lock({}, hashtext(current_schema()));"
                    "SET lock_timeout = 0",
                    kMakingWay.count(), key));
}

// Seen in the server's list of locks, so that asking takes none.
std::string server_lock_is_held(int key) {
    return fmt::format(
        "EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted "
        "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
        "AND CAST(classid AS BIGINT) = {} AND CAST(objid AS BIGINT) = "
        "(CAST(hashtext(current_schema()) AS BIGINT) & 4294967295))",
        key);
}

Result<ProcessLock> await_planning_lock(const std::filesystem::path& path) {
    for (const Seconds until = wall_clock() + kMakingWay;;) {
        Result<ProcessLock> lock = ProcessLock::take(path, "planning", ProcessLock::Part::Planning);
        if (lock || wall_clock() > until) return lock;
        std::this_thread::sleep_for(Seconds{0.02});
    }
}

}  // namespace

Ledger::Ledger(std::filesystem::path path, sql::Database database, std::vector<ProcessLock> locks)
    : path_(std::move(path)),
      owner_(new_owner()),
      now_(time_in_sql(database.dialect())),
      locks_(std::move(locks)),
      database_(std::move(database)) {}

// Locks of a server end with the connection, so every new one takes them again.
Result<Ledger> Ledger::open_as(Role role, const std::filesystem::path& path,
                               const sql::Patience& patience) {
    const bool whole = role == Role::Writer || role == Role::Host;
    if (sql::is_server(path)) {
        const auto take = [=](sql::Connection& connection) -> Result<void> {
            Result<void> taken;
            if (role != Role::Writer)
                taken = queue_schema::cut_off_when_stuck(connection, queue_schema::kStuckWithin,
                                                         role == Role::Planner ? kPlannerHangs
                                                         : role == Role::Host  ? kHostHangs
                                                                               : Seconds{0});
            if (taken && whole) taken = take_server_lock(connection, kPlaying, kFreeing);
            if (taken && role == Role::Host) taken = await_server_lock(connection, kPlanning);
            if (taken && role == Role::Planner) taken = take_server_lock(connection, kPlanning);
            return taken;
        };
        Result<sql::Database> database = sql::open_server(path, false, take, patience);
        if (!database) return refusal(path, database.error());
        return Ledger(path, std::move(*database), {});
    }
    std::vector<ProcessLock> locks;
    const auto keep = [&](Result<ProcessLock>&& lock) -> Result<void> {
        if (!lock) return tl::unexpected(lock.error());
        locks.push_back(std::move(*lock));
        return {};
    };
    Result<void> locked;
    if (whole) locked = keep(ProcessLock::take(path, "playing on"));
    if (locked && role == Role::Host) locked = keep(await_planning_lock(path));
    if (locked && role == Role::Planner)
        locked = keep(ProcessLock::take(path, "planning", ProcessLock::Part::Planning));
    if (!locked) return refusal(path, locked.error());
    Result<sql::Database> database = sql::open_file(path, sqlite::Access::ReadWrite);
    if (!database) return refusal(path, database.error());
    return Ledger(path, std::move(*database), std::move(locks));
}

Result<Ledger> Ledger::open_to_play(const std::filesystem::path& path, const Identity& identity,
                                    const sql::Patience& patience) {
    Result<Ledger> ledger = open_as(Role::Host, path, patience);
    if (!ledger) return ledger;
    if (const Result<void> ready = ledger->make_ready(identity); !ready)
        return refusal(path, ready.error());
    return ledger;
}

Result<Ledger> Ledger::open_to_work(const std::filesystem::path& path, Seconds lease,
                                    const sql::Patience& patience) {
    std::error_code unused;
    if (!sql::is_server(path) && !std::filesystem::exists(path, unused))
        return refusal(path, {"there is no such file"});
    Result<Ledger> ledger = open_as(Role::Worker, path, patience);
    if (!ledger) return ledger;
    ledger->lease_ = lease;
    Result<void> ready = ledger->check_newest();
    if (ready) ready = ledger->check_tournament();
    if (ready) ready = queue_schema::be_durable(ledger->database_);
    if (!ready) return refusal(path, ready.error());
    return ledger;
}

std::optional<Ledger> Ledger::open_to_plan(const std::filesystem::path& path) {
    Result<Ledger> planner = open_as(Role::Planner, path);
    if (!planner || !queue_schema::be_durable(planner->database_)) return std::nullopt;
    // What was planned may be lost with the server: who plans then begins again.
    planner->set_patience({Seconds{0}});
    return std::move(*planner);
}

Result<bool> Ledger::has_host() const {
    if (!sql::is_server(path_)) return ProcessLock::is_held(path_, ProcessLock::Part::Whole);
    return holds(server_lock_is_held(kPlaying));
}

Result<bool> Ledger::wants_planner() const {
    if (sql::is_server(path_)) {
        return holds(fmt::format(
            "NOT {} AND NOT {} AND has_table_privilege('pairing', 'INSERT') AND "
            "has_table_privilege('task', 'INSERT') AND has_table_privilege('task', 'DELETE') AND "
            "has_table_privilege('about', 'UPDATE')",
            server_lock_is_held(kPlaying), server_lock_is_held(kPlanning)));
    }
    const Result<bool> host = has_host();
    if (!host || *host) return host.map([](bool) { return false; });
    return ProcessLock::is_held(path_, ProcessLock::Part::Planning).map([](bool held) {
        return !held;
    });
}

Result<bool> Ledger::holds(const std::string& condition) const {
    return database_.integer(fmt::format("SELECT CASE WHEN {} THEN 1 ELSE 0 END", condition))
        .map([](std::int64_t answer) { return answer == 1; })
        .map_error([this](const Error& error) { return named(error); });
}

Result<void> Ledger::check_newest() const {
    const Result<std::int64_t> format = queue_schema::format_of(database_);
    if (!format) return tl::unexpected(format.error());
    if (*format == queue_schema::kNewest) return {};
    return fail(
        "it has the old format {}. It can be read as it is; to go on, let "
        "zerosum tournament FILE --upgrade make it format {}, which older programs cannot read",
        *format, queue_schema::kNewest);
}

Result<void> Ledger::check_tournament() const {
    const Result<bool> there = ledger_schema::holds_tournament(database_);
    if (!there) return tl::unexpected(there.error());
    if (!*there) return fail("it holds tasks of other work, expected a tournament");
    return {};
}

Result<void> Ledger::make_ready(const Identity& identity) {
    const Result<bool> fresh = queue_schema::is_empty(database_);
    if (!fresh) return tl::unexpected(fresh.error());
    if (!*fresh)
        if (Result<void> newest = check_newest(); !newest) return newest;
    const Result<bool> begun = ledger_schema::holds_tournament(database_);
    if (!begun) return tl::unexpected(begun.error());
    Result<void> ready = queue_schema::be_durable(database_);
    if (ready) ready = *begun ? check_identity(identity) : create(identity);
    return ready;
}

Result<bool> Ledger::is_at(const std::filesystem::path& path, const sql::Patience& patience) {
    Result<Ledger> ledger = open_as(Role::Worker, path, patience);
    if (!ledger) return tl::unexpected(ledger.error());
    ledger->set_patience(patience);
    const Result<bool> there = ledger_schema::holds_tournament(ledger->database_);
    if (!there) return refusal(path, there.error());
    return there;
}

Result<Ledger> Ledger::open_to_read(const std::filesystem::path& path) {
    const auto opened = [&](Result<sql::Database>&& database) -> Result<Ledger> {
        if (!database) return refusal(path, database.error());
        Ledger ledger(path, std::move(*database), {});
        Result<void> known =
            queue_schema::format_of(ledger.database_).and_then([&](std::int64_t format) {
                return ledger_schema::show_as_newest(ledger.database_, format);
            });
        if (known) known = ledger.check_tournament();
        if (!known) return refusal(path, known.error());
        return ledger;
    };
    if (sql::is_server(path)) return opened(sql::open_server(path, true));
    std::error_code unused;
    if (!std::filesystem::exists(path, unused)) return refusal(path, {"there is no such file"});
    if (std::filesystem::is_directory(path, unused))
        return refusal(path, {"is a directory, expected a file"});
    Result<Ledger> ledger = opened(sql::open_file(path, sqlite::Access::ReadOnly));
    // SQLite makes side files even to read. In a folder that cannot be written they are not
    // needed as long as no other process left a write-ahead log there.
    std::filesystem::path log = path;
    log += "-wal";
    if (!ledger && !std::filesystem::exists(log, unused))
        return opened(sql::open_file(path, sqlite::Access::Immutable));
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
        numbers.clear();
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
    // A reader would call the file damaged, all of it.
    for (const std::string& text : {player.name, player.spec, player.fingerprint})
        if (holds_control_characters(text))
            return fail("found the player '{}', expected no control character in it",
                        printable(text, 300));
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
    return database_.integer("SELECT current FROM entrant WHERE name = ?", player.name)
        .map([](std::int64_t number) { return static_cast<PlayerIndex>(number); });
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
        const Result<std::optional<std::string>> found =
            database_.text("SELECT value FROM constant WHERE name = ?", name);
        if (!found) return tl::unexpected(found.error());
        kept = found->value_or("");
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
    return database_.lightly(write).map_error([this](const Error& error) { return named(error); });
}

tl::unexpected<Error> Ledger::refusal(const std::filesystem::path& path, const Error& error) {
    return fail("ledger {}: {}", sql::shown(path), error.message);
}

Error Ledger::named(const Error& error) const {
    return refusal(path_, error).value();
}

}  // namespace zerosum
