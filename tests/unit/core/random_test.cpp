#include "core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace zerosum {
namespace {

TEST(Random, IsTheSameSequenceOnEveryPlatform) {
    // From an independent implementation of splitmix64 and xoshiro256**: a seed in a record must
    // mean the same board for ever.
    EXPECT_EQ(mix(0), 0xE220A8397B1DCDAFULL);
    Random random(1);
    EXPECT_EQ(random.next(), 0xB3F2AF6D0FC710C5ULL);
    EXPECT_EQ(random.next(), 0x853B559647364CEAULL);
    EXPECT_EQ(random.next(), 0x92F89756082A4514ULL);
}

TEST(Random, BelowReachesEveryValueAboutEquallyOften) {
    Random random(7);
    std::array<int, 10> counts{};
    for (int i = 0; i < 10'000; ++i) ++counts[random.below(counts.size())];
    for (const int count : counts) {
        EXPECT_GT(count, 850);  // five standard deviations
        EXPECT_LT(count, 1150);
    }
}

TEST(Random, BetweenIncludesBothEnds) {
    Random random(3);
    int low = 100;
    int high = -100;
    for (int i = 0; i < 1000; ++i) {
        const int value = random.between(-2, 2);
        low = std::min(low, value);
        high = std::max(high, value);
    }
    EXPECT_EQ(low, -2);
    EXPECT_EQ(high, 2);
}

TEST(Random, UnitStaysBelowOne) {
    Random random(5);
    for (int i = 0; i < 1000; ++i) {
        const double value = random.unit();
        EXPECT_GE(value, 0.0);
        EXPECT_LT(value, 1.0);
    }
}

TEST(Random, ShuffleKeepsEveryItem) {
    Random random(9);
    std::vector<int> items(100);
    std::iota(items.begin(), items.end(), 0);
    random.shuffle(std::span<int>(items));
    EXPECT_FALSE(std::is_sorted(items.begin(), items.end()));
    std::sort(items.begin(), items.end());
    for (int i = 0; i < 100; ++i) EXPECT_EQ(items[static_cast<std::size_t>(i)], i);
}

}  // namespace
}  // namespace zerosum
