#pragma once
// Games on disk: SQLite in WAL mode, every change one transaction, so that a kill at any instant
// loses at most the change that had not been answered yet.
//
//   game(id, created, rules, size, kinds, bank, seed, start, spec1, spec2, winner, reason)
//   move(game, ply, name, gain, cpu, bank_left, depth, nodes, score, exact)

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/storage/sqlite.h"
#include "core/result.h"
#include "core/units.h"

namespace zerosum::web {

struct StoredThought {
    int depth = 0;
    std::uint64_t nodes = 0;
    Score score = 0;
    bool exact = false;
};

struct StoredMove {
    std::string name;
    Score gain = 0;
    Seconds cpu{0};
    Seconds bank_left{0};
    std::optional<StoredThought> thought;
};

struct StoredResult {
    int winner = 0;  // side, 1 or 2; 0: a draw
    std::string reason;
};

struct StoredGame {
    std::string id;
    std::int64_t created = 0;  // seconds since 1970
    std::string rules;         // "fruit"
    int size = 0;
    int kinds = 0;
    Seconds bank{0};  // 0: no clock
    std::uint64_t seed = 0;
    std::string start;  // one line
    std::string specs[2];
    std::optional<StoredResult> result;
    std::vector<StoredMove> moves;
};

class GameStore {
 public:
    // Makes the file and its folder when they are not there. ":memory:" keeps nothing.
    [[nodiscard]] static Result<GameStore> open(const std::string& path);

    [[nodiscard]] Result<void> add(const StoredGame& game);
    [[nodiscard]] Result<void> add_move(const std::string& id, std::size_t ply,
                                        const StoredMove& move,
                                        const std::optional<StoredResult>& result);
    // Forgets the moves from `ply` on, and the result.
    [[nodiscard]] Result<void> cut(const std::string& id, std::size_t ply);
    [[nodiscard]] Result<void> set_result(const std::string& id, const StoredResult& result);

    [[nodiscard]] Result<std::optional<StoredGame>> find(const std::string& id) const;
    // Newest first, with their moves.
    [[nodiscard]] Result<std::vector<StoredGame>> newest(std::size_t count) const;

 private:
    explicit GameStore(sqlite::Database database) : database_(std::move(database)) {}
    sqlite::Database database_;
};

}  // namespace zerosum::web
