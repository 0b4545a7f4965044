// What is read from a ledger; ledger.cpp opens it and writes.

#include <optional>

#include "arena/tournament/ledger.h"

namespace zerosum {

namespace {

PlayerIndex player(std::int64_t number) {
    return static_cast<PlayerIndex>(number);
}

// Runs `each` on every row of a query.
template <typename Each>
Result<void> for_each_row(const sqlite::Database& database, std::string_view sql, Each&& each) {
    Result<sqlite::Statement> query = database.prepare(sql);
    if (!query) return tl::unexpected(query.error());
    for (;;) {
        const Result<bool> row = query->step();
        if (!row) return tl::unexpected(row.error());
        if (!*row) return {};
        if (Result<void> taken = each(*query); !taken) return taken;
    }
}

Result<PairingId> read_pairing_id(const std::string& text) {
    const std::optional<PairingId> id = parse_pairing_id(text);
    if (!id) return fail("the file is damaged (pairing id '{}')", text);
    return *id;
}
Result<GameId> read_game_id(const std::string& text) {
    const std::optional<GameId> id = parse_game_id(text);
    if (!id) return fail("the file is damaged (game id '{}')", text);
    return *id;
}

}  // namespace

Result<Identity> Ledger::identity() const {
    Identity identity;
    const Result<void> read = for_each_row(database_, "SELECT name, value FROM identity",
                                           [&](const sqlite::Statement& row) -> Result<void> {
                                               identity[row.text(0)] = row.text(1);
                                               return {};
                                           });
    if (!read) return tl::unexpected(named(read.error()));
    return identity;
}

Result<std::vector<LedgerPlayer>> Ledger::players() const {
    std::vector<LedgerPlayer> list;
    const Result<void> read =
        for_each_row(database_, "SELECT name, spec FROM player ORDER BY number",
                     [&](const sqlite::Statement& row) -> Result<void> {
                         list.push_back({row.text(0), row.text(1)});
                         return {};
                     });
    if (!read) return tl::unexpected(named(read.error()));
    return list;
}

Result<std::vector<ScheduledPairing>> Ledger::pairings() const {
    std::vector<ScheduledPairing> list;
    const Result<void> read = for_each_row(
        database_, "SELECT id, round, first, second FROM pairing ORDER BY place",
        [&](const sqlite::Statement& row) -> Result<void> {
            const Result<PairingId> id = read_pairing_id(row.text(0));
            if (!id) return tl::unexpected(id.error());
            list.push_back({*id, static_cast<int>(row.integer(1)), player(row.integer(2)),
                            row.is_null(3) ? kNobody : player(row.integer(3))});
            return {};
        });
    if (!read) return tl::unexpected(named(read.error()));
    return list;
}

Result<std::vector<LedgerGame>> Ledger::games() const {
    std::vector<LedgerGame> list;
    const Result<void> read = for_each_row(
        database_,
        "SELECT id, pairing, number, first, second, winner, first_points, second_points, reason, "
        "first_cpu, second_cpu, wall FROM game ORDER BY place",
        [&](const sqlite::Statement& row) -> Result<void> {
            const Result<GameId> id = read_game_id(row.text(0));
            if (!id) return tl::unexpected(id.error());
            const Result<PairingId> pairing = read_pairing_id(row.text(1));
            if (!pairing) return tl::unexpected(pairing.error());
            LedgerGame& game = list.emplace_back();
            game.id = *id;
            game.pairing = *pairing;
            game.number = static_cast<int>(row.integer(2));
            game.players = {player(row.integer(3)), player(row.integer(4))};
            game.winner = static_cast<int>(row.integer(5));
            game.points = {static_cast<Score>(row.integer(6)), static_cast<Score>(row.integer(7))};
            game.reason = row.text(8);
            game.cpu = {Seconds{row.real(9)}, Seconds{row.real(10)}};
            game.wall = Seconds{row.real(11)};
            return {};
        });
    if (!read) return tl::unexpected(named(read.error()));
    return list;
}

Result<std::vector<RunningGame>> Ledger::running() const {
    std::vector<RunningGame> list;
    const Result<void> read = for_each_row(
        database_,
        "SELECT id, pairing, number, first, second, started, moves, position FROM running "
        "ORDER BY started, id",
        [&](const sqlite::Statement& row) -> Result<void> {
            const Result<GameId> id = read_game_id(row.text(0));
            if (!id) return tl::unexpected(id.error());
            const Result<PairingId> pairing = read_pairing_id(row.text(1));
            if (!pairing) return tl::unexpected(pairing.error());
            list.push_back({*id,
                            *pairing,
                            static_cast<int>(row.integer(2)),
                            {player(row.integer(3)), player(row.integer(4))},
                            row.integer(5),
                            static_cast<int>(row.integer(6)),
                            row.text(7)});
            return {};
        });
    if (!read) return tl::unexpected(named(read.error()));
    return list;
}

Result<std::string> Ledger::record(GameId id) const {
    Result<sqlite::Statement> select = database_.prepare("SELECT json FROM record WHERE game = ?");
    if (!select) return tl::unexpected(named(select.error()));
    const Result<bool> row = select->bind(1, to_text(id)).step();
    if (!row) return tl::unexpected(named(row.error()));
    if (!*row) return fail("ledger {}: there is no game {}", path_.string(), to_text(id));
    return select->text(0);
}

}  // namespace zerosum
