#pragma once
// Start boards for contests in which the start should not decide.
//
// In both games the player who moves first has an advantage on most boards. A balanced board is one
// on which the engine expects both sides to do equally well (or the first mover to win by exactly
// the komi).

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "games/any_game.h"

namespace zerosum {

struct BoardSearch {
    const AnyGame* game = nullptr;
    StartOptions start;
    std::uint64_t seed = 1;
    int count = 10;
    bool balanced = false;         // otherwise every drawn board is taken, and not evaluated
    Score komi = 0;                // balanced: the first mover's expected lead should be this
    Score tolerance = 0;           // balanced: at most this far from it
    std::uint64_t nodes = 20'000;  // of search per board
    int most_draws = 10'000;       // boards examined before giving up
};

struct FoundBoard {
    PositionPtr position;
    Score value = 0;     // the first mover's expected lead at the end; 0 when not evaluated
    bool exact = false;  // the value is proved
};

struct BoardSearchResult {
    std::vector<FoundBoard> boards;  // fewer than asked for when they could not be found
    int drawn = 0;
};

// Callbacks during a search. May be empty.
struct BoardWatch {
    std::function<void(const FoundBoard&)> on_board = {};  // each one found
    std::function<void(int drawn)> on_draw = {};           // each one examined
    std::stop_token stop = {};
};

// The same search finds the same boards.
[[nodiscard]] Result<BoardSearchResult> find_boards(const BoardSearch& search,
                                                    const BoardWatch& watch = {});

}  // namespace zerosum
