#pragma once
// The games being played here: a lock, the store, the engines' queue. The rules are GameInPlay's.
// Thread-safe: asked by the server's thread, answered to by the engines' threads. Every change is
// on disk before it is seen. Memory holds some of the games, the disk all: a game is never refused
// because memory is full, the one that was not asked for longest makes room.

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

struct GameLimits {
    std::size_t in_memory = 4000;  // more only while all are watched or thought about
    // An engine that has thought for so long is asked for its answer: no game holds a thread for
    // more.
    Seconds thought{10};
    std::size_t between_engines = 4;  // under way, of one visitor: they go on whoever looks
};

class GameTable {
 public:
    // The queue must outlive the table, and be stopped before it goes.
    GameTable(GameStore store, WorkQueue& queue, std::uint64_t seed, const GameLimits& limits);
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
    // `visitor` is who asks (Request::visitor).
    using Visitor = const std::string&;
    [[nodiscard]] Asked<Json> create(Visitor visitor, const Wish& wish);
    [[nodiscard]] Asked<Json> show(Visitor visitor, const std::string& id);
    [[nodiscard]] Asked<Json> record(Visitor visitor, const std::string& id);
    // Takes long, but holds the lock only to read the disk.
    [[nodiscard]] Asked<Json> list();

    // `ply`: how many moves the sender believes were played; a move for another board is refused.
    [[nodiscard]] Asked<Json> play(Visitor visitor, const std::string& id, const std::string& move,
                                   std::optional<std::size_t> ply);
    [[nodiscard]] Asked<Json> undo(Visitor visitor, const std::string& id);
    // The person to move gives up, or the one there is. Between two engines, the one to move does,
    // when the visitor asks who had the game made.
    [[nodiscard]] Asked<Json> resign(Visitor visitor, const std::string& id);
    [[nodiscard]] Asked<Json> rematch(Visitor visitor, const std::string& id, bool swap,
                                      bool same_board);
    [[nodiscard]] Asked<Deferred> hint(Visitor visitor, const std::string& id);
    [[nodiscard]] Asked<Stream> watch(Visitor visitor, const std::string& id);

    // Ends games whose person ran out of time, asks engines that have thought for long to answer,
    // and lets idle games go from memory. To be called about once a second.
    void tick();

    // Asks every engine for its answer at once: the program wants to end.
    void hurry();

    [[nodiscard]] std::size_t in_memory() const;

 private:
    struct Watcher;
    using GamePtr = std::shared_ptr<LiveGame>;

    // All of these want the lock held.
    [[nodiscard]] Asked<GamePtr> find(Visitor visitor, const std::string& id);
    GamePtr admit(Visitor visitor, const StoredGame& stored, GameInPlay game);
    void make_room();
    [[nodiscard]] Asked<void> change(LiveGame& live, GameInPlay next);
    // The change of a person's request: seen by all, answered with the game, the engine asked.
    [[nodiscard]] Asked<Json> changed(Visitor visitor, const GamePtr& live, GameInPlay next);
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
    GameLimits limits_;
    bool ending_ = false;
    std::map<std::string, GamePtr> games_;
    std::uint64_t next_watcher_ = 1;
};

}  // namespace zerosum::web
