#include "app/web/game_store.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

namespace zerosum::web {

namespace {

constexpr const char* kSchema = R"(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA busy_timeout = 2000;
CREATE TABLE IF NOT EXISTS game(
    id TEXT PRIMARY KEY, created INTEGER NOT NULL, rules TEXT NOT NULL, size INTEGER NOT NULL,
    kinds INTEGER NOT NULL, bank REAL NOT NULL, seed INTEGER NOT NULL, start TEXT NOT NULL,
    spec1 TEXT NOT NULL, spec2 TEXT NOT NULL, winner INTEGER, reason TEXT, sentence TEXT) STRICT;
CREATE TABLE IF NOT EXISTS move(
    game TEXT NOT NULL REFERENCES game(id), ply INTEGER NOT NULL, name TEXT NOT NULL,
    gain INTEGER NOT NULL, cpu REAL NOT NULL, bank_left REAL NOT NULL,
    depth INTEGER, nodes INTEGER, score INTEGER, exact INTEGER, wall REAL,
    PRIMARY KEY(game, ply)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS game_created ON game(created);
)";
constexpr const char* kMigration = R"(
ALTER TABLE game ADD COLUMN sentence TEXT;
ALTER TABLE move ADD COLUMN wall REAL;
)";

// What went wrong, in words for the player of a game.
template <typename T>
Result<T> explained(Result<T> result) {
    if (!result) return fail("the games could not be stored: {}", result.error().message);
    return result;
}

Result<void> keep_end(const sqlite::Database& database, const std::string& id,
                      const GameRecord& record) {
    if (record.reason == EndReason::Aborted)
        return database.run(
            "UPDATE game SET winner = NULL, reason = NULL, sentence = NULL WHERE id = ?", id);
    return database.run("UPDATE game SET winner = ?, reason = ?, sentence = ? WHERE id = ?",
                        record.winner + 1, to_text(record.reason), record.sentence, id);
}

Result<void> keep_move(const sqlite::Database& database, const std::string& id, std::size_t ply,
                       const MoveRecord& move) {
    // What a player that does not search has not said stays NULL.
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<bool> exact;
    if (move.score) {
        depth = move.depth;
        nodes = move.nodes;
        exact = move.exact;
    }
    return database.run(
        "INSERT INTO move(game, ply, name, gain, cpu, bank_left, wall, depth, nodes, score, exact) "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id, ply, move.move, move.gain, move.cpu.count(), move.bank_left.count(), move.wall.count(),
        depth, nodes, move.score, exact);
}

Result<StoredGame> read_game(const sqlite::Statement& row) {
    StoredGame game;
    game.id = row.text(0);
    game.created = row.integer(1);
    game.size = static_cast<int>(row.integer(3));
    game.kinds = static_cast<int>(row.integer(4));
    GameRecord& record = game.record;
    record.game = row.text(2);
    record.edition = "casual";
    record.bank = Seconds{row.real(5)};
    record.seed = static_cast<std::uint64_t>(row.integer(6));
    record.start = row.text(7);
    record.players[0].spec = row.text(8);
    record.players[1].spec = row.text(9);
    record.reason = EndReason::Aborted;
    if (row.is_null(11)) return game;
    record.winner = static_cast<int>(row.integer(10)) - 1;
    record.reason = parse_end_reason(row.text(11)).value_or(EndReason::NoAnswer);
    record.sentence = row.is_null(12) ? "gave no legal answer" : row.text(12);
    return game;
}

Result<MoveRecord> read_move(const sqlite::Statement& row) {
    MoveRecord move;
    move.move = row.text(0);
    move.gain = static_cast<Score>(row.integer(1));
    move.cpu = Seconds{row.real(2)};
    move.bank_left = Seconds{row.real(3)};
    move.wall = row.is_null(8) ? move.cpu : Seconds{row.real(8)};
    if (row.is_null(6)) return move;
    move.depth = static_cast<int>(row.integer(4));
    move.nodes = static_cast<std::uint64_t>(row.integer(5));
    move.score = static_cast<Score>(row.integer(6));
    move.exact = row.integer(7) != 0;
    return move;
}

// Games once had no entry for the answer that came too late. It used all that was left.
void add_late_answer(GameRecord& record) {
    std::vector<MoveRecord>& moves = record.moves;
    if (record.reason != EndReason::Time || (!moves.empty() && moves.back().move.empty())) return;
    MoveRecord late;
    late.cpu = late.wall = moves.size() < 2 ? record.bank : moves[moves.size() - 2].bank_left;
    moves.push_back(late);
}

Result<std::vector<StoredGame>> with_moves(const sqlite::Database& database,
                                           Result<std::vector<StoredGame>> games) {
    if (!games) return games;
    for (StoredGame& game : *games) {
        Result<std::vector<MoveRecord>> moves = database.rows(
            "SELECT name, gain, cpu, bank_left, depth, nodes, score, exact, wall "
            "FROM move WHERE game = ? ORDER BY ply",
            read_move, game.id);
        if (!moves) return tl::unexpected(moves.error());
        game.record.moves = std::move(*moves);
        add_late_answer(game.record);
    }
    return games;
}

constexpr std::string_view kColumns =
    "SELECT id, created, rules, size, kinds, bank, seed, start, spec1, spec2, winner, reason, "
    "sentence FROM game ";

// A file that is there must be ours or empty: nothing is written to another program's database, nor
// to a tournament's ledger, which has a table `game` too.
Result<void> check_file(const std::string& path) {
    std::error_code none;
    if (!std::filesystem::exists(path, none) || std::filesystem::file_size(path, none) == 0)
        return {};
    // Nothing is written, but only who might write takes SQLite's side files away again.
    const Result<sqlite::Database> file = sqlite::Database::open(path, sqlite::Access::ReadWrite);
    if (!file) return tl::unexpected(file.error());
    const Result<std::int64_t> tables = file->integer("SELECT count(*) FROM sqlite_schema");
    if (!tables) return tl::unexpected(tables.error());
    const bool ours = file->prepare("SELECT rules, spec1, spec2, start FROM game") &&
                      file->prepare("SELECT game, ply, name, bank_left FROM move");
    if (*tables > 0 && !ours) return fail("the file holds something else than games of the page");
    return {};
}

}  // namespace

