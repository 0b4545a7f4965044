#pragma once
// Plays a game between any two players: asks them in turn and enters their answers into a
// GameInPlay, which knows the rules.

#include <functional>
#include <stop_token>

#include "arena/play/game_in_play.h"

namespace zerosum {

// A player and how the record is to name it.
struct Contestant {
    // NOLINTNEXTLINE(google-explicit-constructor): most callers have a player and nothing else.
    Contestant(Player* asked, std::string its_spec = "", std::string its_name = "")
        : player(asked), spec(std::move(its_spec)), name(std::move(its_name)) {}

    Player* player;
    std::string spec;
    std::string name;  // empty: the player's own

    [[nodiscard]] PlayerRecord record() const;
};

// Callbacks to a spectator while the game runs, from the playing thread. May be empty.
struct GameWatch {
    std::function<void(const AnyPosition& after, const MoveRecord& move)> on_move = {};
    std::function<void(int player, const Thought& thought)> on_thought = {};
    std::stop_token stop = {};  // ends the game with EndReason::Aborted
};

// Plays `start` out. `first` is the index of the player who moves first. Players' new_game is
// called here, new_match is the caller's. Never throws for what a player does.
[[nodiscard]] GameRecord play_game(const AnyPosition& start,
                                   const std::array<Contestant, 2>& contestants, int first,
                                   const GameSettings& settings, const GameWatch& watch = {});

// The error of a game that ended without a result though nobody stopped it: what a program used
// could not be read. Played again on this machine it would end alike.
[[nodiscard]] Result<void> check_measured(const GameRecord& record, const std::stop_token& stop);

}  // namespace zerosum
