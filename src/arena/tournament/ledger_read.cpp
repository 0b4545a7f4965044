// What is read from a ledger; ledger.cpp opens it and writes.

#include <cmath>
#include <limits>
#include <optional>

#include "arena/play/record.h"
#include "arena/tournament/ledger.h"
#include "core/text.h"
#include "players/spec.h"

namespace zerosum {

namespace {

// A row's columns, each checked as it is read: the file may be damaged, or somebody else's, and
// what is shown of it must neither be obeyed by a terminal nor be another number than the one kept.
// The first thing that is wrong is the row's error.
class Row {
 public:
    explicit Row(const sqlite::Statement& row) : row_(row) {}

    std::string text(int column, std::string_view what) {
        std::string found = row_.text(column);
        if (holds_control_characters(found)) note(what, found);
        return found;
    }
    std::int64_t number(int column, std::string_view what, std::int64_t low, std::int64_t high) {
        const std::int64_t found = row_.integer(column);
        if (found >= low && found <= high) return found;
        note(what, row_.text(column));
        return low;
    }
    int count(int column, std::string_view what) {
        return static_cast<int>(number(column, what, 0, std::numeric_limits<int>::max()));
    }
    Score points(int column) {
        constexpr std::int64_t most =
            1'000'000'000;  // far from what the difference of two can hold
        return static_cast<Score>(number(column, "points", -most, most));
    }
    PlayerIndex player(int column, std::size_t players) {
        const auto last = static_cast<std::int64_t>(players) - 1;
        return static_cast<PlayerIndex>(number(column, "player", 0, last));
    }
    Seconds seconds(int column) {
        const double found = row_.real(column);
        if (!std::isfinite(found)) note("time", row_.text(column));
        return Seconds{found};
    }
    template <typename Id>
    Id id(int column, std::string_view what, std::optional<Id> (*parse)(std::string_view)) {
        const std::string found = row_.text(column);
        const std::optional<Id> parsed = parse(found);
        if (!parsed) note(what, found);
        return parsed.value_or(Id{});
    }
    GameId game_id(int column) { return id<GameId>(column, "game id", parse_game_id); }
    PairingId pairing_id(int column) {
        return id<PairingId>(column, "pairing id", parse_pairing_id);
    }

    template <typename Value>
    Result<Value> checked(Value value) const {
        if (wrong_.empty()) return value;
        return fail("the file is damaged ({})", wrong_);
    }

 private:
    void note(std::string_view what, std::string_view found) {
        if (wrong_.empty()) wrong_ = fmt::format("{} '{}'", what, printable(found));
    }
    const sqlite::Statement& row_;
    std::string wrong_;
};

}  // namespace

bool LedgerGame::by_fault() const {
    using enum EndReason;
    const std::optional<EndReason> end = parse_end_reason(reason);
    return end && *end != Points && *end != TimeLeft && *end != Draw && *end != Void &&
           *end != Resigned;
}

Result<Identity> Ledger::identity() const {
    using Fact = std::pair<std::string, std::string>;
    return rows("SELECT name, value FROM identity",
                [](const sqlite::Statement& columns) {
                    Row row(columns);
                    return row.checked(Fact{row.text(0, "identity"), row.text(1, "identity")});
                })
        .map([](const std::vector<Fact>& facts) { return Identity(facts.begin(), facts.end()); });
}

Result<std::string> Ledger::about(const std::string& name) const {
    return rows(
               "SELECT value FROM about WHERE name = ?",
               [](const sqlite::Statement& row) -> Result<std::string> { return row.text(0); },
               name)
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
        [](const sqlite::Statement& columns) {
            Row row(columns);
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
                [&](const sqlite::Statement& columns) {
                    Row row(columns);
                    return row.checked(ScheduledPairing{
                        row.pairing_id(0), row.count(1, "round"), row.player(2, *players),
                        columns.is_null(3) ? kNoPlayer : row.player(3, *players)});
                });
}

Result<std::vector<LedgerGame>> Ledger::games() const {
    const Result<std::size_t> players = player_count();
    if (!players) return tl::unexpected(players.error());
    return rows(
        "SELECT id, pairing, number, first, second, winner, first_points, second_points, reason, "
        "first_cpu, second_cpu, wall, ended FROM game ORDER BY place",
        [&](const sqlite::Statement& columns) {
            Row row(columns);
            return row.checked(LedgerGame{row.game_id(0),
                                          row.pairing_id(1),
                                          row.count(2, "number"),
                                          {row.player(3, *players), row.player(4, *players)},
                                          static_cast<int>(row.number(5, "winner", -1, 1)),
                                          {row.points(6), row.points(7)},
                                          row.text(8, "reason"),
                                          {row.seconds(9), row.seconds(10)},
                                          row.seconds(11),
                                          columns.integer(12)});
        });
}

Result<std::vector<RunningGame>> Ledger::running() const {
    const Result<std::size_t> players = player_count();
    if (!players) return tl::unexpected(players.error());
    return rows(
        "SELECT id, pairing, number, first, second, started, moves, position FROM claim "
        "ORDER BY started, id",
        [&](const sqlite::Statement& columns) {
            Row row(columns);
            return row.checked(RunningGame{row.game_id(0),
                                           row.pairing_id(1),
                                           row.count(2, "number"),
                                           {row.player(3, *players), row.player(4, *players)},
                                           columns.integer(5),
                                           row.count(6, "moves"),
                                           row.text(7, "position")});
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