Result<GameStore> GameStore::open(const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code error;
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error) return fail("{}: {}", folder.string(), error.message());
    if (auto fits = check_file(path); !fits) return fail("{}: {}", path, fits.error().message);
    Result<sqlite::Database> database = sqlite::Database::open(path, sqlite::Access::ReadWrite);
    if (!database) return fail("{}: {}", path, database.error().message);
    if (auto made = database->execute(kSchema); !made)
        return fail("{}: {}", path, made.error().message);
    if (!database->prepare("SELECT sentence FROM game"))
        if (auto migrated = database->transaction([&] { return database->execute(kMigration); });
            !migrated)
            return fail("{}: {}", path, migrated.error().message);
    return GameStore(std::move(*database));
}

Result<void> GameStore::add(const StoredGame& game) {
    const GameRecord& record = game.record;
    return explained(database_.run(
        "INSERT INTO game(id, created, rules, size, kinds, bank, seed, start, spec1, spec2) "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        game.id, game.created, record.game, game.size, game.kinds, record.bank.count(), record.seed,
        record.start, record.players[0].spec, record.players[1].spec));
}

Result<void> GameStore::save(const std::string& id, std::size_t ply, const GameRecord& record) {
    return explained(database_.transaction([&]() -> Result<void> {
        Result<void> done = database_.run("DELETE FROM move WHERE game = ? AND ply >= ?", id, ply);
        for (std::size_t i = ply; done && i < record.moves.size(); ++i)
            done = keep_move(database_, id, i, record.moves[i]);
        return done ? keep_end(database_, id, record) : done;
    }));
}

Result<std::optional<StoredGame>> GameStore::find(const std::string& id) const {
    const std::string sql = std::string(kColumns) + "WHERE id = ?";
    Result<std::vector<StoredGame>> games =
        explained(with_moves(database_, database_.rows(sql, read_game, id)));
    if (!games) return tl::unexpected(games.error());
    if (games->empty()) return std::nullopt;
    return std::move(games->front());
}

Result<std::vector<StoredGame>> GameStore::newest(std::size_t count) const {
    const std::string sql = std::string(kColumns) + "ORDER BY created DESC, rowid DESC LIMIT ?";
    return explained(with_moves(database_, database_.rows(sql, read_game, count)));
}

}  // namespace zerosum::web
