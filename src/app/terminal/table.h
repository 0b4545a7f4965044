#pragma once
// What a front end is handed: the opponent, the terms, and a board per game.

#include <functional>
#include <string>

#include "app/terminal/persons_game.h"

namespace zerosum::terminal {

struct Board {
    PositionPtr start;
    std::uint64_t seed = 0;  // for the opponent's own random numbers
    std::string origin;      // "seed 7", "board 2 of 5", "the position given"
};

// A game begun, and its heading: "The Fruit Rage, 10 x 10, seed 7".
struct NewGame {
    GameInPlay play;
    std::string title;
};

struct Table {
    PlayerPtr opponent;
    std::string spec;  // the opponent's, for the record
    GameTerms terms;
    // The board of the game of that number, from 0.
    std::function<Result<Board>(int game)> board;

    [[nodiscard]] Result<NewGame> begin(int game) const;

    // Asks the opponent, in the calling thread. `on_thought` may be empty.
    [[nodiscard]] Reply ask(const AnyPosition& position, Seconds bank, const std::stop_token& stop,
                            const std::function<void(const Thought&)>& on_thought) const;
};

}  // namespace zerosum::terminal
