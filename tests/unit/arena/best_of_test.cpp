#include "arena/play/best_of.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/random.h"

namespace zerosum {
namespace {

TEST(BestOf, StopsWhenTheLeadCannotBeCaught) {
    const BestOf five{5};
    EXPECT_FALSE(five.decided(2, 2));
    EXPECT_TRUE(five.decided(3, 3));
    EXPECT_FALSE(five.decided(4, 1)) << "the last game can still level it";
    EXPECT_TRUE(five.decided(4, 2));
    EXPECT_TRUE(five.decided(5, 0));
    EXPECT_FALSE((BestOf{5, true}.decided(3, 3)));
}

// However many games run at once and in whatever order they end, the games played are the same.
TEST(BestOf, TheGamesPlayedDoNotDependOnHowManyRunAtOnce) {
    Random random(99);
    for (int trial = 0; trial < 2000; ++trial) {
        const BestOf best{static_cast<int>(1 + random.below(11))};
        std::vector<int> outcome;  // of game k for the first-named player: +1, 0, -1
        for (int k = 0; k < best.games; ++k) outcome.push_back(random.between(-1, 1));

        int expected = 0;
        for (int lead = 0; !best.decided(expected, lead); ++expected)
            lead += outcome[static_cast<std::size_t>(expected)];

        const std::size_t jobs = 1 + random.below(6);
        std::vector<int> running;
        int started = 0;
        int finished = 0;
        int lead = 0;
        for (;;) {
            while (running.size() < jobs &&
                   best.next_is_needed(finished, static_cast<int>(running.size()), lead))
                running.push_back(started++);
            if (running.empty()) break;
            const std::size_t ends = random.below(running.size());
            lead += outcome[static_cast<std::size_t>(running[ends])];
            running.erase(running.begin() + static_cast<std::ptrdiff_t>(ends));
            ++finished;
        }
        EXPECT_EQ(started, expected);
    }
}

}  // namespace
}  // namespace zerosum
