#pragma once
// The games being played here: a lock, the store, the engines' queue. The rules are GameInPlay's.
// Thread-safe: asked by the server's thread, answered to by the engines' threads. Every change is
// on disk before it is seen.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/web/game_store.h"
#include "app/web/http.h"
#include "app/web/json_fwd.h"
#include "app/web/live_game.h"
#include "app/web/work_queue.h"
#include "core/random.h"
#include "games/registry.h"
#include "players/player.h"

namespace zerosum::web {

class GameTable {
 public:
    // Both must outlive the table, and the queue must be stopped before the table goes.
    GameTable(GameStore store, WorkQueue& queue, std::uint64_t seed);
    ~GameTable();
    GameTable(const GameTable&) = delete;
    GameTable& operator=(const GameTable&) = delete;

    // What a new game is to be. An empty position: a board is drawn.
    struct Wish {
        std::string rules = std::string(default_game().name());
        StartOptions start = {};
        std::string position = {};
        std::array<std::string, 2> specs = {std::string(kPerson), "greedy"};
        Seconds bank{300};
        std::optional<std::uint64_t> seed = {};
    };
    [[nodiscard]] Asked<Json> create(const Wish& wish);
    [[nodiscard]] Asked<Json> list();
    [[nodiscard]] Asked<Json> show(const std::string& id);
    [[nodiscard]] Asked<Json> record(const std::string& id);

    // `ply`: how many moves the sender believes were played; a move for another board is refused.
    [[nodiscard]] Asked<Json> play(const std::string& id, const std::string& move,
                                   std::optional<std::size_t> ply);
    [[nodiscard]] Asked<Json> undo(const std::string& id);
    [[nodiscard]] Asked<Json> resign(const std::string& id);
    [[nodiscard]] Asked<Json> rematch(const std::string& id, bool swap, bool same_board);
    [[nodiscard]] Asked<Deferred> hint(const std::string& id);
    [[nodiscard]] Asked<Stream> watch(const std::string& id);

    // Ends games whose person ran out of time and lets idle ones go from memory. To be called
    // about once a second.
    void tick();

    // Asks every engine for its answer at once: the program wants to end.
    void hurry();

    [[nodiscard]] std::size_t in_memory() const;

 private:
    struct Watcher;
    using GamePtr = std::shared_ptr<LiveGame>;

    // All of these want the lock held.
    [[nodiscard]] Asked<GamePtr> find(const std::string& id);
    [[nodiscard]] Asked<GamePtr> admit(const StoredGame& stored);
    [[nodiscard]] Asked<void> change(LiveGame& live, GameInPlay next);
    // The change of a person's request: seen by all, answered with the game, the engine asked.
    [[nodiscard]] Asked<Json> changed(const GamePtr& live, GameInPlay next);
    void ask_engine(const GamePtr& live);
    void publish(LiveGame& live, const Event& event);
    void publish_state(LiveGame& live);
    [[nodiscard]] std::string new_id();

    void think(const GamePtr& live, std::uint64_t turn);
    void leave(const GamePtr& live, std::uint64_t watcher);

    mutable std::mutex mutex_;
    GameStore store_;
    WorkQueue& queue_;
    Random random_;
    std::map<std::string, GamePtr> games_;
    std::uint64_t next_watcher_ = 1;
};

}  // namespace zerosum::web
