#include "arena/study/store.h"

namespace zerosum {

namespace {

constexpr const char* kSchema = R"(
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
constexpr const char* kAddSeconds = R"(
ALTER TABLE boards ADD COLUMN seconds REAL NOT NULL DEFAULT 0;
UPDATE boards SET seconds = cpu;
)";

// Makes the tables where there are none, and writes down which study they belong to.
Result<void> prepare(const sqlite::Database& database, const StudySpec& spec) {
    if (Result<void> made = database.execute(kSchema); !made) return made;
    const Result<std::int64_t> has_seconds =
        database.integer("SELECT COUNT(*) FROM pragma_table_info('boards') WHERE name = 'seconds'");
    if (!has_seconds) return tl::unexpected(has_seconds.error());
    if (*has_seconds == 0)
        if (Result<void> added =
                database.transaction([&] { return database.execute(kAddSeconds); });
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
    return database.run(is_new ? "INSERT INTO study(title, seed, spec) VALUES(?, ?, ?)"
                               : "UPDATE study SET title = ?, seed = ?, spec = ?",
                        spec.title, seed, spec.text);
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
    return database_.run("INSERT INTO games VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", cell,
                         game.game, game.first, game.won, game.points, game.other_points, game.cpu,
                         game.other_cpu, game.moves, game.depth, game.nodes, game.reason);
}

Result<void> StudyStore::add(const std::string& cell, const StudyBoard& board) {
    const std::lock_guard lock(mutex_);
    return database_.run("INSERT OR REPLACE INTO boards VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", cell,
                         board.board, board.position, board.value.has_value(), board.value,
                         board.greedy_optimal, board.nodes, board.cpu, board.seconds);
}

Result<std::vector<StudyGame>> StudyStore::games(const std::string& cell) const {
    const std::lock_guard lock(mutex_);
    return database_.rows(
        "SELECT * FROM games WHERE cell = ? ORDER BY game",
        [](const sqlite::Statement& row) -> Result<StudyGame> {
            StudyGame game;
            game.game = static_cast<int>(row.integer(1));
            game.first = row.integer(2) != 0;
            if (!row.is_null(3)) game.won = row.integer(3) != 0;
            game.points = static_cast<Score>(row.integer(4));
            game.other_points = static_cast<Score>(row.integer(5));
            game.cpu = row.real(6);
            game.other_cpu = row.real(7);
            game.moves = static_cast<int>(row.integer(8));
            if (!row.is_null(9)) game.depth = row.real(9);
            if (!row.is_null(10)) game.nodes = row.real(10);
            game.reason = row.text(11);
            return game;
        },
        cell);
}

Result<std::vector<StudyBoard>> StudyStore::boards(const std::string& cell) const {
    const std::lock_guard lock(mutex_);
    return database_.rows(
        "SELECT * FROM boards WHERE cell = ? ORDER BY board",
        [](const sqlite::Statement& row) -> Result<StudyBoard> {
            StudyBoard board;
            board.board = static_cast<int>(row.integer(1));
            board.position = row.text(2);
            if (!row.is_null(4)) board.value = static_cast<Score>(row.integer(4));
            board.greedy_optimal = row.integer(5) != 0;
            board.nodes = static_cast<std::uint64_t>(row.integer(6));
            board.cpu = row.real(7);
            board.seconds = row.real(8);
            return board;
        },
        cell);
}

}  // namespace zerosum
