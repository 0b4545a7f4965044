#pragma once
// Games on disk: SQLite in WAL mode, every change one transaction, so that a kill at any instant
// loses at most the change that had not been answered yet.
//
//   game(id, created, rules, size, kinds, bank, seed, start, spec1, spec2, winner, reason,
//   sentence) move(game, ply, name, gain, cpu, bank_left, depth, nodes, score, exact, wall)
//
// Files from before `sentence` and `wall` get these columns when they are opened.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/play/record.h"
#include "arena/storage/sqlite.h"

namespace zerosum::web {

// A game as it is kept. Every game of the page is of the casual edition; player 0 has side 1. Of
// the record are kept: game, bank, seed, start, the players' specs, the end (until then it says
// EndReason::Aborted), and the moves without position and player, which follow from the others.
struct StoredGame {
    std::string id;
    std::int64_t created = 0;  // seconds since 1970
    int size = 0;
    int kinds = 0;
    GameRecord record;
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
    // Newest first, with their moves.
    [[nodiscard]] Result<std::vector<StoredGame>> newest(std::size_t count) const;

 private:
    explicit GameStore(sqlite::Database database) : database_(std::move(database)) {}
    sqlite::Database database_;
};

}  // namespace zerosum::web
