// What is read from a ledger; ledger.cpp opens it and writes.

#include <optional>

#include "arena/tournament/ledger.h"

namespace zerosum {

namespace {

PlayerIndex player(std::int64_t number) {
    return static_cast<PlayerIndex>(number);
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
    using Fact = std::pair<std::string, std::string>;
    return rows("SELECT name, value FROM identity",
                [](const sqlite::Statement& row) -> Result<Fact> {
                    return Fact{row.text(0), row.text(1)};
                })
        .map([](const std::vector<Fact>& facts) { return Identity(facts.begin(), facts.end()); });
}

Result<std::vector<LedgerPlayer>> Ledger::players() const {
    return rows("SELECT name, spec FROM player ORDER BY number",
                [](const sqlite::Statement& row) -> Result<LedgerPlayer> {
                    return LedgerPlayer{row.text(0), row.text(1)};
                });
}

Result<std::vector<ScheduledPairing>> Ledger::pairings() const {
    return rows("SELECT id, round, first, second FROM pairing ORDER BY place",
                [](const sqlite::Statement& row) -> Result<ScheduledPairing> {
                    const Result<PairingId> id = read_pairing_id(row.text(0));
                    if (!id) return tl::unexpected(id.error());
                    return ScheduledPairing{*id, static_cast<int>(row.integer(1)),
                                            player(row.integer(2)),
                                            row.is_null(3) ? kNoPlayer : player(row.integer(3))};
                });
}

Result<std::vector<LedgerGame>> Ledger::games() const {
    return rows(
        "SELECT id, pairing, number, first, second, winner, first_points, second_points, reason, "
        "first_cpu, second_cpu, wall FROM game ORDER BY place",
        [](const sqlite::Statement& row) -> Result<LedgerGame> {
            const Result<GameId> id = read_game_id(row.text(0));
            if (!id) return tl::unexpected(id.error());
            const Result<PairingId> pairing = read_pairing_id(row.text(1));
            if (!pairing) return tl::unexpected(pairing.error());
            return LedgerGame{
                *id,
                *pairing,
                static_cast<int>(row.integer(2)),
                {player(row.integer(3)), player(row.integer(4))},
                static_cast<int>(row.integer(5)),
                {static_cast<Score>(row.integer(6)), static_cast<Score>(row.integer(7))},
                row.text(8),
                {Seconds{row.real(9)}, Seconds{row.real(10)}},
                Seconds{row.real(11)}};
        });
}

Result<std::vector<RunningGame>> Ledger::running() const {
    return rows(
        "SELECT id, pairing, number, first, second, started, moves, position FROM running "
        "ORDER BY started, id",
        [](const sqlite::Statement& row) -> Result<RunningGame> {
            const Result<GameId> id = read_game_id(row.text(0));
            if (!id) return tl::unexpected(id.error());
            const Result<PairingId> pairing = read_pairing_id(row.text(1));
            if (!pairing) return tl::unexpected(pairing.error());
            return RunningGame{*id,
                               *pairing,
                               static_cast<int>(row.integer(2)),
                               {player(row.integer(3)), player(row.integer(4))},
                               row.integer(5),
                               static_cast<int>(row.integer(6)),
                               row.text(7)};
        });
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
