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
//   - Who takes part may change: an entrant whose content changes gets a new version, and the games
//     of its old one stay as history.
//   - A game being played is a claim with an owner and a lease: only its owner finishes it, and a
//     claim whose lease has run out may be taken over.
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

// A version of an entrant: this is what plays. Its number (PlayerIndex) is never given again.
struct LedgerPlayer {
    std::string name;  // the entrant's
    std::string spec;
    std::string fingerprint = {};  // of its content; what has no content of its own: its spec
    int version = 1;               // of its entrant, from 1
    bool current = true;           // false: replaced by another version, or its entrant has left
    std::int64_t entered = 0;      // seconds since 1970
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
    std::int64_t ended = 0;  // seconds since 1970; set by the ledger

    // Ended by a crash, an illegal move, a bank that ran out: not on the board.
    [[nodiscard]] bool by_fault() const;
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

// How long a claim holds when nobody renews it.
inline constexpr std::int64_t kLease = 120;  // seconds

class Ledger {
 public:
    // Makes a new ledger, or goes on with the one that is there. Fails with a reason for the user
    // when it is another tournament's, in use, not writable, not a ledger or of an old format.
    [[nodiscard]] static Result<Ledger> open_to_play(const std::filesystem::path& path,
                                                     const Identity& identity);
    // Makes a ledger of an old format one of the newest, in one step. False: it is one already.
    [[nodiscard]] static Result<bool> upgrade(const std::filesystem::path& path);
    // Any format. For standings and front ends; may be called while another process plays.
    [[nodiscard]] static Result<Ledger> open_to_read(const std::filesystem::path& path);

    // Writing.
    // These take part from now on, and no others: with the fingerprint of an earlier version of
    // that name it is that version again, otherwise a new one. Returns their numbers, in the given
    // order.
    [[nodiscard]] Result<std::vector<PlayerIndex>> enter(std::span<const LedgerPlayer> players);
    // Adding a pairing that is there already changes nothing.
    [[nodiscard]] Result<void> add_pairings(std::span<const ScheduledPairing> pairings);
    // Claims the game. Fails when another process has a claim on it whose lease has not run out.
    [[nodiscard]] Result<void> begin(const RunningGame& game);
    // Prolongs the leases of all own claims: to be called more often than every kLease seconds.
    [[nodiscard]] Result<void> renew_claims();
    [[nodiscard]] Result<void> show_progress(GameId id, int moves, std::string_view position);
    // Keeps the result and its record (JSON), and takes the game from the running ones.
    [[nodiscard]] Result<void> finish(const LedgerGame& game, std::string_view record);
    // A game stopped without a result.
    [[nodiscard]] Result<void> drop_running(GameId id);
    // A fact that must not change during the tournament: the first call keeps it, later ones fail
    // when it differs.
    [[nodiscard]] Result<void> keep_constant(const std::string& name, std::string_view value);
    // What readers like to know and results do not depend on, such as the title.
    [[nodiscard]] Result<void> set_about(const std::string& name, std::string_view value);

    // Reading. Pairings in the order they were added, games in the order they ended, players by
    // their numbers: every version that there ever was. What no tournament writes (a player that
    // there is not, points beyond any game's, characters that a terminal obeys) is an error that
    // says what was found.
    [[nodiscard]] Result<Identity> identity() const;
    [[nodiscard]] Result<std::string> about(const std::string& name) const;  // empty: not set
    [[nodiscard]] Result<std::vector<LedgerPlayer>> players() const;
    [[nodiscard]] Result<std::vector<ScheduledPairing>> pairings() const;
    [[nodiscard]] Result<std::vector<LedgerGame>> games() const;
    [[nodiscard]] Result<std::vector<RunningGame>> running() const;
    [[nodiscard]] Result<std::string> record(GameId id) const;

 private:
    Ledger(std::filesystem::path path, sqlite::Database database, std::optional<ProcessLock> lock);

    [[nodiscard]] Result<void> create(const Identity& identity);
    [[nodiscard]] Result<PlayerIndex> enter_one(const LedgerPlayer& player, std::int64_t now);
    [[nodiscard]] Result<void> check_identity(const Identity& identity) const;
    [[nodiscard]] Result<std::size_t> player_count() const;
    [[nodiscard]] Error named(const Error& error) const;
    // Writes what may be lost in a power cut, without waiting for the disk.
    [[nodiscard]] Result<void> lightly(const std::function<Result<void>()>& write);
    // Database::rows with errors that name this ledger.
    template <typename Read, typename... Values>
    [[nodiscard]] auto rows(std::string_view sql, Read read, const Values&... values) const {
        return database_.rows(sql, read, values...).map_error([this](const Error& e) {
            return named(e);
        });
    }

    std::filesystem::path path_;
    std::string owner_;  // of the claims: this process
    std::optional<ProcessLock> lock_;
    sqlite::Database database_;
};

}  // namespace zerosum
