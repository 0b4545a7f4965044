#include "arena/study/store.h"

namespace zerosum {

namespace {

constexpr const char* schema = R"(
CREATE TABLE IF NOT EXISTS study(title TEXT, seed TEXT NOT NULL, spec TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games(
  cell TEXT NOT NULL, game INTEGER NOT NULL, first INTEGER NOT NULL, winner INTEGER,
  points INTEGER NOT NULL, other_points INTEGER NOT NULL, cpu REAL NOT NULL,
  other_cpu REAL NOT NULL, moves INTEGER NOT NULL, depth REAL, nodes REAL, reason TEXT NOT NULL,
  PRIMARY KEY(cell, game));
CREATE TABLE IF NOT EXISTS boards(
  cell TEXT NOT NULL, board INTEGER NOT NULL, position TEXT NOT NULL, solved INTEGER NOT NULL,
  value INTEGER, greedy_optimal INTEGER NOT NULL, nodes INTEGER NOT NULL, cpu REAL NOT NULL,
  seconds REAL NOT NULL, PRIMARY KEY(cell, board));
)";

// The column stands last, as in a new file.
constexpr const char* add_seconds = R"(
ALTER TABLE boards ADD COLUMN seconds REAL NOT NULL DEFAULT 0;
UPDATE boards SET seconds = cpu;
)";

void bind(sqlite::Statement& statement, int place, const std::optional<double>& value) {
    if (value) {
        statement.bind(place, *value);
    } else {
        statement.bind_null(place);
    }
}

// Makes the tables where there are none, and writes down which study they belong to.
Result<void> prepare(const sqlite::Database& database, const StudySpec& spec) {
    if (Result<void> made = database.execute(schema); !made) return made;
    const Result<std::int64_t> has_seconds =
        database.integer("SELECT COUNT(*) FROM pragma_table_info('boards') WHERE name = 'seconds'");
    if (!has_seconds) return tl::unexpected(has_seconds.error());
    if (*has_seconds == 0)
        if (Result<void> added =
                database.transaction([&] { return database.execute(add_seconds); });
            !added)
            return added;
    const std::string seed = std::to_string(spec.seed);
    Result<sqlite::Statement> known = database.prepare("SELECT seed FROM study");
    if (!known) return tl::unexpected(known.error());
    const Result<bool> row = known->step();
    if (!row) return tl::unexpected(row.error());
    if (*row && known->text(0) != seed)
        return fail("holds a study with seed {}, expected {}: give another --out or remove it",
                    known->text(0), seed);
    const bool is_new = !*row;
    known->reset();
    Result<sqlite::Statement> keep =
        database.prepare(is_new ? "INSERT INTO study(title, seed, spec) VALUES(?, ?, ?)"
                                : "UPDATE study SET title = ?, seed = ?, spec = ?");
    if (!keep) return tl::unexpected(keep.error());
    return keep->bind(1, spec.title).bind(2, seed).bind(3, spec.text).run();
}

}  // namespace

Result<std::unique_ptr<StudyStore>> StudyStore::open(const std::filesystem::path& path,
                                                     const StudySpec& spec) {
    Result<sqlite::Database> database = sqlite::Database::open(path, sqlite::Access::ReadWrite);
    if (!database) return fail("{}: {}", path.string(), database.error().message);
    if (const Result<void> prepared = prepare(*database, spec); !prepared)
        return fail("{}: {}", path.string(), prepared.error().message);
    return std::unique_ptr<StudyStore>(new StudyStore(std::move(*database)));
}

Result<void> StudyStore::add(const std::string& cell, const StudyGame& game) {
    const std::lock_guard lock(mutex_);
    Result<sqlite::Statement> insert =
        database_.prepare("INSERT INTO games VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (!insert) return tl::unexpected(insert.error());
    insert->bind(1, cell).bind(2, std::int64_t{game.game}).bind(3, std::int64_t{game.first});
    if (game.won) {
        insert->bind(4, std::int64_t{*game.won});
    } else {
        insert->bind_null(4);
    }
    insert->bind(5, std::int64_t{game.points}).bind(6, std::int64_t{game.other_points});
    insert->bind(7, game.cpu).bind(8, game.other_cpu).bind(9, std::int64_t{game.moves});
    bind(*insert, 10, game.depth);
    bind(*insert, 11, game.nodes);
    insert->bind(12, game.reason);
    return insert->run();
}

Result<void> StudyStore::add(const std::string& cell, const StudyBoard& board) {
    const std::lock_guard lock(mutex_);
    Result<sqlite::Statement> insert =
        database_.prepare("INSERT OR REPLACE INTO boards VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (!insert) return tl::unexpected(insert.error());
    insert->bind(1, cell).bind(2, std::int64_t{board.board}).bind(3, board.position);
    insert->bind(4, std::int64_t{board.value.has_value()});
    if (board.value) {
        insert->bind(5, std::int64_t{*board.value});
    } else {
        insert->bind_null(5);
    }
    insert->bind(6, std::int64_t{board.greedy_optimal});
    insert->bind(7, static_cast<std::int64_t>(board.nodes)).bind(8, board.cpu);
    insert->bind(9, board.seconds);
    return insert->run();
}

Result<std::vector<StudyGame>> StudyStore::games(const std::string& cell) const {
    const std::lock_guard lock(mutex_);
    Result<sqlite::Statement> rows =
        database_.prepare("SELECT * FROM games WHERE cell = ? ORDER BY game");
    if (!rows) return tl::unexpected(rows.error());
    rows->bind(1, cell);
    std::vector<StudyGame> out;
    for (;;) {
        const Result<bool> row = rows->step();
        if (!row) return tl::unexpected(row.error());
        if (!*row) return out;
        StudyGame& game = out.emplace_back();
        game.game = static_cast<int>(rows->integer(1));
        game.first = rows->integer(2) != 0;
        if (!rows->is_null(3)) game.won = rows->integer(3) != 0;
        game.points = static_cast<Score>(rows->integer(4));
        game.other_points = static_cast<Score>(rows->integer(5));
        game.cpu = rows->real(6);
        game.other_cpu = rows->real(7);
        game.moves = static_cast<int>(rows->integer(8));
        if (!rows->is_null(9)) game.depth = rows->real(9);
        if (!rows->is_null(10)) game.nodes = rows->real(10);
        game.reason = rows->text(11);
    }
}

Result<std::vector<StudyBoard>> StudyStore::boards(const std::string& cell) const {
    const std::lock_guard lock(mutex_);
    Result<sqlite::Statement> rows =
        database_.prepare("SELECT * FROM boards WHERE cell = ? ORDER BY board");
    if (!rows) return tl::unexpected(rows.error());
    rows->bind(1, cell);
    std::vector<StudyBoard> out;
    for (;;) {
        const Result<bool> row = rows->step();
        if (!row) return tl::unexpected(row.error());
        if (!*row) return out;
        StudyBoard& board = out.emplace_back();
        board.board = static_cast<int>(rows->integer(1));
        board.position = rows->text(2);
        if (!rows->is_null(4)) board.value = static_cast<Score>(rows->integer(4));
        board.greedy_optimal = rows->integer(5) != 0;
        board.nodes = static_cast<std::uint64_t>(rows->integer(6));
        board.cpu = rows->real(7);
        board.seconds = rows->real(8);
    }
}

}  // namespace zerosum
