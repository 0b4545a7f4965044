#include "arena/desk/desk_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/secret.h"
#include "core/sha256.h"

namespace zerosum {

namespace {

constexpr std::int64_t kDeskId = 0x5a534448;  // "ZSDH" in the file's header
constexpr std::int64_t kDeskSchema = 1;

constexpr const char* kDeskTables = R"sql(
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE person (
    name TEXT PRIMARY KEY,
    nick TEXT NOT NULL,
    email TEXT NOT NULL,
    staff INTEGER NOT NULL,
    place INTEGER NOT NULL,
    token TEXT UNIQUE);
CREATE TABLE hand_in (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person TEXT NOT NULL REFERENCES person(name),
    number INTEGER NOT NULL,
    file TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    received BIGINT NOT NULL DEFAULT (unixepoch()),
    stage INTEGER NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0,
    accepted INTEGER NOT NULL DEFAULT 0,
    again INTEGER NOT NULL DEFAULT 0,
    category TEXT NOT NULL DEFAULT '',
    sentence TEXT NOT NULL DEFAULT '',
    check_text TEXT NOT NULL DEFAULT '',
    earned DOUBLE PRECISION,
    possible DOUBLE PRECISION,
    grade_text TEXT NOT NULL DEFAULT '',
    UNIQUE (person, number));
CREATE INDEX hand_in_of_stage ON hand_in(stage, id);
)sql";

int number_of(Stage stage) {
    return static_cast<int>(stage);
}

std::string has_newer(std::string_view which) {
    return fmt::format(
        "EXISTS (SELECT 1 FROM hand_in AS newer WHERE newer.person = hand_in.person "
        "AND newer.id > hand_in.id AND NOT newer.removed{})",
        which);
}

// Only a person's newest is worth a check and a grade: of one that waits for either, a newer one
// takes the place. It has it back when that one is refused or removed, so this is asked of what is
// kept, and never kept itself.
std::string is_replaced() {
    return fmt::format("(stage IN ({}, {}) AND {})", number_of(Stage::Received),
                       number_of(Stage::Checked),
                       has_newer(fmt::format(" AND newer.stage <> {}", number_of(Stage::Refused))));
}

std::string waits_at(Stage stage) {
    return fmt::format("stage = {} AND NOT removed AND NOT {}", number_of(stage), is_replaced());
}

// The reports of a class are megabytes: without them where they are not shown.
std::string hand_in_columns(bool with_reports) {
    return fmt::format(
        "SELECT id, person, number, file, bytes, received, CASE WHEN {} THEN {} ELSE stage END, "
        "removed, again, category, sentence, {}, earned, possible, {}, accepted FROM hand_in ",
        is_replaced(), number_of(Stage::Replaced), with_reports ? "check_text" : "''",
        with_reports ? "grade_text" : "''");
}

Result<DeskHandIn> hand_in_from(const sqlite::Statement& row) {
    const auto number = [&](int column) {
        return row.is_null(column) ? std::nullopt : std::optional(row.real(column));
    };
    DeskHandIn hand_in;
    hand_in.id = row.integer(0);
    hand_in.person = row.text(1);
    hand_in.number = static_cast<int>(row.integer(2));
    hand_in.file = row.text(3);
    hand_in.bytes = row.integer(4);
    hand_in.received = row.integer(5);
    hand_in.stage = static_cast<Stage>(row.integer(6));
    hand_in.removed = row.integer(7) != 0;
    hand_in.again = row.integer(8) != 0;
    hand_in.category = row.text(9);
    hand_in.sentence = row.text(10);
    hand_in.check = row.text(11);
    hand_in.earned = number(12);
    hand_in.possible = number(13);
    hand_in.grade = row.text(14);
    hand_in.accepted = row.integer(15) != 0;
    return hand_in;
}

Result<Person> person_from(const sqlite::Statement& row) {
    return Person{row.text(0), row.text(1), row.text(2), row.integer(3) != 0};
}

Result<void> prepare_desk(const sqlite::Database& database) {
    const Result<std::int64_t> tables = database.integer("SELECT count(*) FROM sqlite_master");
    if (!tables) return tl::unexpected(tables.error());
    if (*tables > 0) {
        const Result<std::int64_t> id = database.integer("PRAGMA application_id");
        const Result<std::int64_t> schema = database.integer("PRAGMA user_version");
        if (!id || !schema || *id != kDeskId)
            return fail("is a database of something else, expected a hand-in desk's");
        if (*schema != kDeskSchema)
            return fail("is a desk's file of format {}, expected {}", *schema, kDeskSchema);
    }
    Result<void> set = database.write_ahead();
    if (set) set = database.execute("PRAGMA synchronous = FULL");
    if (!set || *tables > 0) return set;
    return database.transaction([&]() -> Result<void> {
        // Another process may have made them since they were counted.
        const Result<std::int64_t> now = database.integer("SELECT count(*) FROM sqlite_master");
        if (!now) return tl::unexpected(now.error());
        if (*now > 0) return {};
        return database.execute(
            fmt::format("{} PRAGMA application_id = {}; "
                        "PRAGMA user_version = {};",
                        kDeskTables, kDeskId, kDeskSchema));
    });
}

}  // namespace

