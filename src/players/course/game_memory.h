#pragma once
// What `homework` remembers between two moves, in a file beside it.
//
// A fruit course file does not say the score so far. But the board we left and the board we are
// given now differ by one move of the opponent, and that move tells its points, and something
// about how the opponent plays. In every game, what is left of the bank tells what an answer really
// costs, which a program cannot see by itself: its start and its end are charged too.
//
//   zerosum 6 ***/*10/000 2 0 16         the position it left, with both players' points
//   points known                         or "at-least": its own may be more, see course_answer.cpp
//   time 300 12.5 0.31                   the bank that the game began with, the one before that
//                                        move, and the CPU seconds of its search
//   costs 0.0027 0.0061 0.0026           what the last answers cost beside their searches, oldest
//                                        first
//   opponent 0.6 0.1 0.1 0.1 0.1 0 C1    what it believes of the opponent and what it takes it
//                                        for (search/general/beliefs.h), and the reply it expects,
//                                        if any, as one word
//
// It may be missing, damaged or of another game: then it does not fit and is no help.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/any_game.h"
#include "search/any_searcher.h"

namespace zerosum {

struct GameMemory {
    static constexpr Seconds most_overhead{1};  // of an answer; beyond any machine
    static constexpr std::size_t costs_kept = 5;
    PositionPtr left;
    bool lead_at_least = false;
    Seconds first_bank{0};
    Seconds bank{0};
    Seconds search{0};
    std::vector<Seconds> costs;
    KnownOpponent opponent;

    // Forgets the oldest cost when there are too many.
    void add_cost(Seconds cost);
    // What the next answer will cost beside its search: the median of what was seen and of two
    // answers at the `usual` cost. One expensive answer does not move it much, and it is
    // forgotten.
    [[nodiscard]] Seconds overhead(Seconds usual) const;
};

[[nodiscard]] std::string write_memory(const GameMemory& memory);
// Nothing when the text is damaged or of another game.
[[nodiscard]] std::optional<GameMemory> read_memory(std::string_view text, const AnyGame& game);

// The position `now` with its points filled in, when it is one move of the opponent away from the
// remembered one; else nothing.
[[nodiscard]] PositionPtr recall(const GameMemory& memory, const AnyPosition& now);

}  // namespace zerosum
