#include "arena/rating/tally.h"

#include <gtest/gtest.h>

namespace zerosum {
namespace {

TEST(Tally, CountsAGameFromEitherView) {
    Tally first;
    Tally second;
    const int winners[] = {0, 0, 1, -1};
    const int margins[] = {5, 2, -30, 0};
    for (int game = 0; game < 4; ++game) {
        first.add(outcome_for(0, winners[game]), margins[game]);
        second.add(outcome_for(1, winners[game]), -margins[game]);
    }
    EXPECT_EQ(first.games(), 4);
    EXPECT_EQ(first.lead(), 1);
    EXPECT_DOUBLE_EQ(first.points(), 2.5);
    EXPECT_EQ(first.margin, -23);
    const Tally back = first.reversed();
    EXPECT_EQ(back.wins, second.wins);
    EXPECT_EQ(back.draws, second.draws);
    EXPECT_EQ(back.losses, second.losses);
    EXPECT_EQ(back.margin, second.margin);
}

}  // namespace
}  // namespace zerosum
