#include "arena/rating/ratings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/random.h"
#include "support/elo.h"

namespace zerosum {
namespace {

std::vector<RatedGame> repeat(RatedGame game, int times) {
    return std::vector<RatedGame>(static_cast<std::size_t>(times), game);
}

void append(std::vector<RatedGame>& games, const std::vector<RatedGame>& more) {
    games.insert(games.end(), more.begin(), more.end());
}

TEST(Ratings, TwoPlayersAndAlternatingStartsGiveTheElosOfTheirScores) {
    // With many games the prior vanishes and both parameters have a closed form: the logits of
    // the two cells are r0 - r1 + f and r1 - r0 + f.
    std::vector<RatedGame> games;
    append(games, repeat({0, 1, Outcome::Win}, 90000));
    append(games, repeat({0, 1, Outcome::Loss}, 10000));
    append(games, repeat({1, 0, Outcome::Win}, 60000));
    append(games, repeat({1, 0, Outcome::Loss}, 40000));
    const Ratings ratings(2, games);
    const double as_first = elo_from_score(0.9);   // r0 - r1 + f
    const double as_second = elo_from_score(0.6);  // r1 - r0 + f
    EXPECT_NEAR(ratings.difference(0, 1).value, (as_first - as_second) / 2, 0.01);
    EXPECT_NEAR(ratings.first_move_elo().value, (as_first + as_second) / 2, 0.01);
    EXPECT_NEAR(ratings.elo(0).value + ratings.elo(1).value, 0, 1e-9);
}

TEST(Ratings, FirstMoveAdvantageIsNotMistakenForStrength) {
    // Equal players, the first always wins, but player 0 started three times as often.
    std::vector<RatedGame> games;
    append(games, repeat({0, 1, Outcome::Win}, 30));
    append(games, repeat({1, 0, Outcome::Win}, 10));
    const Ratings ratings(2, games);
    EXPECT_LT(ratings.elo(0).low, 0);
    EXPECT_GT(ratings.elo(0).high, 0);
    EXPECT_LT(std::abs(ratings.elo(0).value), 60);
    EXPECT_GT(ratings.first_move_elo().low, 150);
}

TEST(Ratings, ErrorBarOfADifferenceMatchesTheBinomialOne) {
    // Score 1/2, no first-move effect: the difference's information is n / 4 in natural units.
    std::vector<RatedGame> games;
    for (const auto& [first, second] : {std::pair{0U, 1U}, std::pair{1U, 0U}}) {
        append(games, repeat({first, second, Outcome::Win}, 500));
        append(games, repeat({first, second, Outcome::Loss}, 500));
    }
    const Ratings ratings(2, games);
    const Interval gap = ratings.difference(0, 1);
    EXPECT_NEAR(gap.high - gap.value, 1.959964 * kEloPerNat * 2 / std::sqrt(2000.0), 0.01);
    EXPECT_NEAR(ratings.superiority(0, 1), 0.5, 1e-9);
}

TEST(Ratings, DrawsCountAsHalfAWin) {
    std::vector<RatedGame> drawn;
    append(drawn, repeat({0, 1, Outcome::Draw}, 10));
    append(drawn, repeat({1, 0, Outcome::Draw}, 10));
    std::vector<RatedGame> split;
    for (const Outcome outcome : {Outcome::Win, Outcome::Loss}) {
        append(split, repeat({0, 1, outcome}, 5));
        append(split, repeat({1, 0, outcome}, 5));
    }
    EXPECT_NEAR(Ratings(2, drawn).elo(0).value, Ratings(2, split).elo(0).value, 1e-9);
    EXPECT_NEAR(Ratings(2, drawn).elo(0).high, Ratings(2, split).elo(0).high, 1e-9);
}

TEST(Ratings, AWinnerOfEverythingHasAFiniteRatingAndALongBar) {
    std::vector<RatedGame> games;
    append(games, repeat({0, 1, Outcome::Win}, 20));
    append(games, repeat({1, 0, Outcome::Loss}, 20));
    append(games, repeat({1, 2, Outcome::Win}, 10));
    append(games, repeat({2, 1, Outcome::Win}, 10));
    const Ratings ratings(3, games);
    EXPECT_TRUE(std::isfinite(ratings.elo(0).value));
    EXPECT_GT(ratings.elo(0).value, 300);
    EXPECT_GT(ratings.elo(0).high - ratings.elo(0).value, 150);
    EXPECT_GT(ratings.superiority(0, 1), 0.99);
}

TEST(Ratings, PlayersWhoNeverMetAreInDifferentGroups) {
    std::vector<RatedGame> games;
    append(games, repeat({0, 1, Outcome::Win}, 5));
    append(games, repeat({2, 3, Outcome::Win}, 5));
    const Ratings ratings(5, games);
    EXPECT_EQ(ratings.groups(), 3U);
    EXPECT_EQ(ratings.group(0), ratings.group(1));
    EXPECT_NE(ratings.group(1), ratings.group(2));
    EXPECT_EQ(ratings.group(2), ratings.group(3));
    EXPECT_GT(ratings.elo(4).high - ratings.elo(4).low, 1500);
}

TEST(Ratings, NobodyAndNothingAreFine) {
    EXPECT_EQ(Ratings(0, {}).players(), 0U);
    const Ratings alone(1, {});
    EXPECT_DOUBLE_EQ(alone.elo(0).value, 0.0);
}

// Known strengths, simulated tournaments: how often do the 95 % bars hold the truth?
struct Coverage {
    double strengths = 0;
    double first_move = 0;
};

Coverage simulate(int tournaments, int rounds, double spread, double first_move, double draw_share,
                  std::uint64_t seed) {
    constexpr std::size_t players = 8;
    Random random(seed);
    int held = 0;
    int held_first_move = 0;
    for (int tournament = 0; tournament < tournaments; ++tournament) {
        std::vector<double> truth(players);
        for (double& elo : truth) elo = spread * normal_quantile(0.001 + 0.998 * random.unit());
        const double mean = std::accumulate(truth.begin(), truth.end(), 0.0) / players;
        for (double& elo : truth) elo -= mean;

        std::vector<RatedGame> games;
        for (int round = 0; round < rounds; ++round) {
            for (std::size_t a = 0; a < players; ++a) {
                for (std::size_t b = 0; b < players; ++b) {
                    if (a == b) continue;
                    const double score = tests::score_from_elo(truth[a] - truth[b] + first_move);
                    // A draw takes equally from wins and losses, so the mean stays the model's.
                    const double draw = draw_share * 2 * std::min(score, 1 - score);
                    const double u = random.unit();
                    const Outcome outcome = u < score - draw / 2   ? Outcome::Win
                                            : u < score + draw / 2 ? Outcome::Draw
                                                                   : Outcome::Loss;
                    games.push_back({a, b, outcome});
                }
            }
        }
        const Ratings ratings(players, games);
        for (std::size_t i = 0; i < players; ++i) {
            held +=
                static_cast<int>(ratings.elo(i).low <= truth[i] && truth[i] <= ratings.elo(i).high);
        }
        held_first_move += static_cast<int>(ratings.first_move_elo().low <= first_move &&
                                            first_move <= ratings.first_move_elo().high);
    }
    const auto n = static_cast<double>(tournaments);
    return {held / (n * players), held_first_move / n};
}

TEST(Ratings, ErrorBarsHoldTheTruthInAThousandTournaments) {
    const Coverage coverage = simulate(1000, 5, 200, 120, 0, 6);
    EXPECT_GE(coverage.strengths, 0.93);
    EXPECT_LE(coverage.strengths, 0.97);
    EXPECT_GE(coverage.first_move, 0.93);
    EXPECT_LE(coverage.first_move, 0.97);
}

TEST(Ratings, ErrorBarsHoldTheTruthInShortTournaments) {
    const Coverage coverage = simulate(1000, 1, 150, 80, 0, 7);
    EXPECT_GE(coverage.strengths, 0.93);
    EXPECT_GE(coverage.first_move, 0.93);
}

TEST(Ratings, DrawsMakeTheErrorBarsCautiousNotShort) {
    const Coverage coverage = simulate(1000, 5, 150, 80, 0.4, 8);
    EXPECT_GE(coverage.strengths, 0.95);
    EXPECT_GE(coverage.first_move, 0.93);
}

TEST(Ratings, TheFirstMovesBarCountsEveryBoardOnce) {
    // Equal players, every board from both sides, half of the boards won by the first player: one
    // observation of variance 1/4 per board, whatever the number of games on it.
    constexpr int boards = 1000;
    std::vector<RatedGame> games;
    std::vector<RatedGame> apart;
    for (int board = 1; board <= boards; ++board) {
        const Outcome outcome = board % 2 == 0 ? Outcome::Win : Outcome::Loss;
        const auto number = static_cast<std::size_t>(board);
        append(games, {{0, 1, outcome, number}, {1, 0, outcome, number}});
        append(apart, {{0, 1, outcome}, {1, 0, outcome}});
    }
    const auto half_width = [](const Interval& i) { return (i.high - i.low) / 2; };
    const Ratings together(2, games);
    EXPECT_NEAR(half_width(together.first_move_elo()),
                1.959964 * kEloPerNat * 2 / std::sqrt(boards), 0.01);
    EXPECT_NEAR(half_width(Ratings(2, apart).first_move_elo()),
                1.959964 * kEloPerNat * 2 / std::sqrt(2.0 * boards), 0.01);
    // The strengths come from both sides of each board: their bars do not change.
    EXPECT_DOUBLE_EQ(half_width(together.elo(0)), half_width(Ratings(2, apart).elo(0)));
}

TEST(Ratings, GamesOnBoardsOfTheirOwnMayBeNumberedOrNot) {
    Random random(9);
    std::vector<RatedGame> games;
    std::vector<RatedGame> numbered;
    for (std::size_t i = 0; i < 60; ++i) {
        const std::size_t first = random.below(4);
        const std::size_t second = (first + 1 + random.below(3)) % 4;
        const auto outcome = static_cast<Outcome>(random.below(3));
        games.push_back({first, second, outcome});
        numbered.push_back({first, second, outcome, i + 1});
    }
    const Interval plain = Ratings(4, games).first_move_elo();
    const Interval counted = Ratings(4, numbered).first_move_elo();
    EXPECT_NEAR(counted.low, plain.low, 1e-9);
    EXPECT_NEAR(counted.high, plain.high, 1e-9);
}

// Tournaments of eight players in which every pairing is one board from both sides, and on a share
// of the boards both games hang on the same luck: how often does a 95 % bar hold the first move's
// true worth? `by_board` false: with the two games taken for independent ones.
double first_move_coverage(double alike, bool by_board, std::uint64_t seed) {
    constexpr std::size_t players = 8;
    constexpr int tournaments = 1000;
    constexpr int boards_per_pairing = 2;
    constexpr double first_move = 80;
    Random random(seed);
    int held = 0;
    for (int tournament = 0; tournament < tournaments; ++tournament) {
        std::vector<double> truth(players);
        for (double& elo : truth) elo = 50 * normal_quantile(0.001 + 0.998 * random.unit());
        std::vector<RatedGame> games;
        std::size_t board = 0;
        for (std::size_t a = 0; a < players; ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                for (int i = 0; i < boards_per_pairing; ++i) {
                    ++board;
                    const bool shared = random.unit() < alike;
                    double luck = random.unit();
                    for (const auto& [first, second] : {std::pair{a, b}, std::pair{b, a}}) {
                        const double score =
                            tests::score_from_elo(truth[first] - truth[second] + first_move);
                        const Outcome outcome = luck < score ? Outcome::Win : Outcome::Loss;
                        games.push_back({first, second, outcome, by_board ? board : 0});
                        if (!shared) luck = random.unit();
                    }
                }
            }
        }
        const Interval bar = Ratings(players, games).first_move_elo();
        held += static_cast<int>(bar.low <= first_move && first_move <= bar.high);
    }
    return held / static_cast<double>(tournaments);
}

TEST(Ratings, TheFirstMovesBarHoldsTheTruthOnPairedBoards) {
    EXPECT_LT(first_move_coverage(1.0, false, 10), 0.90) << "taken for independent, it does not";
    EXPECT_GE(first_move_coverage(1.0, true, 10), 0.93);
    EXPECT_LE(first_move_coverage(1.0, true, 10), 0.98);
    EXPECT_GE(first_move_coverage(0.5, true, 11), 0.95);
}

}  // namespace
}  // namespace zerosum