std::string_view to_text(Stage stage) {
    constexpr std::array<std::string_view, 5> words = {"received", "checked", "refused", "graded",
                                                       "replaced"};
    return words.at(static_cast<std::size_t>(stage));
}

Result<std::unique_ptr<DeskStore>> DeskStore::open(const std::filesystem::path& path) {
    sqlite::make_private(path);
    Result<sqlite::Database> database = sqlite::Database::open(path, sqlite::Access::ReadWrite);
    Result<void> ready =
        database ? prepare_desk(*database) : Result<void>(tl::unexpected(database.error()));
    if (!ready) return fail("hand-in desk {}: {}", path.string(), ready.error().message);
    return std::unique_ptr<DeskStore>(new DeskStore(path, std::move(*database)));
}

Error DeskStore::named(const Error& error) const {
    return {fmt::format("hand-in desk {}: {}", path_.string(), error.message)};
}

// Hand-ins stay with who left the class, under that person's nick: nobody else takes it.
Result<void> DeskStore::check_names(const std::vector<Person>& people) const {
    const auto known = database_.rows(
        "SELECT name, nick, email, staff FROM person "
        "WHERE name IN (SELECT person FROM hand_in)",
        person_from);
    if (!known) return tl::unexpected(known.error());
    std::map<std::string, const Person*> past;  // by name and nick
    for (const Person& one : *known) {
        const bool listed = std::any_of(people.begin(), people.end(), [&](const Person& person) {
            return person.name == one.name;
        });
        if (listed) continue;
        past[name_key(one.name)] = &one;
        if (!one.nick.empty()) past[name_key(one.nick)] = &one;
    }
    for (const Person& person : people)
        for (const std::string& name : {person.name, person.nick})
            if (const auto other = past.find(name_key(name)); other != past.end() && !name.empty())
                return fail(
                    "found '{}' for {}: hand-ins of {}, who is no longer in the class, are kept "
                    "under that name, expected another",
                    name, person.name, other->second->name);
    return {};
}

Result<std::vector<NewToken>> DeskStore::enrol(const std::vector<Person>& people,
                                               const std::vector<std::string>& again) {
    const std::lock_guard lock(mutex_);
    std::vector<NewToken> tokens;
    const Result<void> done = database_.transaction([&]() -> Result<void> {
        if (Result<void> free = check_names(people); !free) return free;
        const auto holders = database_.rows(
            "SELECT name FROM person WHERE token IS NOT NULL",
            [](const sqlite::Statement& row) -> Result<std::string> { return row.text(0); });
        if (!holders) return tl::unexpected(holders.error());
        for (const std::string& name : *holders) {
            const bool listed = std::any_of(people.begin(), people.end(),
                                            [&](const Person& one) { return one.name == name; });
            if (listed) continue;
            if (Result<void> left =
                    database_.run("UPDATE person SET token = NULL WHERE name = ?", name);
                !left)
                return left;
        }
        for (std::size_t i = 0; i < people.size(); ++i) {
            const Person& person = people[i];
            Result<void> kept = database_.run(
                "INSERT INTO person (name, nick, email, staff, place) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (name) DO UPDATE SET nick = excluded.nick, email = excluded.email, "
                "staff = excluded.staff, place = excluded.place",
                person.name, person.nick, person.email, person.staff, i);
            if (!kept) return kept;
            const bool has_one =
                std::find(holders->begin(), holders->end(), person.name) != holders->end();
            if (has_one && std::find(again.begin(), again.end(), person.name) == again.end())
                continue;
            const Result<std::string> secret = fresh_secret();
            if (!secret) return tl::unexpected(secret.error());
            kept = database_.run("UPDATE person SET token = ? WHERE name = ?", sha256(*secret),
                                 person.name);
            if (!kept) return kept;
            tokens.push_back({person, *secret});
        }
        return {};
    });
    if (!done) return tl::unexpected(named(done.error()));
    return tokens;
}

