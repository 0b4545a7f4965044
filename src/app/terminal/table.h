#pragma once
// What a front end is handed: the opponent, the terms, and a board per game.

#include <functional>
#include <string>

#include "app/terminal/persons_game.h"

namespace zerosum::terminal {

struct Board {
    PositionPtr start;
    std::uint64_t seed = 0;          // for the opponent's own random numbers
    std::string origin;              // "seed 7", "board 2 of 5", "the position given"
    std::optional<Score> komi = {};  // of this board, instead of the terms'
};

// A game begun, and its heading: "The Fruit Rage, 10 x 10, seed 7".
struct NewGame {
    GameInPlay play;
    std::string title;
};

struct Table {
    PlayerPtr opponent;
    std::string spec;        // the opponent's, for the record
    std::string about;       // what it can do, in a few words; may be empty
    bool can_hurry = false;  // asked to stop, it answers with the best move it knows
    GameTerms terms;
    // The board of the game of that number, from 0.
    std::function<Result<Board>(int game)> board;
    // Keeps the record of that game, as far as it was played; again after every move. May be empty.
    std::function<Result<void>(int game, const GameRecord& record)> keep;

    [[nodiscard]] Result<NewGame> begin(int game) const;

    // Keeps what was played, where records are kept.
    [[nodiscard]] Result<void> keep_record(int number, const GameInPlay& game) const;

    // How long the opponent may think on the wall clock before it is asked to answer: the edition's
    // time for a move, and a second for a machine that is busy.
    [[nodiscard]] std::optional<Seconds> patience() const;

    // Asks the opponent, in the calling thread. `on_thought` may be empty.
    [[nodiscard]] Reply ask(const AnyPosition& position, Seconds bank, const std::stop_token& stop,
                            const std::function<void(const Thought&)>& on_thought) const;
};

}  // namespace zerosum::terminal
