#pragma once
// What `homework` remembers between two moves, in a file beside it.
//
// A fruit course file does not say the score so far. But the board we left and the board we are
// given now differ by one move of the opponent, and that move tells its points, and something
// about how the opponent plays. What is left of the bank tells what an answer really costs,
// which a program cannot see by itself: its start and its end are charged too.
//
//   zerosum 5 ***/*10/000 2 0 16         the position it left, with both players' points
//   points known                         or "at-least": its own may be more, see course_answer.cpp
//   time 300 12.5 0.31 0.0027            the bank that the game began with, the one before that
//                                        move, CPU seconds it saw itself use, and what an
//                                        answer costs beyond that
//   opponent 0.6 0.1 0.1 0.1 0.1 0 C1    what it believes of the opponent and what it takes it
//                                        for (search/general/beliefs.h), and the reply it expects,
//                                        if any
//
// It may be missing, damaged or of another game: then it does not fit and is no help.

#include <optional>
#include <string>
#include <string_view>

#include "games/any_game.h"
#include "search/any_searcher.h"

namespace zerosum {

struct GameMemory {
    static constexpr Seconds most_overhead{1};  // beyond any machine
    PositionPtr left;
    bool lead_at_least = false;
    Seconds first_bank{0};
    Seconds bank{0};
    Seconds cpu{0};
    Seconds overhead{0};
    KnownOpponent opponent;
};

[[nodiscard]] std::string write_memory(const GameMemory& memory);
// Nothing when the text is damaged or of another game.
[[nodiscard]] std::optional<GameMemory> read_memory(std::string_view text, const AnyGame& game);

// The position `now` with its points filled in, when it is one move of the opponent away from the
// remembered one; else nothing.
[[nodiscard]] PositionPtr recall(const GameMemory& memory, const AnyPosition& now);

}  // namespace zerosum
