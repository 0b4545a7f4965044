#include "app/web/game_store.h"

#include <concepts>
#include <filesystem>
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

// A statement with its first values bound, in order.
template <typename... Values>
Result<sqlite::Statement> statement(const sqlite::Database& database, std::string_view sql,
                                    const Values&... values) {
    return database.prepare(sql).map([&](sqlite::Statement prepared) {
        int place = 0;
        (prepared.bind(++place, values), ...);
        return prepared;
    });
}

template <typename... Values>
Result<void> run(const sqlite::Database& database, std::string_view sql, const Values&... values) {
    Result<sqlite::Statement> prepared = statement(database, sql, values...);
    if (!prepared) return tl::unexpected(prepared.error());
    return prepared->run();
}

std::int64_t whole(std::integral auto value) {
    return static_cast<std::int64_t>(value);
}

Result<void> keep_end(const sqlite::Database& database, const std::string& id,
                      const GameRecord& record) {
    if (record.reason == EndReason::Aborted)
        return run(database,
                   "UPDATE game SET winner = NULL, reason = NULL, sentence = NULL WHERE id = ?",
                   id);
    return run(database, "UPDATE game SET winner = ?, reason = ?, sentence = ? WHERE id = ?",
               whole(record.winner + 1), std::string(to_text(record.reason)), record.sentence, id);
}

Result<void> keep_move(const sqlite::Database& database, const std::string& id, std::size_t ply,
                       const MoveRecord& move) {
    Result<sqlite::Statement> insert = statement(
        database,
        "INSERT INTO move(game, ply, name, gain, cpu, bank_left, wall, depth, nodes, score, exact) "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id, whole(ply), move.move, whole(move.gain), move.cpu.count(), move.bank_left.count(),
        move.wall.count());
    if (!insert) return tl::unexpected(insert.error());
    if (move.score)  // otherwise those columns stay NULL, as every column that is not bound
        insert->bind(8, whole(move.depth))
            .bind(9, whole(move.nodes))
            .bind(10, whole(*move.score))
            .bind(11, whole(move.exact));
    return insert->run();
}

StoredGame read_game(const sqlite::Statement& row) {
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

MoveRecord read_move(const sqlite::Statement& row) {
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

// The rows of a query, each made into what `read` makes of it.
template <typename Read>
auto rows(Result<sqlite::Statement> query, Read read)
    -> Result<std::vector<decltype(read(*query))>> {
    std::vector<decltype(read(*query))> out;
    if (!query) return tl::unexpected(query.error());
    for (;;) {
        const Result<bool> row = query->step();
        if (!row) return tl::unexpected(row.error());
        if (!*row) return out;
        out.push_back(read(*query));
    }
}

Result<std::vector<StoredGame>> with_moves(const sqlite::Database& database,
                                           Result<std::vector<StoredGame>> games) {
    if (!games) return games;
    for (StoredGame& game : *games) {
        Result<std::vector<MoveRecord>> moves =
            rows(statement(database,
                           "SELECT name, gain, cpu, bank_left, depth, nodes, score, exact, wall "
                           "FROM move WHERE game = ? ORDER BY ply",
                           game.id),
                 read_move);
        if (!moves) return tl::unexpected(moves.error());
        game.record.moves = std::move(*moves);
        add_late_answer(game.record);
    }
    return games;
}

constexpr std::string_view kColumns =
    "SELECT id, created, rules, size, kinds, bank, seed, start, spec1, spec2, winner, reason, "
    "sentence FROM game ";

}  // namespace

Result<GameStore> GameStore::open(const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code error;
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error) return fail("{}: {}", folder.string(), error.message());
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
    return explained(
        run(database_,
            "INSERT INTO game(id, created, rules, size, kinds, bank, seed, start, spec1, spec2) "
            "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            game.id, game.created, record.game, whole(game.size), whole(game.kinds),
            record.bank.count(), whole(record.seed), record.start, record.players[0].spec,
            record.players[1].spec));
}

Result<void> GameStore::save(const std::string& id, std::size_t ply, const GameRecord& record) {
    return explained(database_.transaction([&]() -> Result<void> {
        Result<void> done =
            run(database_, "DELETE FROM move WHERE game = ? AND ply >= ?", id, whole(ply));
        for (std::size_t i = ply; done && i < record.moves.size(); ++i)
            done = keep_move(database_, id, i, record.moves[i]);
        return done ? keep_end(database_, id, record) : done;
    }));
}

Result<std::optional<StoredGame>> GameStore::find(const std::string& id) const {
    const auto query = [&] {
        return statement(database_, std::string(kColumns) + "WHERE id = ?", id);
    };
    Result<std::vector<StoredGame>> games =
        explained(with_moves(database_, rows(query(), read_game)));
    if (!games) return tl::unexpected(games.error());
    if (games->empty()) return std::nullopt;
    return std::move(games->front());
}

Result<std::vector<StoredGame>> GameStore::newest(std::size_t count) const {
    const std::string sql = std::string(kColumns) + "ORDER BY created DESC, rowid DESC LIMIT ?";
    return explained(
        with_moves(database_, rows(statement(database_, sql, whole(count)), read_game)));
}

}  // namespace zerosum::web
