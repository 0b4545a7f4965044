#pragma once
// The games being played here: a lock, the store, the engines' queue. The rules are GameInPlay's.
// Thread-safe: asked by the server's thread, answered to by the engines' threads. Every change is
// stored before it is seen. Memory holds some of the games, the disk all: a game is never refused
// because memory is full, the one that was not asked for longest makes room.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/web/agents.h"
#include "app/web/game_store.h"
#include "app/web/http.h"
#include "app/web/json_fwd.h"
#include "app/web/live_game.h"
#include "app/web/my_games.h"
#include "app/web/new_game.h"
#include "app/web/work_queue.h"
#include "core/random.h"
#include "games/registry.h"
#include "players/player.h"

namespace zerosum::web {

struct GameLimits {
    std::size_t in_memory = 4000;  // more only while all are watched or thought about
    // An engine that has thought for so long by the clock on the wall is asked for its answer at
    // the next tick, also where a busy machine gave it less CPU time than that.
    Seconds thought{2};
    std::size_t between_engines = 4;  // under way, of one visitor: they go on while nobody looks
};

class GameTable {
 public:
    // Queue and agents must outlive the table, and the queue be stopped before it goes.
    GameTable(GameStore store, WorkQueue& queue, Agents& agents, std::uint64_t seed,
              const GameLimits& limits);
    ~GameTable();
    GameTable(const GameTable&) = delete;
    GameTable& operator=(const GameTable&) = delete;

    using Who = const Asker&;
    // Another game of the same kind; of two people's, once it is over.
    [[nodiscard]] Asked<NewGame> plan_rematch(Who who, const std::string& id, bool swap,
                                              bool same_board);
    // Sets the game up, which may take long (new_game.h), and has it played from then on.
    // A rematch of a game between two people leads both to the same game.
    [[nodiscard]] Asked<Json> begin(Who who, const NewGame& wanted);
    [[nodiscard]] Asked<Json> show(Who who, const std::string& id);
    // Whether this is the secret by which guests come to that game (guest.h).
    [[nodiscard]] bool invites(const std::string& id, std::string_view secret);
    [[nodiscard]] Asked<Json> record(Who who, const std::string& id);
    // The asker's games. Takes long, but holds the lock only to read the disk.
    [[nodiscard]] Asked<Json> list(Who who, GameStore::Unheld unheld, const GamesWish& wish);

    // What of them was won, lost and drawn (my_games.h).
    [[nodiscard]] Asked<Json> tally(Who who);

    // Gives the asker the seat that waits. Who has one already is called `name` from now on.
    [[nodiscard]] Asked<Json> take_seat(Who who, const std::string& id, const std::string& name);

    // `ply`: how many moves the sender believes were played; a move for another board is refused.
    [[nodiscard]] Asked<Json> play(Who who, const std::string& id, const std::string& move,
                                   std::optional<std::size_t> ply);
    [[nodiscard]] Asked<Json> undo(Who who, const std::string& id);
    // The asker gives up: the one seat that it has, else the person to move or the one there is.
    // Between two engines, the one to move does, when the visitor asks who had the game made.
    [[nodiscard]] Asked<Json> resign(Who who, const std::string& id);
    // The engine to move is asked for the best move it knows.
    [[nodiscard]] Asked<Json> answer_now(Who who, const std::string& id);
    [[nodiscard]] Asked<Deferred> hint(Who who, const std::string& id);
    [[nodiscard]] Asked<Stream> watch(Who who, const std::string& id);

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
    [[nodiscard]] Asked<GamePtr> find(Who who, const std::string& id);
    // The same for who wants to change it: one who may move for a person in it.
    [[nodiscard]] Asked<GamePtr> find_own(Who who, const std::string& id);
    [[nodiscard]] Asked<void> check_wish(Who who, const GameWish& wish, const AnyGame& rules,
                                         int size) const;
    GamePtr admit(Who who, const StoredGame& stored, GameInPlay game);
    void make_room();
    [[nodiscard]] Asked<void> change(LiveGame& live, GameInPlay next);
    // The change of a person's request: seen by all, answered with the game, the engine asked.
    [[nodiscard]] Asked<Json> changed(Who who, const GamePtr& live, GameInPlay next);
    void ask_engine(const GamePtr& live);
    void publish(LiveGame& live, const Event& event);
    void publish_state(LiveGame& live);
    void publish_watchers(LiveGame& live);
    [[nodiscard]] std::string new_id();

    void think(const GamePtr& live, std::uint64_t turn);
    void leave(const GamePtr& live, std::uint64_t watcher);

    mutable std::mutex mutex_;
    GameStore store_;
    WorkQueue& queue_;
    Agents& agents_;
    Random random_;
    GameLimits limits_;
    bool ending_ = false;
    std::map<std::string, GamePtr> games_;
    std::uint64_t next_watcher_ = 1;
};

}  // namespace zerosum::web
