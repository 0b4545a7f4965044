#include "search/fruit/training.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/random.h"

namespace zerosum {
namespace {

TEST(FruitTraining, BetweenTheKnotsTheShareIsInterpolated) {
    const Shares shares{0.9, 0.7, 0.7, 0.7, 0.7, 0.7, 0.5};
    EXPECT_EQ(fruit::at_groups(shares, 1), 0.9);
    EXPECT_EQ(fruit::at_groups(shares, 4), 0.9);
    EXPECT_NEAR(fruit::at_groups(shares, 6), 0.8, 1e-12);
    EXPECT_EQ(fruit::at_groups(shares, 8), 0.7);
    EXPECT_NEAR(fruit::at_groups(shares, 192), 0.6, 1e-12);
    EXPECT_EQ(fruit::at_groups(shares, 256), 0.5);
    EXPECT_EQ(fruit::at_groups(shares, 1000), 0.5);
}

TEST(FruitTraining, TheFitFindsTheSharesBehindTheValues) {
    const Shares truth{0.9, 0.8, 0.75, 0.7, 0.65, 0.6, 0.5};
    Random random(1);
    std::vector<TrainingSample> samples;
    for (int i = 0; i < 3000; ++i) {
        TrainingSample sample;
        sample.groups = 1 + random.below(400);
        sample.sum = static_cast<double>(random.below(200)) - 100;
        sample.stake = 1 + static_cast<double>(random.below(50));
        sample.value = sample.sum * fruit::at_groups(truth, sample.groups);
        samples.push_back(sample);
    }
    const Shares found = fit_shares(samples);
    for (std::size_t i = 0; i < truth.size(); ++i) EXPECT_NEAR(found[i], truth[i], 1e-4) << i;
    EXPECT_NEAR(fit_error(found, samples), 0, 1e-6);
    EXPECT_GT(fit_error(Shares{}, samples), 0.9);
}

TEST(FruitTraining, KnotsThatNothingWasSeenOfFollowTheirNeighbours) {
    const std::vector<TrainingSample> samples{{32, 10, 7, 1}, {32, -5, -3.5, 1}};
    for (const double share : fit_shares(samples)) EXPECT_NEAR(share, 0.7, 1e-3);
    for (const double share : fit_shares({})) EXPECT_EQ(share, 0);
}

TEST(FruitTraining, LearnsFromSelfPlayTheSameEveryTime) {
    const TrainingOptions options{.games = 20, .nodes = 200, .seed = 7};
    const Training once = train_fruit(options)->value();
    const Training again = train_fruit(options, 3)->value();  // by any number of threads
    EXPECT_EQ(write_shares(once.shares), write_shares(again.shares));
    EXPECT_EQ(once.samples, again.samples);
    EXPECT_GT(std::accumulate(once.samples.begin(), once.samples.end(), std::size_t{0}), 50U);
    EXPECT_GT(once.held_out, 10U);
    EXPECT_LT(once.error_after, 1);
}

TEST(FruitTraining, StoppedHasNothingToShow) {
    std::stop_source stop;
    const auto stop_at_2 = [&](int games) {
        if (games == 2) stop.request_stop();
    };
    const TrainingOptions options{.games = 20, .nodes = 200, .seed = 7};
    EXPECT_FALSE(train_fruit(options, 1, stop_at_2, stop.get_token())->has_value());
}

TEST(FruitTraining, WritesAShareForEveryKnot) {
    EXPECT_EQ(write_shares({1, 0.9, 0.8, 0.7, 0.6, 0.5, -3}),
              "zerosum shares 1\n4 1000\n8 900\n16 800\n32 700\n64 600\n128 500\n256 0\n");
}

}  // namespace
}  // namespace zerosum
