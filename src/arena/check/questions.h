#pragma once
// What a check asks a hand-in.

#include <string>
#include <string_view>
#include <vector>

#include "games/any_game.h"

namespace zerosum {

struct Question {
    std::string_view part;  // "samples", "boards", "fixed depth", "short bank"
    std::string name;
    PositionPtr position;
    Seconds bank{0};
    std::string input;   // input.txt
    std::string answer;  // the one right output.txt; empty: any legal move will do
};

// The course's samples, then boards of growing size up to the largest, then a short bank; where
// course files can ask for a fixed depth, small boards with one right answer as well. A hand-in
// for the competition alone is not asked for those, nor for samples with one right answer.
// The time left that a file names is `bank`, or less where the sample has less.
[[nodiscard]] std::vector<Question> questions_of(const AnyGame& game, Seconds bank,
                                                 bool competition_only);

}  // namespace zerosum
