#include "arena/tournament/ladder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <set>

#include "arena/rating/certainty.h"
#include "core/random.h"
#include "support/elo.h"

namespace zerosum {
namespace {

constexpr double kFirstMove = 120;  // Elo

// A class whose strengths are known, and games that come out as they say.
class FakeClass {
 public:
    FakeClass(std::size_t players, double spread, std::uint64_t seed) : random_(seed) {
        for (std::size_t i = 0; i < players; ++i)
            truth_.push_back(spread * normal_quantile(0.001 + 0.998 * random_.unit()));
        const double mean =
            std::accumulate(truth_.begin(), truth_.end(), 0.0) / static_cast<double>(players);
        for (double& elo : truth_) elo -= mean;
    }
    [[nodiscard]] std::size_t size() const { return truth_.size(); }
    [[nodiscard]] const std::vector<double>& truth() const { return truth_; }
    RatedGame play(std::size_t first, std::size_t second) {
        const double score = tests::score_from_elo(truth_[first] - truth_[second] + kFirstMove);
        return {first, second, random_.unit() < score ? Outcome::Win : Outcome::Loss};
    }
    // Rounds of a ladder, each meeting from both sides, until there are this many games.
    std::vector<RatedGame> ladder(std::size_t most) {
        std::vector<RatedGame> games;
        while (games.size() < most) {
            for (const auto& [a, b] : ladder_round(size(), games, random_.next())) {
                games.push_back(play(a, b));
                games.push_back(play(b, a));
            }
        }
        return games;
    }
    std::vector<RatedGame> round_robin() {
        std::vector<RatedGame> games;
        for (std::size_t a = 0; a < size(); ++a)
            for (std::size_t b = 0; b < size(); ++b)
                if (a != b) games.push_back(play(a, b));
        return games;
    }
    // How many of the three best by `strength` are the three best in truth.
    template <typename Strength>
    [[nodiscard]] int right_in_top_3(Strength strength) const {
        const auto best = [&](auto key) {
            std::vector<std::size_t> order(size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::sort(order.begin(), order.end(),
                      [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
            return std::set<std::size_t>(order.begin(), order.begin() + 3);
        };
        const std::set<std::size_t> true_top = best([&](std::size_t i) { return truth_[i]; });
        const std::set<std::size_t> named = best(strength);
        return static_cast<int>(std::count_if(named.begin(), named.end(),
                                              [&](std::size_t i) { return true_top.contains(i); }));
    }

 private:
    Random random_;
    std::vector<double> truth_;
};

TEST(Ladder, ASmallClassMeetsInEveryPairBeforeAnyPairMeetsAgain) {
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        std::set<std::pair<std::size_t, std::size_t>> pairs;
        for (const RatedGame& game : FakeClass(4, 200, seed).ladder(12))
            pairs.insert({game.first, game.second});
        EXPECT_EQ(pairs.size(), 12U) << "seed " << seed;
    }
}

// What became of simulated classes of 100: a whole round robin, and a ladder of a fifth of its
// games.
struct Simulated {
    int right_by_ladder = 0;  // of the three best of each class
    int right_by_round_robin = 0;
    int whole_by_ladder = 0;  // classes whose three best are all right
    int whole_by_round_robin = 0;
    int held = 0;      // ladder's 95 % bars that hold the truth
    int held_top = 0;  // the same of the ten best in truth
};

Simulated simulate(double spread, int classes) {
    Simulated sum;
    for (int i = 0; i < classes; ++i) {
        FakeClass fake(100, spread, 1000 + static_cast<std::uint64_t>(i));
        const std::vector<RatedGame> all = fake.round_robin();
        const std::vector<RatedGame> few = fake.ladder(all.size() / 5);
        EXPECT_LE(few.size(), all.size() / 5 + 100);
        const Ratings whole(fake.size(), all);
        const Ratings ladder(fake.size(), few, Prior::Spread);
        const int by_round_robin =
            fake.right_in_top_3([&](std::size_t p) { return whole.strength(p); });
        const int by_ladder =
            fake.right_in_top_3([&](std::size_t p) { return ladder.strength(p); });
        sum.right_by_round_robin += by_round_robin;
        sum.right_by_ladder += by_ladder;
        sum.whole_by_round_robin += by_round_robin == 3 ? 1 : 0;
        sum.whole_by_ladder += by_ladder == 3 ? 1 : 0;
        std::vector<double> sorted = fake.truth();
        std::sort(sorted.rbegin(), sorted.rend());
        for (std::size_t p = 0; p < fake.size(); ++p) {
            const double truth = fake.truth()[p];
            const int held = ladder.elo(p).low <= truth && truth <= ladder.elo(p).high ? 1 : 0;
            sum.held += held;
            sum.held_top += truth >= sorted[9] ? held : 0;
        }
    }
    return sum;
}

// ZEROSUM_CLASSES=40 prints the table of docs/statistics.md.
TEST(Ladder, SlowNamesTheTopThreeOfAHundredWithAFifthOfTheRoundRobinsGames) {
    constexpr int classes = 6;
    const Simulated found = simulate(200, classes);
    EXPECT_GE(found.right_by_ladder, found.right_by_round_robin - 1) << "of " << 3 * classes;
    EXPECT_GE(found.right_by_ladder, 2 * classes) << "of " << 3 * classes;
    EXPECT_GE(found.held, 92 * classes) << "95 % bars, of " << 100 * classes;
    EXPECT_LE(found.held, 98 * classes);
    const char* const wanted = std::getenv("ZEROSUM_CLASSES");
    const int many = wanted == nullptr ? 0 : std::atoi(wanted);
    for (const double spread : {200.0, 400.0}) {
        if (many <= 0) break;
        const Simulated table = simulate(spread, many);
        std::printf("| %.0f Elo | %d of %d classes | %d of %d | %.1f %% | %.0f %% |\n", spread,
                    table.whole_by_round_robin, many, table.whole_by_ladder, many,
                    static_cast<double>(table.held) / many, 10.0 * table.held_top / many);
    }
}

TEST(Ladder, AMeetingTellsMostAboutTwoWhoseOrderIsOpen) {
    // 0 and 1 are even, 2 is far below, 3 has hardly played.
    std::vector<RatedGame> games;
    for (int i = 0; i < 30; ++i) {
        games.push_back({0, 1, Outcome::Win});
        games.push_back({1, 0, Outcome::Win});
        games.push_back({0, 2, Outcome::Win});
        games.push_back({2, 1, Outcome::Loss});
    }
    games.push_back({3, 2, Outcome::Win});
    games.push_back({2, 3, Outcome::Loss});
    const Ratings ratings(4, games, Prior::Spread);
    EXPECT_LT(order_information(ratings, 0, 2), 0.001) << "settled";
    EXPECT_GT(order_information(ratings, 0, 1), order_information(ratings, 0, 2));
    EXPECT_GT(order_information(ratings, 0, 3), order_information(ratings, 0, 1))
        << "of the newcomer least is known";
    EXPECT_NEAR(order_information(ratings, 0, 1), order_information(ratings, 1, 0), 1e-9);
}

// What a meeting is said to tell, against the mean over its outcomes computed with the model.
TEST(Ladder, InformationIsWhatTheOutcomesLeave) {
    FakeClass fake(6, 150, 5);
    std::vector<RatedGame> games;
    for (int i = 0; i < 4; ++i)
        for (const RatedGame& game : fake.round_robin()) games.push_back(game);
    const Ratings before(6, games, Prior::Spread);
    const auto entropy = [](double p) {
        return p <= 0 || p >= 1 ? 0 : -(p * std::log2(p) + (1 - p) * std::log2(1 - p));
    };
    for (const auto& [a, b] : {std::pair{0U, 1U}, {2U, 3U}, {4U, 5U}}) {
        const double gap = before.strength(a) - before.strength(b);
        double left = 0;
        for (const bool first : {true, false}) {
            for (const bool second : {true, false}) {
                const auto win = [&](double x) { return 1 / (1 + std::exp(-x)); };
                const double p1 = win(gap + before.first_move());
                const double p2 = win(gap - before.first_move());
                std::vector<RatedGame> more = games;
                more.push_back({a, b, first ? Outcome::Win : Outcome::Loss});
                more.push_back({b, a, second ? Outcome::Loss : Outcome::Win});
                const Ratings after(6, more, Prior::Spread);
                left += (first ? p1 : 1 - p1) * (second ? p2 : 1 - p2) *
                        entropy(after.superiority(a, b));
            }
        }
        EXPECT_NEAR(order_information(before, a, b), entropy(before.superiority(a, b)) - left,
                    0.01);
    }
}

TEST(Ladder, TheTopIsSureWhenNeighboursAreApartOrKnownToBeAlike) {
    std::vector<RatedGame> games;
    const auto add = [&](std::size_t a, std::size_t b, int wins, int losses) {
        for (int i = 0; i < wins; ++i)
            games.push_back({i % 2 == 0 ? a : b, i % 2 == 0 ? b : a,
                             i % 2 == 0 ? Outcome::Win : Outcome::Loss});
        for (int i = 0; i < losses; ++i)
            games.push_back({i % 2 == 0 ? a : b, i % 2 == 0 ? b : a,
                             i % 2 == 0 ? Outcome::Loss : Outcome::Win});
    };
    add(0, 1, 40, 10);
    add(1, 2, 6, 5);
    EXPECT_FALSE(top_is_sure(Ratings(3, games, Prior::Spread))) << "1 and 2 are open";
    add(1, 2, 400, 400);
    EXPECT_TRUE(top_is_sure(Ratings(3, games, Prior::Spread))) << "1 and 2 are alike";
}

TEST(Certainty, AgreesWithTheProbabilityOfTheOrderOfTwo) {
    std::vector<RatedGame> games;
    for (int i = 0; i < 20; ++i) games.push_back({0, 1, i % 5 < 3 ? Outcome::Win : Outcome::Loss});
    for (int i = 0; i < 20; ++i) games.push_back({1, 0, i % 5 < 2 ? Outcome::Win : Outcome::Loss});
    const Ratings ratings(2, games);
    const std::vector<std::size_t> order = {0, 1};
    const Certainty certainty = certainty_of(ratings, order, 10);
    ASSERT_EQ(certainty.first.size(), 2U);
    EXPECT_NEAR(certainty.first[0], ratings.superiority(0, 1), 0.04);
    EXPECT_NEAR(certainty.first[1], 1, 1e-9) << "both are the two strongest";
    EXPECT_NEAR(certainty.in_top[0] + certainty.in_top[1], 2, 1e-9);
}

// Over many classes: when 70 % is said, it is right in about 70 %.
TEST(Certainty, SaysWhatHappens) {
    double said = 0;
    int right = 0;
    constexpr int classes = 150;
    for (int i = 0; i < classes; ++i) {
        FakeClass fake(12, 150, 50 + static_cast<std::uint64_t>(i));
        std::vector<RatedGame> games = fake.round_robin();
        for (const RatedGame& game : fake.round_robin()) games.push_back(game);
        const Ratings ratings(12, games, Prior::Spread);
        std::vector<std::size_t> order(12);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return ratings.strength(a) > ratings.strength(b);
        });
        said += certainty_of(ratings, order, 3).first[0];
        right += static_cast<int>(
            order[0] ==
            static_cast<std::size_t>(std::max_element(fake.truth().begin(), fake.truth().end()) -
                                     fake.truth().begin()));
    }
    EXPECT_NEAR(said / classes, static_cast<double>(right) / classes, 0.08);
}

TEST(Certainty, NobodyIsFine) {
    EXPECT_TRUE(certainty_of(Ratings(0, {}), {}, 10).first.empty());
    EXPECT_EQ(certainty_of(Ratings(1, {}), std::vector<std::size_t>{0}, 10).first.size(), 1U);
}

}  // namespace
}  // namespace zerosum
