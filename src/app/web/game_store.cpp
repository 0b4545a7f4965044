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
    spec1 TEXT NOT NULL, spec2 TEXT NOT NULL, winner INTEGER, reason TEXT) STRICT;
CREATE TABLE IF NOT EXISTS move(
    game TEXT NOT NULL REFERENCES game(id), ply INTEGER NOT NULL, name TEXT NOT NULL,
    gain INTEGER NOT NULL, cpu REAL NOT NULL, bank_left REAL NOT NULL,
    depth INTEGER, nodes INTEGER, score INTEGER, exact INTEGER,
    PRIMARY KEY(game, ply)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS game_created ON game(created);
)";

// What went wrong, as the player of a game should hear it.
template <typename T>
Result<T> told(Result<T> result) {
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

Result<void> keep_result(const sqlite::Database& database, const std::string& id,
                         const StoredResult& result) {
    return run(database, "UPDATE game SET winner = ?, reason = ? WHERE id = ?",
               whole(result.winner), result.reason, id);
}

StoredGame read_game(const sqlite::Statement& row) {
    StoredGame game;
    game.id = row.text(0);
    game.created = row.integer(1);
    game.rules = row.text(2);
    game.size = static_cast<int>(row.integer(3));
    game.kinds = static_cast<int>(row.integer(4));
    game.bank = Seconds{row.real(5)};
    game.seed = static_cast<std::uint64_t>(row.integer(6));
    game.start = row.text(7);
    game.specs[0] = row.text(8);
    game.specs[1] = row.text(9);
    if (!row.is_null(11)) game.result = {static_cast<int>(row.integer(10)), row.text(11)};
    return game;
}

StoredMove read_move(const sqlite::Statement& row) {
    StoredMove move{row.text(0), static_cast<Score>(row.integer(1)), Seconds{row.real(2)},
                    Seconds{row.real(3)}, std::nullopt};
    if (!row.is_null(4))
        move.thought = {static_cast<int>(row.integer(4)),
                        static_cast<std::uint64_t>(row.integer(5)),
                        static_cast<Score>(row.integer(6)), row.integer(7) != 0};
    return move;
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
        Result<std::vector<StoredMove>> moves = rows(
            statement(database,
                      "SELECT name, gain, cpu, bank_left, depth, nodes, score, exact FROM move "
                      "WHERE game = ? ORDER BY ply",
                      game.id),
            read_move);
        if (!moves) return tl::unexpected(moves.error());
        game.moves = std::move(*moves);
    }
    return games;
}

constexpr std::string_view kColumns =
    "SELECT id, created, rules, size, kinds, bank, seed, start, spec1, spec2, winner, reason "
    "FROM game ";

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
    return GameStore(std::move(*database));
}

Result<void> GameStore::add(const StoredGame& game) {
    return told(run(database_,
                    "INSERT INTO game(id, created, rules, size, kinds, bank, seed, start, spec1, "
                    "spec2) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    game.id, game.created, game.rules, whole(game.size), whole(game.kinds),
                    game.bank.count(), whole(game.seed), game.start, game.specs[0], game.specs[1]));
}

Result<void> GameStore::add_move(const std::string& id, std::size_t ply, const StoredMove& move,
                                 const std::optional<StoredResult>& result) {
    return told(database_.transaction([&]() -> Result<void> {
        Result<sqlite::Statement> insert = statement(
            database_,
            "INSERT INTO move(game, ply, name, gain, cpu, bank_left, depth, nodes, score, exact) "
            "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            id, whole(ply), move.name, whole(move.gain), move.cpu.count(), move.bank_left.count());
        if (!insert) return tl::unexpected(insert.error());
        if (move.thought)  // otherwise those columns stay NULL, as every column that is not bound
            insert->bind(7, whole(move.thought->depth))
                .bind(8, whole(move.thought->nodes))
                .bind(9, whole(move.thought->score))
                .bind(10, whole(move.thought->exact));
        if (auto inserted = insert->run(); !inserted || !result) return inserted;
        return keep_result(database_, id, *result);
    }));
}

Result<void> GameStore::cut(const std::string& id, std::size_t ply) {
    return told(database_.transaction([&]() -> Result<void> {
        auto cut = run(database_, "DELETE FROM move WHERE game = ? AND ply >= ?", id, whole(ply));
        if (!cut) return cut;
        return run(database_, "UPDATE game SET winner = NULL, reason = NULL WHERE id = ?", id);
    }));
}

Result<void> GameStore::set_result(const std::string& id, const StoredResult& result) {
    return told(keep_result(database_, id, result));
}

Result<std::optional<StoredGame>> GameStore::find(const std::string& id) const {
    const auto query = [&] {
        return statement(database_, std::string(kColumns) + "WHERE id = ?", id);
    };
    Result<std::vector<StoredGame>> games = told(with_moves(database_, rows(query(), read_game)));
    if (!games) return tl::unexpected(games.error());
    if (games->empty()) return std::nullopt;
    return std::move(games->front());
}

Result<std::vector<StoredGame>> GameStore::newest(std::size_t count) const {
    const std::string sql = std::string(kColumns) + "ORDER BY created DESC, rowid DESC LIMIT ?";
    return told(with_moves(database_, rows(statement(database_, sql, whole(count)), read_game)));
}

}  // namespace zerosum::web
