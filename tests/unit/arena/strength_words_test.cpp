#include "arena/rating/strength_words.h"

#include <gtest/gtest.h>

#include <limits>

namespace zerosum {
namespace {

TEST(Strength, IsSaidInWords) {
    StrengthEstimate strength;
    strength.elo = {35.2, -10.4, 82.1};
    strength.superiority = 0.93;
    EXPECT_EQ(strength_in_words(strength, "ann", "bob"),
              "Elo of ann over bob: +35 (95 %: -10 to +82); ann is probably stronger (93 %)");
    strength.elo = {-400, -std::numeric_limits<double>::infinity(), -191};
    strength.superiority = 0.001;
    EXPECT_EQ(strength_in_words(strength, "ann", "bob"),
              "Elo of ann over bob: -400 (95 %: -191 or less); ann is almost certainly weaker "
              "(99.9 %)");
    strength.elo = {0, -50, 50};
    strength.superiority = 0.5;
    EXPECT_EQ(strength_in_words(strength, "ann", "bob"),
              "Elo of ann over bob: +0 (95 %: -50 to +50); no telling which is stronger");
    EXPECT_EQ(strength_in_words(estimate_strength({}), "ann", "bob"), "too few games for an Elo");
}

}  // namespace
}  // namespace zerosum
