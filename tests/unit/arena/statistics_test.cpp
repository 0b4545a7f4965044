#include "arena/rating/statistics.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/random.h"
#include "support/elo.h"

namespace zerosum {
namespace {

Sample sample_of(std::initializer_list<double> numbers) {
    Sample sample;
    for (const double x : numbers) sample.add(x);
    return sample;
}

TEST(Statistics, MeanAndVarianceOfASmallSample) {
    const Sample sample = sample_of({2, 4, 4, 4, 5, 5, 7, 9});
    EXPECT_EQ(sample.count(), 8);
    EXPECT_DOUBLE_EQ(sample.mean(), 5.0);
    EXPECT_DOUBLE_EQ(sample.variance(), 32.0 / 7.0);
}

TEST(Statistics, VarianceSurvivesALargeOffset) {
    const Sample sample = sample_of({1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16});
    EXPECT_DOUBLE_EQ(sample.variance(), 30.0);
}

TEST(Statistics, MeanIntervalUsesStudentsT) {
    // t(0.975) is 2.776 with four degrees of freedom (any table); the deviation is sqrt(2.5).
    const Interval mean = mean95(sample_of({1, 2, 3, 4, 5}));
    EXPECT_DOUBLE_EQ(mean.value, 3.0);
    EXPECT_NEAR(mean.high - mean.value, 2.7764451 * std::sqrt(2.5 / 5), 1e-6);
    EXPECT_DOUBLE_EQ(mean.high - mean.value, mean.value - mean.low);
}

TEST(Statistics, OneNumberSaysNothingAboutTheSpread) {
    const Interval mean = mean95(sample_of({7}));
    EXPECT_DOUBLE_EQ(mean.value, 7.0);
    EXPECT_TRUE(std::isinf(mean.low));
    EXPECT_TRUE(std::isinf(mean.high));
}

TEST(Statistics, MeanIntervalHoldsTheTruthNinetyFiveTimesInAHundred) {
    Random random(20);
    constexpr int trials = 4000;
    int covered = 0;
    for (int trial = 0; trial < trials; ++trial) {
        Sample sample;
        for (int i = 0; i < 12; ++i) sample.add(normal_quantile(random.unit()) * 3 + 10);
        const Interval mean = mean95(sample);
        covered += static_cast<int>(mean.low <= 10 && 10 <= mean.high);
    }
    EXPECT_NEAR(covered / double{trials}, 0.95, 0.0103);  // three standard errors
}

TEST(Statistics, TheShareOfGamesThatShareTheirBoardsHoldsTheTruth) {
    Random random(21);
    constexpr int trials = 4000;
    int covered = 0;
    int by_games = 0;
    for (int trial = 0; trial < trials; ++trial) {
        // Any share: at a given one, coverage jumps with the number of boards.
        const double truth = 0.1 + 0.8 * random.unit();
        int won = 0;
        for (int board = 0; board < 30; ++board) won += random.unit() < truth ? 2 : 0;
        const auto holds = [&](const Interval& i) { return i.low <= truth && truth <= i.high; };
        covered += holds(share95(won, 60, 30)) ? 1 : 0;
        by_games += holds(share95(won, 60)) ? 1 : 0;
    }
    EXPECT_NEAR(covered / double{trials}, 0.95, 0.02);
    EXPECT_LT(by_games / double{trials}, 0.88);
}

TEST(Statistics, WilsonIntervalOfPublishedExamples) {
    // Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
    const Interval many = share95(81, 263);
    EXPECT_NEAR(many.low, 0.2553, 5e-5);
    EXPECT_NEAR(many.high, 0.3662, 5e-5);
    const Interval none = share95(0, 20);
    EXPECT_NEAR(none.low, 0.0, 5e-5);
    EXPECT_NEAR(none.high, 0.1611, 5e-5);
}

TEST(Statistics, NoTrialsLeaveAShareUnknown) {
    const Interval share = share95(0, 0);
    EXPECT_DOUBLE_EQ(share.value, 0.5);
    EXPECT_DOUBLE_EQ(share.low, 0.0);
    EXPECT_DOUBLE_EQ(share.high, 1.0);
}

TEST(Statistics, NormalQuantilesMatchTheTables) {
    EXPECT_NEAR(normal_quantile(0.5), 0.0, 1e-15);
    EXPECT_NEAR(normal_quantile(0.95), 1.6448536269514722, 1e-12);
    EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-12);
    EXPECT_NEAR(normal_quantile(1e-9), -5.997807015007686, 1e-9);
    EXPECT_TRUE(std::isinf(normal_quantile(0)));
    EXPECT_TRUE(std::isinf(normal_quantile(1)));
    for (const double p : {0.001, 0.2, 0.5, 0.77, 0.9999}) {
        EXPECT_NEAR(normal_cdf(normal_quantile(p)), p, 1e-14);
    }
}

TEST(Statistics, EloScale) {
    EXPECT_DOUBLE_EQ(elo_from_score(0.5), 0);
    EXPECT_NEAR(elo_from_score(10.0 / 11.0), 400, 1e-9);
    EXPECT_NEAR(elo_from_score(0.75), 190.84850188786498, 1e-9);
    EXPECT_TRUE(std::isinf(elo_from_score(1)));
    EXPECT_NEAR(elo_from_score(tests::score_from_elo(-123.4)), -123.4, 1e-9);
}

TEST(Statistics, SuperiorityInPlainWords) {
    EXPECT_EQ(superiority_in_words(0.9999999), "almost certainly stronger (99.9 %)");
    EXPECT_EQ(superiority_in_words(0.96), "very likely stronger (96 %)");
    EXPECT_EQ(superiority_in_words(0.15), "probably weaker (85 %)");
    EXPECT_EQ(superiority_in_words(0.7), "perhaps stronger (70 %)");
    EXPECT_EQ(superiority_in_words(0.5), "no telling which is stronger");
}

TEST(PairedSample, EachTwoNumbersInARowAreOne) {
    PairedSample sample;
    for (const double x : {1.0, 3.0, 10.0, 20.0, 99.0}) sample.add(x);
    EXPECT_EQ(sample.pairs().count(), 2);
    EXPECT_DOUBLE_EQ(sample.pairs().mean(), 8.5);
}

}  // namespace
}  // namespace zerosum
