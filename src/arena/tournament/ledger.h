#pragma once
// The tournament's memory: one SQLite file that survives whatever happens to the process.
//
// Promises
//   - A result is one transaction, on the disk before `finish` returns: a kill or a power cut at
//     any instant leaves it whole or absent, never in part.
//   - A game id is a primary key: no game is kept twice.
//   - One process plays on a ledger at a time (a lock file beside it; the kernel frees it when the
//     process dies). Any number may read meanwhile.
//   - A ledger belongs to one tournament: opened with settings under which the results kept in it
//     would not have come about, it refuses and names the difference.
//
// docs/tournament.md describes the tables for other readers.

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/storage/process_lock.h"
#include "arena/storage/sqlite.h"
#include "arena/tournament/pairings.h"
#include "core/result.h"
#include "core/units.h"

namespace zerosum {

// What a ledger's results depend on, as names and texts ("bank", "10"). Two tournaments whose
// identities are equal may share a ledger.
using Identity = std::map<std::string, std::string>;

struct LedgerPlayer {
    std::string name;
    std::string spec;
};

// A finished game. Numbers belonging to the two players stand in the order first, second mover.
struct LedgerGame {
    GameId id;
    PairingId pairing;
    int number = 0;                        // within its pairing, from 0
    std::array<PlayerIndex, 2> players{};  // who moved first, who moved second
    int winner = -1;                       // 0: the first mover, 1: the second, -1: neither
    std::array<Score, 2> points{};
    std::string reason;  // "points", "time", "illegal-move": see record.h
    std::array<Seconds, 2> cpu{};
    Seconds wall{0};

    // From the view of one of its players: what the game gave to it, and its points minus the
    // other's.
    [[nodiscard]] Outcome outcome_of(PlayerIndex player) const {
        return outcome_for(player == players[0] ? 0 : 1, winner);
    }
    [[nodiscard]] Score margin_of(PlayerIndex player) const {
        return player == players[0] ? points[0] - points[1] : points[1] - points[0];
    }
};

// A game that a process is playing now.
struct RunningGame {
    GameId id;
    PairingId pairing;
    int number = 0;
    std::array<PlayerIndex, 2> players{};
    std::int64_t started = 0;  // seconds since 1970
    int moves = 0;
    std::string position;  // in one line, after those moves
};

class Ledger {
 public:
    // Makes a new ledger, or goes on with the one that is there. Fails with a reason for the user
    // when it is another tournament's, in use, not writable or not a ledger.
    [[nodiscard]] static Result<Ledger> open_to_play(const std::filesystem::path& path,
                                                     const Identity& identity,
                                                     std::span<const LedgerPlayer> players);
    // For standings and front ends; may be called while another process plays.
    [[nodiscard]] static Result<Ledger> open_to_read(const std::filesystem::path& path);

    // Writing. Adding a pairing that is there already changes nothing.
    [[nodiscard]] Result<void> add_pairings(std::span<const ScheduledPairing> pairings);
    [[nodiscard]] Result<void> begin(const RunningGame& game);
    [[nodiscard]] Result<void> show_progress(GameId id, int moves, std::string_view position);
    // Keeps the result and its record (JSON), and takes the game from the running ones.
    [[nodiscard]] Result<void> finish(const LedgerGame& game, std::string_view record);
    // A game stopped without a result.
    [[nodiscard]] Result<void> drop_running(GameId id);
    // A fact that must not change during the tournament: the first call keeps it, later ones fail
    // when it differs.
    [[nodiscard]] Result<void> keep_constant(const std::string& name, std::string_view value);

    // Reading. Pairings in the order they were added, games in the order they ended. What no
    // tournament writes (a player that there is not, points beyond any game's, characters that a
    // terminal obeys) is an error that says what was found.
    [[nodiscard]] Result<Identity> identity() const;
    [[nodiscard]] Result<std::vector<LedgerPlayer>> players() const;
    [[nodiscard]] Result<std::vector<ScheduledPairing>> pairings() const;
    [[nodiscard]] Result<std::vector<LedgerGame>> games() const;
    [[nodiscard]] Result<std::vector<RunningGame>> running() const;
    [[nodiscard]] Result<std::string> record(GameId id) const;

 private:
    Ledger(std::filesystem::path path, sqlite::Database database, std::optional<ProcessLock> lock)
        : path_(std::move(path)), lock_(std::move(lock)), database_(std::move(database)) {}

    [[nodiscard]] Result<void> create(const Identity& identity,
                                      std::span<const LedgerPlayer> players);
    [[nodiscard]] Result<void> check_identity(const Identity& identity) const;
    [[nodiscard]] Result<void> check_format() const;
    [[nodiscard]] Result<std::size_t> player_count() const;
    [[nodiscard]] Error named(const Error& error) const;
    // Writes what may be lost in a power cut, without waiting for the disk.
    [[nodiscard]] Result<void> lightly(const std::function<Result<void>()>& write);
    // Database::rows with errors that name this ledger.
    template <typename Read>
    [[nodiscard]] auto rows(std::string_view sql, Read read) const {
        return database_.rows(sql, read).map_error([this](const Error& e) { return named(e); });
    }

    std::filesystem::path path_;
    std::optional<ProcessLock> lock_;
    sqlite::Database database_;
};

}  // namespace zerosum
