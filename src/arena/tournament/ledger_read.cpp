// What is read from a ledger; ledger.cpp opens it and writes.

#include <optional>

#include "arena/play/record.h"
#include "arena/tournament/ledger.h"
#include "arena/tournament/ledger_rows.h"

namespace zerosum {

using ledger_rows::CheckedRow;

bool LedgerGame::by_fault() const {
    using enum EndReason;
    const std::optional<EndReason> end = parse_end_reason(reason);
    return end && *end != Points && *end != TimeLeft && *end != Draw && *end != Void &&
           *end != Resigned;
}

Result<Identity> Ledger::identity() const {
    using Fact = std::pair<std::string, std::string>;
    return rows("SELECT name, value FROM identity",
                [](const sql::Row& columns) {
                    CheckedRow row(columns);
                    return row.checked(Fact{row.text(0, "identity"), row.text(1, "identity")});
                })
        .map([](const std::vector<Fact>& facts) { return Identity(facts.begin(), facts.end()); });
}

Result<std::string> Ledger::about(const std::string& name) const {
    return rows(
               "SELECT value FROM about WHERE name = ?",
               [](const sql::Row& row) -> Result<std::string> { return row.text(0); }, name)
        .map([](const std::vector<std::string>& found) {
            if (found.empty()) return std::string();
            return holds_control_characters(found.front()) ? printable(found.front(), 200)
                                                           : found.front();
        });
}

Result<std::vector<LedgerPlayer>> Ledger::players() const {
    return rows(
        "SELECT entrant.name, version.spec, version.fingerprint, "
        "(SELECT count(*) FROM version AS other WHERE other.entrant = version.entrant "
        "AND other.number <= version.number), "
        "CASE WHEN entrant.current = version.number THEN 1 ELSE 0 END, version.entered "
        "FROM version JOIN entrant ON entrant.number = version.entrant ORDER BY version.number",
        [](const sql::Row& columns) {
            CheckedRow row(columns);
            return row.checked(LedgerPlayer{row.text(0, "name"), row.text(1, "player"),
                                            row.text(2, "fingerprint"), row.count(3, "version"),
                                            columns.integer(4) != 0, columns.integer(5)});
        });
}

Result<std::size_t> Ledger::player_count() const {
    return database_.integer("SELECT count(*) FROM version")
        .map([](std::int64_t count) { return static_cast<std::size_t>(count); })
        .map_error([this](const Error& error) { return named(error); });
}

Result<std::vector<ScheduledPairing>> Ledger::pairings() const {
    const Result<std::size_t> players = player_count();
    if (!players) return tl::unexpected(players.error());
    return rows("SELECT id, round, first, second FROM pairing ORDER BY place",
                [&](const sql::Row& columns) {
                    CheckedRow row(columns);
                    return row.checked(
                        ScheduledPairing{row.pairing_id(0), row.round(1), row.player(2, *players),
                                         columns.is_null(3) ? kNoPlayer : row.player(3, *players)});
                });
}

Result<std::vector<LedgerGame>> Ledger::games() const {
    const Result<std::size_t> players = player_count();
    if (!players) return tl::unexpected(players.error());
    return rows(fmt::format("SELECT {} FROM game ORDER BY place", ledger_rows::kGameColumns),
                [&](const sql::Row& row) { return ledger_rows::game_of(row, *players); });
}

Result<std::vector<RunningGame>> Ledger::running() const {
    const Result<std::size_t> players = player_count();
    if (!players) return tl::unexpected(players.error());
    return rows(
        "SELECT id, pairing, number, first, second, started, moves, position, attempt FROM task "
        "WHERE state = 'taken' AND kind = 'game' ORDER BY started, id",
        [&](const sql::Row& columns) {
            CheckedRow row(columns);
            return row.checked(RunningGame{row.game_id(0),
                                           row.pairing_id(1),
                                           row.count(2, "number"),
                                           {row.player(3, *players), row.player(4, *players)},
                                           columns.integer(5),
                                           row.count(6, "moves"),
                                           row.text(7, "position"),
                                           row.count(8, "attempt")});
        });
}

Result<std::string> Ledger::record(GameId id) const {
    const Result<std::optional<std::string>> json =
        database_.text("SELECT json FROM record WHERE game = ?", to_text(id));
    if (!json) return tl::unexpected(named(json.error()));
    if (!*json) return tl::unexpected(named({fmt::format("there is no game {}", to_text(id))}));
    return **json;
}

}  // namespace zerosum