Result<std::vector<Person>> DeskStore::people() const {
    const std::lock_guard lock(mutex_);
    return database_
        .rows("SELECT name, nick, email, staff FROM person WHERE token IS NOT NULL ORDER BY place",
              person_from)
        .map_error([this](const Error& error) { return named(error); });
}

Result<std::optional<Person>> DeskStore::person(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = database_.rows("SELECT name, nick, email, staff FROM person WHERE name = ?",
                                      person_from, name);
    if (!found) return tl::unexpected(named(found.error()));
    return found->empty() ? std::optional<Person>() : std::optional(found->front());
}

Result<std::optional<Person>> DeskStore::whose(std::string_view token) const {
    if (token.empty()) return std::optional<Person>();
    const std::lock_guard lock(mutex_);
    const auto found = database_.rows("SELECT name, nick, email, staff FROM person WHERE token = ?",
                                      person_from, sha256(token));
    if (!found) return tl::unexpected(named(found.error()));
    return found->empty() ? std::optional<Person>() : std::optional(found->front());
}

Result<std::int64_t> DeskStore::insert(const std::string& person, std::string_view file,
                                       std::size_t bytes) {
    const Result<void> kept = database_.run(
        "INSERT INTO hand_in (person, number, file, bytes, stage) VALUES (?, "
        "(SELECT count(*) + 1 FROM hand_in WHERE person = ?), ?, ?, ?)",
        person, person, file, bytes, number_of(Stage::Received));
    if (!kept) return tl::unexpected(named(kept.error()));
    return database_.integer("SELECT last_insert_rowid()");
}

template <typename... Values>
Result<std::vector<DeskHandIn>> DeskStore::list(std::string_view where,
                                                const Values&... values) const {
    return database_.rows(hand_in_columns(true) + std::string(where), hand_in_from, values...)
        .map_error([this](const Error& error) { return named(error); });
}

Result<DeskHandIn> DeskStore::one(std::int64_t id) const {
    const Result<std::vector<DeskHandIn>> found = list("WHERE id = ?", id);
    if (!found) return tl::unexpected(found.error());
    if (found->empty()) return tl::unexpected(named({fmt::format("there is no hand-in {}", id)}));
    return found->front();
}

template <typename... Values>
Result<int> DeskStore::count(std::string_view where, const Values&... values) const {
    const std::lock_guard lock(mutex_);
    const auto counted = database_.rows(
        fmt::format("SELECT count(*) FROM hand_in {}", where),
        [](const sqlite::Statement& row) -> Result<int> {
            return static_cast<int>(row.integer(0));
        },
        values...);
    if (!counted) return tl::unexpected(named(counted.error()));
    return counted->at(0);
}

Result<int> DeskStore::count_since(const std::string& person, std::int64_t since) const {
    return count("WHERE person = ? AND received >= ?", person, since);
}

Result<std::vector<DeskHandIn>> DeskStore::hand_ins(const std::string& person) const {
    const std::lock_guard lock(mutex_);
    const std::string_view whose = person.empty() ? "?1 = ''" : "person = ?1";
    return database_
        .rows(fmt::format("{}WHERE {} ORDER BY id DESC", hand_in_columns(false), whose),
              hand_in_from, person)
        .map_error([this](const Error& error) { return named(error); });
}

