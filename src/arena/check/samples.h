#pragma once
// The course's own sample files.

#include <string_view>
#include <vector>

#include "games/any_game.h"

namespace zerosum {

struct CourseSample {
    std::string_view input;
    std::string_view answer;  // the one right output.txt; empty: any legal move will do
};

// Those that this game recognises as its own, in the order of the assignment.
[[nodiscard]] std::vector<CourseSample> samples_of(const AnyGame& game);

}  // namespace zerosum
