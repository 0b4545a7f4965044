#pragma once
// One game between any two players, by either game's rules: who won, and why.

#include <array>
#include <functional>
#include <stop_token>

#include "arena/play/edition.h"
#include "arena/play/record.h"
#include "players/player.h"

namespace zerosum {

struct GameSettings {
    Edition edition;
    Seconds bank{0};         // a player
    Score komi = 0;          // points given to the player who moves second
    std::uint64_t seed = 0;  // told to the players' own random numbers and kept in the record
    double odds = 1;         // time odds: player 0 has its bank divided by this
};

// What a spectator is told while the game runs, from the playing thread. May be empty.
struct GameWatch {
    std::function<void(const AnyPosition& after, const MoveRecord& move)> on_move = {};
    std::function<void(int player, const Thought& thought)> on_thought = {};
    std::stop_token stop = {};  // ends the game with EndReason::Aborted
};

// Plays `start` out. `first` is the index of the player who moves first. Players' new_game is
// called here, new_match is the caller's. Never throws for what a player does.
[[nodiscard]] GameRecord play_game(const AnyPosition& start, std::array<Player*, 2> players,
                                   int first, const GameSettings& settings,
                                   const GameWatch& watch = {});

}  // namespace zerosum
