#pragma once
// The answer to a course file: what `homework` and `zerosum move` do.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "games/any_game.h"
#include "players/player.h"

namespace zerosum {

struct CourseAnswerOptions {
    std::string input_name = "input.txt";  // for messages
    // Called with a whole output file: at once with a good quick answer, and again when the search
    // has found a better one. An error ends the work.
    std::function<Result<void>(const std::string& output)> publish;
    std::optional<std::string> memory;  // what was remembered after the last move, if anything
    Seconds overhead{0};                // measured cost of an answer without search; 0: unknown
    std::uint64_t nodes = 0;            // at most so many nodes; 0: only the bank limits
};

struct CourseAnswer {
    AnyMove move;
    std::string memory;  // to be remembered for the next move
    std::optional<Thought> thought;
};

// Charges itself the CPU time of this process from its start, and never uses more than the bank.
[[nodiscard]] Result<CourseAnswer> answer_course_file(std::string_view input,
                                                      const CourseAnswerOptions& options);

}  // namespace zerosum
