#pragma once
// The course's files for Stake & Raid (2016 edition).
//
//   input.txt    3            board side N, 1..26            output.txt   B3 Stake   the move
//                MINIMAX      or ALPHABETA, COMPETITION                   X..        the board
//                O            the player to move                          ...        after it
//                2            depth, or the seconds left                  .O.
//                1 8 23       N rows of N values, separated
//                5 42 12      by single spaces
//                26 30 9
//                X..          N rows of X, O or .
//                ...
//                ...

#include <string>
#include <string_view>

#include "games/raid/board.h"
#include "games/raid/moves.h"

namespace zerosum::raid {

// Stake & Raid has a word on its second line, where The Fruit Rage has a number.
[[nodiscard]] bool recognises_input(std::string_view text);

// Accepts CR LF, trailing blanks, a missing last newline, blank lines at the end, values of
// 0..kMaxValue, and several blanks or tabs between them. Everything else that is not the format
// above is an error that names the line, what was found there and what was expected; so is a full
// board, which has no answer. MINIMAX and ALPHABETA set the task's fixed_depth, COMPETITION its
// bank.
[[nodiscard]] Result<CourseTask<Position>> read_input(std::string_view text);
[[nodiscard]] std::string write_input(const Position& position, const CourseLimit& limit);

// The answer that plays `move`, and what an agent's answer is: its move, or why it loses.
[[nodiscard]] std::string write_output(const Position& position, Move move);
[[nodiscard]] Judged<Move> judge_output(const Position& position, std::string_view text);

}  // namespace zerosum::raid
