#pragma once
// A game on the page: the game in play, its watchers and engine, a person's clock, and its JSON.

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/web/game_store.h"
#include "app/web/http.h"
#include "app/web/json_fwd.h"
#include "arena/play/game_in_play.h"

namespace zerosum::web {

struct LiveGame {
    using Clock = std::chrono::steady_clock;

    LiveGame(const StoredGame& stored, GameInPlay its_game, std::string its_visitor);

    std::string id;
    // Whose turns in the queue its engines take: who made it, who played last, or who asked for it
    // when it was taken from the disk.
    std::string visitor;
    std::int64_t created;
    int size;
    int kinds;
    bool even;  // neither side is ahead at the start
    Seats seats;
    std::string invite;   // the secret that lets a guest in, or none
    std::string rematch;  // the game that goes on from here, or none
    GameInPlay game;
    std::vector<std::vector<int>> cells;  // where each move was played, as the page counts cells
    // Grows with every change that watchers see, and over restarts of the program too: it begins
    // with the milliseconds since 1970 at which the game was taken from the disk.
    std::uint64_t version;
    // Changes with every change of the board: an engine's answer to an older board is dropped.
    std::uint64_t turn = 0;
    std::optional<std::uint64_t> asked;  // the turn for which an engine is at work
    std::stop_source thinking;
    std::optional<Clock::time_point> thinking_since;
    std::map<std::uint64_t, EventSink> watchers;
    std::size_t watchers_published = 0;  // how many there were when their number was last sent
    std::optional<Clock::time_point> clock_since;  // a person's clock runs since then
    Seconds thought_for{0};                        // by the person, on this move, before that
    Clock::time_point touched = Clock::now();

    [[nodiscard]] bool between_engines() const { return !game.person(0) && !game.person(1); }
    // A person's clock runs while the game is watched and no player is waited for.
    [[nodiscard]] bool clock_may_run() const;
    // Whether an agent is to move: it cannot be asked to hurry.
    [[nodiscard]] bool agent_to_move() const;
    // Whether it can be let go from memory, and taken from the disk when it is asked for:
    // nobody watches it, and no engine is at work on it.
    [[nodiscard]] bool can_leave() const;

    // The game goes on as `next`, a copy of it that was changed.
    void become(GameInPlay next);
    [[nodiscard]] Seconds person_spent() const;  // on this move, so far
    void stop_clock();
};

// The game as it was stored; an error when its moves do not hold.
[[nodiscard]] Result<GameInPlay> resume(const StoredGame& stored);

// How a board of the same kind is drawn.
[[nodiscard]] StartOptions drawn_like(const LiveGame& live);

// With the sides that the asker may move for, where there is one.
[[nodiscard]] Json game_json(const LiveGame& live, const Asker* asker = nullptr);
[[nodiscard]] Json summary_json(const StoredGame& stored, const Asker& asker);
// "Level 3", "Ann", "You".
[[nodiscard]] std::string shown_name(const StoredGame& stored, std::size_t player);

}  // namespace zerosum::web
