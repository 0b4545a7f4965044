#pragma once
// The course's files for The Fruit Rage (2017 edition).
//
//   input.txt    3          board side n, 1..26         output.txt   C2    the move
//                2          number of kinds p, 1..10                 ***   the board after it
//                24.345     seconds left, above 0                    ***
//                ***        n rows of digits below p,                *1*
//                *10        or * for an empty cell
//                000

#include <string>
#include <string_view>

#include "games/fruit/board.h"
#include "games/fruit/moves.h"

namespace zerosum::fruit {

inline constexpr int kMaxCourseSize = 26;  // columns A to Z

// The Fruit Rage has a number on its second line, where Stake & Raid has a word.
[[nodiscard]] bool recognises_input(std::string_view text);

// Accepts CR LF, trailing blanks, a missing last newline and blank lines at the end. Everything
// else that is not the format above is an error that names the line, what was found there and
// what was expected; so is an empty board, which has no answer. The file does not say the points:
// the task's guess takes what is missing for one move of the opponent.
[[nodiscard]] Result<CourseTask<Position>> read_input(std::string_view text);
[[nodiscard]] std::string write_input(const Position& position, const CourseLimit& limit);

// The answer that plays `move`, and what an agent's answer is: its move, or why it loses.
[[nodiscard]] std::string write_output(const Position& position, Move move);
[[nodiscard]] Judged<Move> judge_output(const Position& position, std::string_view text);

}  // namespace zerosum::fruit
