#pragma once
// The tournament's memory, which survives whatever happens to the process: one SQLite file, or a
// database of a PostgreSQL server ("postgresql://..."), with the same tables and the same promises.
//
// Promises
//   - A result is one transaction, on the disk before `finish` returns: a kill or a power cut at
//     any instant leaves it whole or absent, never in part.
//   - A game id is a primary key: no game is kept twice.
//   - One process at a time decides who takes part, and one plans the games (locks of a file beside
//     it, or advisory locks of the server; all are free again when the process dies). Any number of
//     workers play what was planned, and any number of processes read.
//   - A server that goes away is waited for, and what was being written is written again: a result
//     that had arrived already is not kept twice.
//   - A ledger belongs to one tournament: opened with settings under which the results kept in it
//     would not have come about, it refuses and names the difference.
//   - Who takes part may change: an entrant whose content changes gets a new version, and the games
//     of its old one stay as history.
//   - A planned game is a task of the queue (queue/task_table.h). Who takes it owns it for a lease
//     and a numbered attempt: only the owner of the attempt finishes it, and when the lease has run
//     out it is free for others.
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

#include "arena/queue/blobs.h"
#include "arena/queue/task_table.h"
#include "arena/storage/process_lock.h"
#include "arena/storage/sql.h"
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
    std::string fingerprint = {};  // of its content (players/programs/player_sources.h)
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
    double speed = 0;        // of the machine it was played on: core/host_speed.h; 0: not known

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

// A game that is to be played.
struct PlannedGame {
    GameId id;
    PairingId pairing;
    int number = 0;
    std::array<PlayerIndex, 2> players{};
    std::int64_t place = 0;  // those with lower ones are taken first
};

// A game that a worker is playing now.
struct RunningGame {
    GameId id;
    PairingId pairing;
    int number = 0;
    std::array<PlayerIndex, 2> players{};
    std::int64_t started = 0;  // seconds since 1970
    int moves = 0;
    std::string position;  // in one line, after those moves
    int attempt = 1;       // how often it was begun
};

class Ledger {
 public:
    // A ledger's place is a file's path or a server's address.
    // To decide who takes part, and to plan. Makes a new ledger, or goes on with the one that is
    // there. Fails with a reason for the user when it is another tournament's, in use, not
    // writable, not a ledger or of an old format. A worker that plans meanwhile makes way. A server
    // that cannot be reached is tried again, for as long as the patience lasts.
    [[nodiscard]] static Result<Ledger> open_to_play(const std::filesystem::path& path,
                                                     const Identity& identity,
                                                     const sql::Patience& patience = {Seconds{0}});
    // To plan, for a worker when `wants_planner` has said so. Nothing: another one was faster, or
    // the server has gone away.
    [[nodiscard]] static std::optional<Ledger> open_to_plan(const std::filesystem::path& path);
    // To take and finish games; with patience as above.
    [[nodiscard]] static Result<Ledger> open_to_work(const std::filesystem::path& path,
                                                     Seconds lease = kLease,
                                                     const sql::Patience& patience = {Seconds{0}});
    // Makes a ledger of an old format one of the newest, in one step. False: it is one already.
    [[nodiscard]] static Result<bool> upgrade(const std::filesystem::path& path);
    // Copies a ledger to another place, where nothing may be yet, from one engine to another or
    // not, and returns the digest that both have. On any error nothing is there. A ledger that is
    // being played on meanwhile is not copied.
    [[nodiscard]] static Result<std::string> copy(const std::filesystem::path& from,
                                                  const std::filesystem::path& to);
    // Any format. For standings and front ends; may be called while another process plays.
    [[nodiscard]] static Result<Ledger> open_to_read(const std::filesystem::path& path);

    // Whether a tournament is at this place; false: a queue of other work, or nothing.
    [[nodiscard]] static Result<bool> is_at(const std::filesystem::path& path,
                                            const sql::Patience& patience = {Seconds{0}});

    // How a server that goes away is waited for.
    void set_patience(sql::Patience patience) { database_.set_patience(std::move(patience)); }
    // Whether the last error was that the server has gone away.
    [[nodiscard]] bool lost() const { return database_.lost(); }
    // Whether a process has it open to play.
    [[nodiscard]] Result<bool> has_host() const;
    // Whether nobody plans, and this process may: on a server it may be allowed less.
    [[nodiscard]] Result<bool> wants_planner() const;

    [[nodiscard]] bool on_server() const { return database_.dialect() == sql::Dialect::Postgres; }
    // "ledger class.ledger: ...", as its own errors are.
    [[nodiscard]] Error named(const Error& error) const;

    // Writing.
    // These take part from now on, and no others: with the fingerprint of an earlier version of
    // that name it is that version again, otherwise a new one. Returns their numbers, in the given
    // order.
    [[nodiscard]] Result<std::vector<PlayerIndex>> enter(std::span<const LedgerPlayer> players);
    // The packed sources of a version, kept once per content; those of a version never change.
    [[nodiscard]] Result<void> keep_sources(PlayerIndex number, std::string_view packed);
    // Adding a pairing that is there already changes nothing.
    [[nodiscard]] Result<void> add_pairings(std::span<const ScheduledPairing> pairings);
    // A fact that readers and workers like to know and results do not depend on, such as the title.
    [[nodiscard]] Result<void> set_about(const std::string& name, std::string_view value);

