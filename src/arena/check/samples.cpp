#include "arena/check/samples.h"

#include <array>

namespace zerosum {

namespace {

// docs/rules.md shows them.
constexpr std::array kSamples{
    CourseSample{"2\n3\n123.6\n01\n21\n", ""},
    CourseSample{"3\n1\n257.2\n***\n***\n*0*\n", ""},
    CourseSample{"3\n2\n24.345\n***\n*10\n000\n", ""},
    CourseSample{"3\n10\n7.24\n444\n444\n444\n", ""},
    CourseSample{"10\n4\n1.276\n3102322310\n0121232013\n3021111113\n0221031132\n0230011012\n"
                 "0323321010\n2003022012\n2202200021\n0130000020\n2200022231\n",
                 ""},
    CourseSample{"3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n",
                 "B3 Stake\nX..\n...\n.O.\n"},
    CourseSample{"5\nMINIMAX\nX\n1\n20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n"
                 "25 30 23 21 10\n..XX.\n..XOX\n...O.\n..OO.\n.....\n",
                 "B3 Stake\n..XX.\n..XOX\n.X.O.\n..OO.\n.....\n"},
};

}  // namespace

std::vector<CourseSample> samples_of(const AnyGame& game) {
    std::vector<CourseSample> samples;
    for (const CourseSample& sample : kSamples)
        if (game.recognises_input(sample.input) && game.read_input(sample.input))
            samples.push_back(sample);
    return samples;
}

}  // namespace zerosum
