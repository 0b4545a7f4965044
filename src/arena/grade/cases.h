#pragma once
// The questions of the grader's case tests.

#include <cstdint>
#include <string>
#include <vector>

#include "games/any_game.h"

namespace zerosum {

// One course file and, where there is only one, its right answer.
struct GradeCase {
    std::string name;  // "10 x 10, 4 kinds, 24.345 s"
    PositionPtr position;
    Seconds bank{0};       // to be charged against
    int depth = 0;         // that the file asks for; 0: it names a bank
    std::string input;     // input.txt
    std::string expected;  // the one right output.txt; empty: any legal move will do
};

inline constexpr std::size_t kLegalMoveCases = 25;
inline constexpr std::size_t kFixedDepthCases = 50;

// Any legal move is right. Boards from 1 x 1 to 26 x 26 as far as the game has them, fresh and half
// played out, with generous and short banks.
[[nodiscard]] Result<std::vector<GradeCase>> legal_move_cases(const AnyGame& game,
                                                              std::uint64_t seed);

// The one answer of a search to a fixed depth is right: the game's modes in turn, small to large
// boards, depths that fit them, both players.
[[nodiscard]] Result<std::vector<GradeCase>> fixed_depth_cases(const AnyGame& game,
                                                               std::uint64_t seed);

}  // namespace zerosum