    // Planning.
    [[nodiscard]] Result<void> add_games(std::span<const PlannedGame> games);
    // Withdraws what nobody has taken.
    [[nodiscard]] Result<void> withdraw_games();
    [[nodiscard]] Result<std::int64_t> open_games() const;
    // The games finished since the last call, in the order of `games`; a process that begins to
    // plan reads all of those, and may find the last of them here again.
    [[nodiscard]] Result<std::vector<LedgerGame>> collect_finished();
    // Games whose lease has run out, or whose owner was on this machine and is dead, are open
    // again. How many there were.
    [[nodiscard]] Result<int> free_lapsed();

    // Working.
    // A game to play, of that pairing if it has one; nothing when none is open.
    [[nodiscard]] Result<std::optional<RunningGame>> take_game(std::optional<PairingId> seated);
    // Prolongs the leases of these, and gives back what else this owner has: games that were taken
    // when the answer was lost with the connection.
    [[nodiscard]] Result<void> renew(std::span<const GameId> playing);
    [[nodiscard]] Result<void> show_progress(const RunningGame& game);
    // Keeps the result and its record (JSON). False: the game has passed to another worker, or has
    // another result already, and this one is not kept. The same result again changes nothing.
    [[nodiscard]] Result<bool> finish(const LedgerGame& game, int attempt, std::string_view record);
    // A game stopped without a result is open again.
    [[nodiscard]] Result<void> give_back(const RunningGame& game);
    // A fact that must not change during the tournament: the first call keeps it, later ones fail
    // when it differs.
    [[nodiscard]] Result<void> keep_constant(const std::string& name, std::string_view value);

    // Reading. Pairings in the order they were added, games in the order they ended, players by
    // their numbers: every version that there ever was. What no tournament writes (a player that
    // there is not, points beyond any game's, characters that a terminal obeys) is an error that
    // says what was found.
    [[nodiscard]] Result<Identity> identity() const;
    [[nodiscard]] Result<std::string> about(const std::string& name) const;  // empty: not set
    [[nodiscard]] Result<std::vector<LedgerPlayer>> players() const;
    [[nodiscard]] Result<bool> holds_sources(PlayerIndex number) const;
    [[nodiscard]] Result<std::optional<Blob>> sources(PlayerIndex number) const;
    [[nodiscard]] Result<std::vector<ScheduledPairing>> pairings() const;
    [[nodiscard]] Result<std::vector<LedgerGame>> games() const;
    [[nodiscard]] Result<std::vector<RunningGame>> running() const;
    [[nodiscard]] Result<std::string> record(GameId id) const;
    // What is in it, in 16 digits: see ledger_copy.h.
    [[nodiscard]] Result<std::string> digest() const;

 private:
    Ledger(std::filesystem::path path, sql::Database database, std::vector<ProcessLock> locks);

    // Which locks an opened ledger holds.
    enum class Role : std::uint8_t { Worker, Planner, Writer, Host };
    [[nodiscard]] static Result<Ledger> open_as(Role role, const std::filesystem::path& path,
                                                const sql::Patience& patience = {Seconds{0}});
    [[nodiscard]] Result<void> check_newest() const;
    [[nodiscard]] Result<void> check_tournament() const;
    [[nodiscard]] TaskTable tasks() const { return {database_, owner_, lease_}; }
    [[nodiscard]] Result<bool> holds(const std::string& condition) const;
    [[nodiscard]] Result<void> make_ready(const Identity& identity);
    [[nodiscard]] Result<void> create(const Identity& identity);
    [[nodiscard]] Result<PlayerIndex> enter_one(const LedgerPlayer& player, std::int64_t now);
    [[nodiscard]] Result<void> check_identity(const Identity& identity) const;
    [[nodiscard]] Result<std::size_t> player_count() const;
    [[nodiscard]] static tl::unexpected<Error> refusal(const std::filesystem::path& path,
                                                       const Error& error);
    // Database::lightly with errors that name this ledger.
    [[nodiscard]] Result<void> lightly(const std::function<Result<void>()>& write);
    // A task table's answer with an error that names this ledger.
    template <typename Value>
    [[nodiscard]] Result<Value> named(Result<Value>&& result) const {
        if (!result) return tl::unexpected(named(result.error()));
        return std::move(result);
    }
    // Database::rows with errors that name this ledger.
    template <typename Read, typename... Values>
    [[nodiscard]] auto rows(std::string_view sql, Read read, const Values&... values) const {
        return database_.rows(sql, read, values...).map_error([this](const Error& e) {
            return named(e);
        });
    }

    std::filesystem::path path_;
    std::string owner_;  // of the games it takes
    std::string now_;    // the database's time in SQL, seconds since 1970
    Seconds lease_ = kLease;
    std::vector<ProcessLock> locks_;
    sql::Database database_;
};

}  // namespace zerosum
