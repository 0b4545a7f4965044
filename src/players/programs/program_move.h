#pragma once
// One move of a program that is started for each move: input.txt in, output.txt out.

#include <string>
#include <vector>

#include "players/player.h"
#include "sandbox/job.h"
#include "sandbox/setup.h"
#include "sandbox/workspace.h"

namespace zerosum {

// A program that is ready to be asked: built, and at home in a directory of its own.
struct ReadyProgram {
    Workspace workspace;
    std::vector<std::string> move_command;
    std::vector<std::string> new_game_command = {};    // empty: none
    std::vector<std::filesystem::path> readable = {};  // outside of its workspace
    Limits limits = {};                                // of a move; its time comes from the turn
    Seconds grace = kGrace;  // past its bank and this, of CPU or wall time, it is killed
};

// Longest output.txt that is read. The largest board's answer has about a thousand bytes.
inline constexpr std::size_t kLongestAnswer = std::size_t{64} << 10U;
// How much of its standard error is kept with a move.
inline constexpr std::size_t kLongestStderr = std::size_t{4} << 10U;

// A job in the program's workspace under its limits.
[[nodiscard]] Job program_job(const ReadyProgram& program, std::vector<std::string> command);

// Runs the program for this turn. The answer is the text of its output.txt, not yet judged, or
// the failure, with a sentence that says what the program did.
[[nodiscard]] Reply ask_program(const ReadyProgram& program, const Turn& turn, const Setup& setup);

}  // namespace zerosum
