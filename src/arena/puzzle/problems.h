#pragma once
// A set of puzzles put to a player: how many it solves, grade by grade, and what it loses.

#include <array>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "arena/puzzle/puzzle.h"
#include "players/player.h"

namespace zerosum {

struct ProblemTally {
    int asked = 0;
    int solved = 0;  // answered with the best move
    int failed = 0;  // answered with no legal move
    Score lost = 0;  // points of all legal answers against the best moves
    Seconds cpu{0};

    ProblemTally& operator+=(const ProblemTally& other);
};
using ProblemTallies = std::array<ProblemTally, kHardestGrade>;  // by grade, from the easiest
[[nodiscard]] ProblemTally total(const ProblemTallies& tallies);

struct ProblemAnswer {
    std::string move;      // empty: no legal one
    std::string sentence;  // then: why not
    bool solved = false;
    Score lost = 0;
    Seconds cpu{0};
};
// Each puzzle is a game of its own to the player. `bank` is what it has for each of them.
struct ProblemWatch {
    std::function<void(std::size_t number, const Puzzle& puzzle, const ProblemAnswer& answer)>
        on_answer = {};
    std::stop_token stop = {};
};
[[nodiscard]] Result<ProblemTallies> run_problems(std::span<const Puzzle> puzzles, Player& player,
                                                  Seconds bank, const ProblemWatch& watch = {});

}  // namespace zerosum
