#pragma once
// A game that is about to begin: what was asked for, who will sit where, and what is kept of it on
// the disk from then on. Nothing here knows the games that are being played.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "app/web/game_store.h"
#include "app/web/http.h"
#include "app/web/seats.h"
#include "arena/play/record.h"
#include "games/registry.h"

namespace zerosum::web {

// What a new game is to be. An empty position: a board is drawn.
struct GameWish {
    std::string rules = std::string(default_game().name());
    StartOptions start = {};
    std::string position = {};
    std::array<std::string, 2> specs = {std::string(kPerson), "greedy"};
    Seconds bank{300};
    bool even = false;  // neither side is ahead: an even board, or komi (fair_start.h)
    Score komi = 0;     // for who moves second, from a position that is given
    // A person's seats are the asker's, except for this side's (1 or 2; 0: none), which waits for
    // the first who comes with the link.
    int invite = 0;
    std::string name = {};  // of the asker, in a game between two people
    std::optional<std::uint64_t> seed = {};
};

struct NewGame {
    GameWish wish;
    Seats seats = {};
    std::string before = {};  // the game whose rematch it is
};

[[nodiscard]] NewGame new_game(const Asker& who, const GameWish& wish);

// Whether setting it up looks for komi first, which is not for the server's thread.
[[nodiscard]] bool takes_long(const NewGame& game);

// The game at its start, to be stored; it has no id yet. `seed` draws its board.
[[nodiscard]] Asked<StoredGame> set_up(const NewGame& game, std::uint64_t seed);

}  // namespace zerosum::web