Result<std::optional<DeskHandIn>> DeskStore::find(std::int64_t id) const {
    const std::lock_guard lock(mutex_);
    const Result<std::vector<DeskHandIn>> found = list("WHERE id = ?", id);
    if (!found) return tl::unexpected(found.error());
    return found->empty() ? std::optional<DeskHandIn>() : std::optional(found->front());
}

// Who has handed in much that is refused must not keep the others waiting: everybody's newest goes
// first.
Result<std::vector<std::int64_t>> DeskStore::waiting(Stage stage) const {
    const std::lock_guard lock(mutex_);
    return database_
        .rows(fmt::format("SELECT id FROM hand_in WHERE {} ORDER BY {}, id", waits_at(stage),
                          has_newer("")),
              [](const sqlite::Statement& row) -> Result<std::int64_t> { return row.integer(0); })
        .map_error([this](const Error& error) { return named(error); });
}

Result<std::optional<DeskHandIn>> DeskStore::next(Stage stage,
                                                  const std::vector<std::int64_t>& later) const {
    const Result<std::vector<std::int64_t>> ids = waiting(stage);
    if (!ids) return tl::unexpected(ids.error());
    for (const std::int64_t id : *ids)
        if (std::find(later.begin(), later.end(), id) == later.end()) return find(id);
    return std::optional<DeskHandIn>();
}

Result<std::vector<DeskHandIn>> DeskStore::playing() const {
    const std::lock_guard lock(mutex_);
    return list(
        "WHERE id IN (SELECT max(id) FROM hand_in WHERE NOT removed AND accepted GROUP BY person) "
        "ORDER BY id");
}

Result<void> DeskStore::keep_check(const DeskHandIn& checked) {
    const std::lock_guard lock(mutex_);
    return database_
        .run(
            "UPDATE hand_in SET stage = CASE WHEN stage = ? THEN ? ELSE stage END, accepted = ?, "
            "category = ?, sentence = ?, check_text = ? WHERE id = ?",
            number_of(Stage::Received), number_of(checked.stage), checked.accepted,
            checked.category, checked.sentence, checked.check, checked.id)
        .map_error([this](const Error& error) { return named(error); });
}

Result<void> DeskStore::keep_grade(const DeskHandIn& graded) {
    const std::lock_guard lock(mutex_);
    return database_
        .run(
            "UPDATE hand_in SET stage = CASE WHEN stage = ? THEN ? ELSE stage END, again = 0, "
            "earned = ?, possible = ?, grade_text = ? WHERE id = ? AND stage <> ? AND again = ?",
            number_of(Stage::Checked), number_of(Stage::Graded), graded.earned, graded.possible,
            graded.grade, graded.id, number_of(Stage::Received), graded.again)
        .map_error([this](const Error& error) { return named(error); });
}

Result<void> DeskStore::ask_again(std::int64_t id) {
    const std::lock_guard lock(mutex_);
    return database_
        .run(
            "UPDATE hand_in SET stage = ?, again = 1, removed = 0, earned = NULL, possible = NULL, "
            "grade_text = '' WHERE id = ?",
            number_of(Stage::Received), id)
        .map_error([this](const Error& error) { return named(error); });
}

Result<void> DeskStore::remove(std::int64_t id) {
    const std::lock_guard lock(mutex_);
    return database_.run("UPDATE hand_in SET removed = 1 WHERE id = ?", id)
        .map_error([this](const Error& error) { return named(error); });
}

Result<bool> DeskStore::paused() const {
    const std::lock_guard lock(mutex_);
    return database_.integer("SELECT count(*) FROM setting WHERE name = 'paused'")
        .map([](std::int64_t count) { return count > 0; })
        .map_error([this](const Error& error) { return named(error); });
}

Result<void> DeskStore::set_paused(bool paused) {
    const std::lock_guard lock(mutex_);
    return database_
        .execute(paused ? "INSERT OR REPLACE INTO setting VALUES ('paused', 'yes')"
                        : "DELETE FROM setting WHERE name = 'paused'")
        .map_error([this](const Error& error) { return named(error); });
}

}  // namespace zerosum
