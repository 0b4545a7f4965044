#include "app/web/game_store.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "arena/play/even_boards.h"

namespace zerosum::web {

namespace {

constexpr const char* kSchema = R"(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA busy_timeout = 2000;
CREATE TABLE IF NOT EXISTS game(
    id TEXT PRIMARY KEY, created INTEGER NOT NULL, rules TEXT NOT NULL, size INTEGER NOT NULL,
    kinds INTEGER NOT NULL, bank REAL NOT NULL, seed INTEGER NOT NULL, start TEXT NOT NULL,
    spec1 TEXT NOT NULL, spec2 TEXT NOT NULL, winner INTEGER, reason TEXT, sentence TEXT,
    holder1 TEXT, holder2 TEXT, name1 TEXT, name2 TEXT,
    komi INTEGER, even INTEGER, invite TEXT) STRICT;
CREATE TABLE IF NOT EXISTS move(
    game TEXT NOT NULL REFERENCES game(id), ply INTEGER NOT NULL, name TEXT NOT NULL,
    gain INTEGER NOT NULL, cpu REAL NOT NULL, bank_left REAL NOT NULL,
    depth INTEGER, nodes INTEGER, score INTEGER, exact INTEGER, wall REAL,
    PRIMARY KEY(game, ply)) STRICT, WITHOUT ROWID;
)";
// A column that older files lack, and what gives it to them.
struct Migration {
    const char* asks;
    const char* adds;
};
constexpr std::array kMigrations{Migration{"SELECT sentence FROM game", R"(
ALTER TABLE game ADD COLUMN sentence TEXT;
ALTER TABLE move ADD COLUMN wall REAL;
)"},
                                 Migration{"SELECT holder1 FROM game", R"(
ALTER TABLE game ADD COLUMN holder1 TEXT;
ALTER TABLE game ADD COLUMN holder2 TEXT;
ALTER TABLE game ADD COLUMN name1 TEXT;
ALTER TABLE game ADD COLUMN name2 TEXT;
)"},
                                 Migration{"SELECT komi FROM game", R"(
ALTER TABLE game ADD COLUMN komi INTEGER;
ALTER TABLE game ADD COLUMN even INTEGER;
)"},
                                 Migration{"SELECT invite FROM game", R"(
ALTER TABLE game ADD COLUMN invite TEXT;
)"}};
constexpr const char* kHolders = R"(
CREATE INDEX IF NOT EXISTS game_holder1 ON game(holder1);
CREATE INDEX IF NOT EXISTS game_holder2 ON game(holder2);
CREATE INDEX IF NOT EXISTS game_unheld ON game(created) WHERE holder1 IS NULL AND holder2 IS NULL;
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
    for (const int i : {0, 1}) {
        Seat& seat = game.seats.at(static_cast<std::size_t>(i));
        if (!row.is_null(13 + i)) seat.holder = row.text(13 + i);
        if (!row.is_null(15 + i)) seat.name = row.text(15 + i);
    }
    // Games without these columns had no komi, and were even on the boards that are known to be.
    record.komi = row.is_null(17) ? 0 : static_cast<Score>(row.integer(17));
    game.even = row.is_null(18) ? is_even_board(record.game, record.start) : row.integer(18) != 0;
    if (!row.is_null(19)) game.invite = row.text(19);
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

constexpr const char* kColumns =
    "SELECT id, created, rules, size, kinds, bank, seed, start, spec1, spec2, winner, reason, "
    "sentence, holder1, holder2, name1, name2, komi, even, invite, rowid FROM game ";

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
    sqlite::make_private(path);  // it holds the secrets of invitations
    Result<sqlite::Database> database = sqlite::Database::open(path, sqlite::Access::ReadWrite);
    if (!database) return fail("{}: {}", path, database.error().message);
    if (auto made = database->execute(kSchema); !made)
        return fail("{}: {}", path, made.error().message);
    for (const Migration& each : kMigrations) {
        if (database->prepare(each.asks)) continue;
        if (auto migrated = database->transaction([&] { return database->execute(each.adds); });
            !migrated)
            return fail("{}: {}", path, migrated.error().message);
    }
    if (auto made = database->execute(kHolders); !made)
        return fail("{}: {}", path, made.error().message);
    return GameStore(std::move(*database));
}

Result<void> GameStore::add(const StoredGame& game) {
    const GameRecord& record = game.record;
    return explained(database_.run(
        "INSERT INTO game(id, created, rules, size, kinds, bank, seed, start, spec1, spec2, "
        "holder1, holder2, name1, name2, komi, even, invite) "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        game.id, game.created, record.game, game.size, game.kinds, record.bank.count(), record.seed,
        record.start, record.players[0].spec, record.players[1].spec, game.seats[0].holder,
        game.seats[1].holder, game.seats[0].name, game.seats[1].name, record.komi, game.even,
        game.invite));
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

Result<void> GameStore::seat(const std::string& id, std::size_t player, const Seat& seat) {
    return explained(database_.run(player == 0
                                       ? "UPDATE game SET holder1 = ?, name1 = ? WHERE id = ?"
                                       : "UPDATE game SET holder2 = ?, name2 = ? WHERE id = ?",
                                   seat.holder, seat.name, id));
}

Result<std::vector<StoredGame>> GameStore::games_of(const std::string& holder, Unheld unheld,
                                                    std::size_t count) const {
    return explained(
        database_.rows(games_query(), read_game, holder, unheld == Unheld::Listed ? 1 : 0, count));
}

std::string GameStore::games_query() {
    return fmt::format(
        "{0} WHERE ?1 <> '' AND (holder1 = ?1 OR holder2 = ?1) UNION ALL "
        "{0} INDEXED BY game_unheld WHERE ?2 AND holder1 IS NULL AND holder2 IS NULL "
        "ORDER BY created DESC, rowid DESC LIMIT ?3",
        kColumns);
}

}  // namespace zerosum::web
