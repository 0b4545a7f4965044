#include "arena/grade/book.h"

#include <fmt/format.h>

#include <map>

#include "arena/grade/plan.h"
#include "core/text.h"
#include "games/registry.h"

namespace zerosum {

namespace {

constexpr std::int64_t kBookId = 0x5a534742;  // "ZSGB" in the file's header
constexpr std::int64_t kBookSchema = 1;

constexpr const char* kBookTables = R"sql(
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE grading (
    id INTEGER PRIMARY KEY,
    agent TEXT NOT NULL,
    spec TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    again INTEGER NOT NULL,
    begun INTEGER NOT NULL DEFAULT (unixepoch()));
CREATE INDEX grading_of_agent ON grading(agent, id);
CREATE TABLE item (
    place INTEGER PRIMARY KEY,
    grading INTEGER NOT NULL REFERENCES grading(id),
    part INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    passed INTEGER NOT NULL,
    reason TEXT NOT NULL,
    evidence TEXT NOT NULL,
    output TEXT NOT NULL,
    question TEXT NOT NULL,
    answer TEXT NOT NULL,
    command TEXT NOT NULL,
    cpu REAL NOT NULL,
    endless REAL NOT NULL,
    ended INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (grading, part, number));
)sql";

using Settings = std::map<std::string, std::string>;

Settings texts_of(const GradeSettings& settings) {
    return {{"game", std::string(settings.game->name())},
            {"edition", std::string(settings.edition.name)},
            {"seed", std::to_string(settings.seed)},
            {"bank", fmt::format("{:g}", settings.bank.count())},
            {"quick", settings.quick ? "yes" : "no"},
            {"play-all", settings.play_all ? "yes" : "no"},
            {"questions", std::string(kQuestions)}};
}

Result<Settings> read_settings(const sqlite::Database& database) {
    const auto rows =
        database.rows("SELECT name, value FROM setting",
                      [](const sqlite::Statement& row) -> Result<Settings::value_type> {
                          return Settings::value_type{row.text(0), row.text(1)};
                      });
    if (!rows) return tl::unexpected(rows.error());
    return Settings(rows->begin(), rows->end());
}

Result<void> check_settings(const sqlite::Database& database, const GradeSettings& settings) {
    const Result<Settings> kept = read_settings(database);
    if (!kept) return tl::unexpected(kept.error());
    for (const auto& [name, value] : texts_of(settings)) {
        const auto found = kept->find(name);
        if (found == kept->end() || found->second != value)
            return fail(
                "its grades were given with {} {}, found {}: name another book or remove it", name,
                found == kept->end() ? "nothing" : found->second, value);
    }
    return {};
}

Result<void> check_book(const sqlite::Database& database) {
    const Result<std::int64_t> id = database.integer("PRAGMA application_id");
    if (!id) return tl::unexpected(id.error());
    const Result<std::int64_t> schema = database.integer("PRAGMA user_version");
    if (!schema) return tl::unexpected(schema.error());
    if (*id != kBookId) return fail("is a database of something else, expected a grade book");
    if (*schema != kBookSchema)
        return fail("is a grade book of format {}, expected {}", *schema, kBookSchema);
    return {};
}

Result<void> make_book(const sqlite::Database& database, const Settings& settings) {
    return database.transaction([&]() -> Result<void> {
        Result<void> made = database.execute(kBookTables);
        for (const auto& [name, value] : settings)
            if (made) made = database.run("INSERT INTO setting VALUES(?, ?)", name, value);
        if (made) made = database.execute(fmt::format("PRAGMA application_id = {}", kBookId));
        if (made) made = database.execute(fmt::format("PRAGMA user_version = {}", kBookSchema));
        return made;
    });
}

constexpr const char* kGradingColumns =
    "SELECT id, agent, spec, fingerprint, again, strftime('%Y-%m-%d %H:%M', begun, 'unixepoch') "
    "FROM grading ";

Result<Grading> grading_from(const sqlite::Statement& row) {
    return Grading{row.integer(0), row.text(1),         row.text(2),
                   row.text(3),    row.integer(4) != 0, row.text(5)};
}

Result<GradeItem> item_from(const sqlite::Statement& row) {
    GradeItem item;
    item.part = static_cast<std::size_t>(row.integer(0));
    item.number = static_cast<int>(row.integer(1));
    item.name = row.text(2);
    item.passed = row.integer(3) != 0;
    item.reason = row.text(4);
    item.evidence = row.text(5);
    item.output = row.text(6);
    item.question = row.text(7);
    item.answer = row.text(8);
    item.command = row.text(9);
    item.cpu = Seconds{row.real(10)};
    item.endless = Seconds{row.real(11)};
    return item;
}

}  // namespace

Error GradeBook::named(const Error& error) const {
    return {fmt::format("grade book {}: {}", path_.string(), error.message)};
}

Result<std::unique_ptr<GradeBook>> GradeBook::prepared(std::filesystem::path path,
                                                       std::optional<ProcessLock> lock,
                                                       sqlite::Access access) {
    Result<sqlite::Database> database = sqlite::Database::open(path, access);
    if (!database) return tl::unexpected(database.error());
    return std::unique_ptr<GradeBook>(
        new GradeBook(std::move(path), std::move(*database), std::move(lock)));
}

