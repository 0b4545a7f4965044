#pragma once
// Games on disk: SQLite in WAL mode, every change one transaction, so that a kill at any instant
// loses at most the change that had not been answered yet.
//
//   game(id, created, rules, size, kinds, bank, seed, start, spec1, spec2, winner, reason,
//        sentence, holder1, holder2, name1, name2, komi, even, invite)
//   move(game, ply, name, gain, cpu, bank_left, depth, nodes, score, exact, wall)
//
// Files from before some of these columns get them when they are opened.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/web/seats.h"
#include "arena/play/record.h"
#include "arena/storage/sqlite.h"

namespace zerosum::web {

// A game as it is kept. Every game of the page is of the casual edition; player 0 has side 1. Of
// the record are kept: game, bank, komi, seed, start, the players' specs, the end (until then it
// says EndReason::Aborted), and the moves without position and player, which follow from the
// others.
struct StoredGame {
    std::string id;
    std::int64_t created = 0;  // seconds since 1970
    int size = 0;
    int kinds = 0;
    bool even = false;  // neither side is ahead at the start: an even board, or komi
    GameRecord record;
    Seats seats = {};
    std::string invite = {};  // the secret that lets a guest in (guest.h); empty: nobody
};

class GameStore {
 public:
    // Makes the file and its folder when they are not there. ":memory:" keeps nothing.
    [[nodiscard]] static Result<GameStore> open(const std::string& path);

    [[nodiscard]] Result<void> add(const StoredGame& game);
    // Makes the moves from `ply` on and the end what the record says.
    [[nodiscard]] Result<void> save(const std::string& id, std::size_t ply,
                                    const GameRecord& record);

    [[nodiscard]] Result<std::optional<StoredGame>> find(const std::string& id) const;
    // Who has a seat from now on, and by which name.
    [[nodiscard]] Result<void> seat(const std::string& id, std::size_t player, const Seat& seat);

    // The games in which this holder has a seat, and on request those in which nobody has; newest
    // first, without their moves.
    enum class Unheld { Listed, Left };
    [[nodiscard]] Result<std::vector<StoredGame>> games_of(const std::string& holder, Unheld unheld,
                                                           std::size_t count) const;
    // What games_of asks SQLite, of holder, unheld (1 or 0) and count: moves wait while it runs, so
    // it must not read every game there is. Public for the test of its plan.
    [[nodiscard]] static std::string games_query();

 private:
    explicit GameStore(sqlite::Database database) : database_(std::move(database)) {}
    sqlite::Database database_;
};

}  // namespace zerosum::web
