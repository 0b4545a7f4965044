// What planners and workers do with a ledger's tasks; ledger.cpp opens it and writes the rest.

#include "arena/tournament/ledger.h"
#include "arena/tournament/ledger_rows.h"

namespace zerosum {

namespace {

constexpr const char* kGame = "game";  // the kind of a task

std::vector<std::string> texts_of(std::span<const GameId> ids) {
    std::vector<std::string> texts;
    for (const GameId id : ids) texts.push_back(to_text(id));
    return texts;
}

}  // namespace

Result<void> Ledger::add_games(std::span<const PlannedGame> games) {
    // Not waited for: what a power cut takes is planned again by the next planner.
    return lightly([&] {
        return database_.transaction([&]() -> Result<void> {
            for (const PlannedGame& game : games) {
                const Result<void> added = database_.run(
                    "INSERT INTO task (id, kind, place, state, owner, attempt, started, lease, "
                    "pairing, number, first, second, moves, position) "
                    "VALUES (?, ?, ?, 'open', '', 0, 0, 0, ?, ?, ?, ?, 0, '') "
                    "ON CONFLICT (id) DO NOTHING",
                    to_text(game.id), kGame, game.place, to_text(game.pairing), game.number,
                    game.players[0], game.players[1]);
                if (!added) return added;
            }
            return {};
        });
    });
}

Result<void> Ledger::withdraw_games() {
    return lightly(
        [&] { return database_.run("DELETE FROM task WHERE state = 'open' AND kind = 'game'"); });
}

Result<std::int64_t> Ledger::open_games() const {
    return database_.integer("SELECT count(*) FROM task WHERE state = 'open' AND kind = 'game'")
        .map_error([this](const Error& error) { return named(error); });
}

Result<std::vector<LedgerGame>> Ledger::collect_finished() {
    const Result<std::size_t> players = player_count();
    if (!players) return tl::unexpected(players.error());
    Result<std::vector<LedgerGame>> games =
        rows(fmt::format("SELECT {} FROM game JOIN task ON task.id = game.id "
                         "WHERE task.state = 'done' ORDER BY game.place LIMIT 1000",
                         ledger_rows::kGameColumns),
             [&](const sql::Row& row) { return ledger_rows::game_of(row, *players); });
    if (!games || games->empty()) return games;
    std::vector<std::string> ids;
    for (const LedgerGame& game : *games) ids.push_back(to_text(game.id));
    const Result<void> seen = named(tasks().remove(ids));
    if (!seen) return tl::unexpected(seen.error());
    return games;
}

Result<int> Ledger::free_lapsed() {
    return named(tasks().free_lapsed());
}

Result<std::optional<RunningGame>> Ledger::take_game(std::optional<PairingId> seated) {
    const auto take = [&](std::string_view which, const auto&... values) {
        return named(tasks().take(
            {which, "id, pairing, number, first, second, started, attempt",
             "moves = 0, position = ''"},
            [](const sql::Row& columns) {
                ledger_rows::CheckedRow row(columns);
                return row.checked(RunningGame{row.game_id(0),
                                               row.pairing_id(1),
                                               row.count(2, "number"),
                                               {static_cast<PlayerIndex>(row.count(3, "player")),
                                                static_cast<PlayerIndex>(row.count(4, "player"))},
                                               columns.integer(5),
                                               0,
                                               {},
                                               row.count(6, "attempt")});
            },
            values...));
    };
    if (seated) {
        Result<std::optional<RunningGame>> same =
            take("kind = 'game' AND pairing = ?", to_text(*seated));
        if (!same || *same) return same;
    }
    return take("kind = 'game'");
}

Result<void> Ledger::renew(std::span<const GameId> playing) {
    return named(tasks().renew(texts_of(playing)));
}

Result<void> Ledger::show_progress(const RunningGame& game) {
    return lightly([&] {
        return database_.run(
            "UPDATE task SET moves = ?, position = ? WHERE id = ? AND owner = ? AND attempt = ?",
            game.moves, game.position, to_text(game.id), owner_, game.attempt);
    });
}

// The answer to a commit may be lost with the connection: the second attempt finds its own result.
Result<bool> Ledger::finish(const LedgerGame& game, int attempt, std::string_view record) {
    const std::string id = to_text(game.id);
    bool kept = false;
    const Result<void> done = database_.transaction([&]() -> Result<void> {
        const Result<bool> owned = tasks().mark_done(id, attempt);
        if (!owned) return tl::unexpected(owned.error());
        if (!*owned) {
            const Result<std::optional<std::string>> before =
                database_.text("SELECT json FROM record WHERE game = ?", id);
            if (!before) return tl::unexpected(before.error());
            kept = *before == record;
            return {};
        }
        Result<void> written = database_.run(
            fmt::format("INSERT INTO game (id, pairing, number, first, second, winner, "
                        "first_points, second_points, reason, first_cpu, second_cpu, wall, ended, "
                        "speed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {}, ?)",
                        now_),
            id, to_text(game.pairing), game.number, game.players[0], game.players[1], game.winner,
            game.points[0], game.points[1], game.reason, game.cpu[0].count(), game.cpu[1].count(),
            game.wall.count(), game.speed);
        if (written)
            written = database_.run("INSERT INTO record (game, json) VALUES (?, ?)", id, record);
        kept = written.has_value();
        return written;
    });
    if (!done) return tl::unexpected(named(done.error()));
    return kept;
}

Result<void> Ledger::give_back(const RunningGame& game) {
    return named(tasks().give_back(to_text(game.id), game.attempt));
}

}  // namespace zerosum