Result<std::unique_ptr<GradeBook>> GradeBook::open(const std::filesystem::path& path,
                                                   const GradeSettings& settings) {
    const auto refuse = [&](const Error& error) {
        return fail("grade book {}: {}", path.string(), error.message);
    };
    Result<ProcessLock> lock = ProcessLock::take(path, "grading into");
    if (!lock) return refuse(lock.error());
    Result<std::unique_ptr<GradeBook>> book =
        prepared(path, std::move(*lock), sqlite::Access::ReadWrite);
    if (!book) return refuse(book.error());
    const sqlite::Database& database = (*book)->database_;
    const Result<std::int64_t> tables = database.integer("SELECT count(*) FROM sqlite_master");
    if (!tables) return refuse(tables.error());
    // Before anything is written: a file of something else stays as it is.
    if (*tables > 0)
        if (const Result<void> known = check_book(database); !known) return refuse(known.error());
    // WAL lets others read while this process writes; FULL puts every commit on the disk.
    Result<void> set = database.write_ahead();
    if (set) set = database.execute("PRAGMA synchronous = FULL");
    if (!set) return refuse(set.error());
    const Result<void> ready =
        *tables == 0 ? make_book(database, texts_of(settings)) : check_settings(database, settings);
    if (!ready) return refuse(ready.error());
    return book;
}

Result<std::unique_ptr<GradeBook>> GradeBook::open_to_read(const std::filesystem::path& path) {
    const auto refuse = [&](const Error& error) {
        return fail("grade book {}: {}", path.string(), error.message);
    };
    std::error_code unused;
    if (!std::filesystem::exists(path, unused)) return refuse({"there is no such file"});
    Result<std::unique_ptr<GradeBook>> book =
        prepared(path, std::nullopt, sqlite::Access::ReadOnly);
    if (!book) return refuse(book.error());
    if (const Result<void> known = check_book((*book)->database_); !known)
        return refuse(known.error());
    return book;
}

Result<std::unique_ptr<GradeBook>> GradeBook::in_memory() {
    Result<std::unique_ptr<GradeBook>> book =
        prepared(":memory:", std::nullopt, sqlite::Access::ReadWrite);
    if (!book) return book;
    if (const Result<void> made = make_book((*book)->database_, {}); !made)
        return tl::unexpected(made.error());
    return book;
}

Result<GradeSettings> GradeBook::settings_of(const std::filesystem::path& path) {
    const auto refuse = [&](const Error& error) {
        return fail("grade book {}: {}", path.string(), error.message);
    };
    const Result<std::unique_ptr<GradeBook>> book = open_to_read(path);
    if (!book) return tl::unexpected(book.error());
    Result<Settings> texts = read_settings((*book)->database_);
    if (!texts) return refuse(texts.error());
    GradeSettings settings;
    const Result<const AnyGame*> game = find_game((*texts)["game"]);
    const Result<Edition> edition = find_edition((*texts)["edition"]);
    const std::optional<double> bank = parse_decimal((*texts)["bank"]);
    const std::string& seed = (*texts)["seed"];
    if (!game) return refuse(game.error());
    if (!edition) return refuse(edition.error());
    if (!bank || seed.empty() || seed.find_first_not_of("0123456789") != std::string::npos)
        return refuse({"found no seed and bank among its settings"});
    settings.game = *game;
    settings.edition = *edition;
    settings.bank = Seconds{*bank};
    settings.seed = std::strtoull(seed.c_str(), nullptr, 10);
    settings.quick = (*texts)["quick"] == "yes";
    settings.play_all = (*texts)["play-all"] == "yes";
    return settings;
}

Result<std::optional<Grading>> GradeBook::newest(const std::string& agent) const {
    const std::lock_guard lock(mutex_);
    Result<std::vector<Grading>> found =
        database_.rows(fmt::format("{} WHERE agent = ? ORDER BY id DESC LIMIT 1", kGradingColumns),
                       grading_from, agent);
    if (!found) return tl::unexpected(named(found.error()));
    if (found->empty()) return std::optional<Grading>();
    return std::optional(std::move(found->front()));
}

Result<std::vector<Grading>> GradeBook::newest() const {
    const std::lock_guard lock(mutex_);
    return database_
        .rows(fmt::format(
                  "{} WHERE id IN (SELECT max(id) FROM grading GROUP BY agent) ORDER BY agent",
                  kGradingColumns),
              grading_from)
        .map_error([this](const Error& error) { return named(error); });
}

Result<Grading> GradeBook::begin(const std::string& agent, const std::string& spec,
                                 const std::string& fingerprint, bool again) {
    {
        const std::lock_guard lock(mutex_);
        const Result<void> begun =
            database_.run("INSERT INTO grading(agent, spec, fingerprint, again) VALUES(?, ?, ?, ?)",
                          agent, spec, fingerprint, again);
        if (!begun) return tl::unexpected(named(begun.error()));
    }
    const Result<std::optional<Grading>> kept = newest(agent);
    if (!kept) return tl::unexpected(kept.error());
    return **kept;
}

Result<void> GradeBook::keep(const Grading& grading, const GradeItem& item) {
    const std::lock_guard lock(mutex_);
    return database_
        .run(
            "INSERT INTO item(grading, part, number, name, passed, reason, evidence, output, "
            "question, answer, command, cpu, endless) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
            "?)",
            grading.id, item.part, item.number, item.name, item.passed, item.reason, item.evidence,
            item.output, item.question, item.answer, item.command, item.cpu.count(),
            item.endless.count())
        .map_error([this](const Error& error) { return named(error); });
}

Result<std::vector<GradeItem>> GradeBook::items(const Grading& grading) const {
    const std::lock_guard lock(mutex_);
    return database_
        .rows(
            "SELECT part, number, name, passed, reason, evidence, output, question, answer, "
            "command, cpu, endless FROM item WHERE grading = ? ORDER BY place",
            item_from, grading.id)
        .map_error([this](const Error& error) { return named(error); });
}

}  // namespace zerosum
