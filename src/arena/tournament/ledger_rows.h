#pragma once
// Rows of a ledger's tables as values, for the files that implement Ledger.

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "arena/tournament/ledger.h"
#include "core/text.h"
#include "players/spec.h"

namespace zerosum::ledger_rows {

// A row's columns, each checked as it is read: the file may be damaged, or come from anybody, and
// what is shown of it must neither be obeyed by a terminal nor be another number than the one kept.
// The first thing that is wrong is the row's error.
class CheckedRow {
 public:
    explicit CheckedRow(const sql::Row& row) : row_(row) {}

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
    int round(int column) {
        constexpr std::int64_t most = 1'000'000'000;  // planners count on from it
        return static_cast<int>(number(column, "round", 0, most));
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
    const sql::Row& row_;
    std::string wrong_;
};

inline constexpr std::string_view kGameColumns =
    "game.id, game.pairing, game.number, game.first, game.second, winner, first_points, "
    "second_points, reason, first_cpu, second_cpu, wall, ended, speed";

// `players`: how many versions there are.
inline Result<LedgerGame> game_of(const sql::Row& columns, std::size_t players) {
    CheckedRow row(columns);
    return row.checked(LedgerGame{row.game_id(0),
                                  row.pairing_id(1),
                                  row.count(2, "number"),
                                  {row.player(3, players), row.player(4, players)},
                                  static_cast<int>(row.number(5, "winner", -1, 1)),
                                  {row.points(6), row.points(7)},
                                  row.text(8, "reason"),
                                  {row.seconds(9), row.seconds(10)},
                                  row.seconds(11),
                                  columns.integer(12),
                                  row.seconds(13).count()});
}

}  // namespace zerosum::ledger_rows
