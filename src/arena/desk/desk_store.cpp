#include "arena/desk/desk_store.h"

#include <fmt/ranges.h>

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

constexpr std::string_view kHandInColumns =
    "SELECT id, person, number, file, bytes, received, stage, removed, again, category, sentence, "
    "check_text, earned, possible, grade_text, accepted FROM hand_in ";
// The reports of a class are megabytes, and a list shows none of them.
constexpr std::string_view kBriefColumns =
    "SELECT id, person, number, file, bytes, received, stage, removed, again, category, sentence, "
    "'', earned, possible, '', accepted FROM hand_in ";

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
    const auto stage = [](Stage which) { return static_cast<int>(which); };
    // Only a person's newest is worth a grade.
    Result<void> kept = database_.run(
        "UPDATE hand_in SET stage = ? WHERE person = ? AND stage IN (?, ?)", stage(Stage::Replaced),
        person, stage(Stage::Received), stage(Stage::Checked));
    if (kept)
        kept = database_.run(
            "INSERT INTO hand_in (person, number, file, bytes, stage) VALUES (?, "
            "(SELECT count(*) + 1 FROM hand_in WHERE person = ?), ?, ?, ?)",
            person, person, file, bytes, stage(Stage::Received));
    if (!kept) return tl::unexpected(named(kept.error()));
    return database_.integer("SELECT last_insert_rowid()");
}

template <typename... Values>
Result<std::vector<DeskHandIn>> DeskStore::list(std::string_view where,
                                                const Values&... values) const {
    return database_.rows(fmt::format("{}{}", kHandInColumns, where), hand_in_from, values...)
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

Result<int> DeskStore::count_before(const DeskHandIn& hand_in) const {
    return count("WHERE stage = ? AND id < ? AND NOT removed", static_cast<int>(hand_in.stage),
                 hand_in.id);
}

Result<std::vector<DeskHandIn>> DeskStore::hand_ins(const std::string& person) const {
    const std::lock_guard lock(mutex_);
    const std::string_view whose = person.empty() ? "?1 = ''" : "person = ?1";
    return database_
        .rows(fmt::format("{}WHERE {} ORDER BY id DESC", kBriefColumns, whose), hand_in_from,
              person)
        .map_error([this](const Error& error) { return named(error); });
}

Result<std::optional<DeskHandIn>> DeskStore::find(std::int64_t id) const {
    const std::lock_guard lock(mutex_);
    const Result<std::vector<DeskHandIn>> found = list("WHERE id = ?", id);
    if (!found) return tl::unexpected(found.error());
    return found->empty() ? std::optional<DeskHandIn>() : std::optional(found->front());
}

Result<std::optional<DeskHandIn>> DeskStore::next(Stage stage,
                                                  const std::vector<std::int64_t>& later) const {
    const std::lock_guard lock(mutex_);
    const Result<std::vector<DeskHandIn>> found =
        list(fmt::format("WHERE stage = ? AND NOT removed AND id NOT IN ({}) ORDER BY id LIMIT 1",
                         fmt::join(later, ", ")),
             static_cast<int>(stage));
    if (!found) return tl::unexpected(found.error());
    return found->empty() ? std::optional<DeskHandIn>() : std::optional(found->front());
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
            static_cast<int>(Stage::Received), static_cast<int>(checked.stage), checked.accepted,
            checked.category, checked.sentence, checked.check, checked.id)
        .map_error([this](const Error& error) { return named(error); });
}

Result<void> DeskStore::keep_grade(const DeskHandIn& graded) {
    const std::lock_guard lock(mutex_);
    return database_
        .run(
            "UPDATE hand_in SET stage = CASE WHEN stage = ? THEN ? ELSE stage END, again = 0, "
            "earned = ?, possible = ?, grade_text = ? WHERE id = ? AND stage <> ? AND again = ?",
            static_cast<int>(Stage::Checked), static_cast<int>(Stage::Graded), graded.earned,
            graded.possible, graded.grade, graded.id, static_cast<int>(Stage::Received),
            graded.again)
        .map_error([this](const Error& error) { return named(error); });
}

Result<void> DeskStore::ask_again(std::int64_t id) {
    const std::lock_guard lock(mutex_);
    return database_
        .run(
            "UPDATE hand_in SET stage = ?, again = 1, removed = 0, earned = NULL, possible = NULL, "
            "grade_text = '' WHERE id = ?",
            static_cast<int>(Stage::Received), id)
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
