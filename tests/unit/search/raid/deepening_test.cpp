#include "search/raid/deepening.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "games/raid/notation.h"
#include "search/raid/evaluation.h"
#include "support/raid_boards.h"

namespace zerosum::raid {
namespace {

// Plain minimax to the end with a memory of its own: what the solver must agree with.
class BruteForce {
 public:
    Score value(const Position& position) {
        if (position.over()) return 0;
        const std::string name = line(position);
        if (const auto known = values_.find(name); known != values_.end()) return known->second;
        MoveList list;
        generate_moves(position, list);
        Score best = -1'000'000;
        for (const Move& move : list) best = std::max(best, value_of(position, move));
        return values_[name] = best;
    }
    Score value_of(const Position& position, Move move) {
        Position child = position;
        const Score gained = child.play(move);
        return gained - value(child);
    }

 private:
    std::map<std::string, Score> values_;
};

void expect_proved(const Position& position) {
    SCOPED_TRACE(line(position));
    BruteForce brute;
    const Score value = brute.value(position);
    const OwnProof<Move> proof = prove(position, {}, true);
    ASSERT_TRUE(proof.solved);
    ASSERT_EQ(proof.lower, value);
    ASSERT_EQ(proof.upper, value);
    std::vector<std::string> expected;
    MoveList list;
    generate_moves(position, list);
    for (const Move& move : list)
        if (brute.value_of(position, move) == value) expected.push_back(move_name(position, move));
    std::vector<std::string> found;
    for (const Move& move : proof.best) found.push_back(move_name(position, move));
    ASSERT_EQ(found, expected);

    const OwnProof<Move> one = prove(position, {}, false);
    ASSERT_EQ(one.best.size(), 1U);
    ASSERT_EQ(brute.value_of(position, one.best.front()), value);
}

TEST(RaidSolver, AgreesWithBruteForceOnThreeByThree) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        expect_proved(tests::random_raid_position(3, 9, seed % 2 == 0 ? 99 : 3, seed));
        if (HasFatalFailure()) return;
    }
}

TEST(RaidSolver, AgreesWithBruteForceOnFourByFourWithEightFree) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        expect_proved(tests::random_raid_position(4, 8, seed % 2 == 0 ? 99 : 3, seed));
        if (HasFatalFailure()) return;
    }
}

TEST(RaidSolver, SolvesTwelveFreeSquaresOfAnyBoard) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const int size = std::vector<int>{4, 5, 8, 12, 26, 6, 9, 15}[seed];
        const Position position = tests::random_raid_position(size, 12, 99, seed);
        const OwnProof<Move> proof = prove(position, {}, false);
        ASSERT_TRUE(proof.solved) << line(position);
        // The engine sees the same end.
        const DeepeningResult result = deepen(position, {}, {});
        EXPECT_TRUE(result.exact);
        EXPECT_EQ(result.score, proof.lower) << line(position);
    }
}

TEST(RaidSolver, ABoundHoldsAlsoWhenTheSolverIsStopped) {
    const Position position = tests::random_raid_position(4, 10, 99, 3);
    const Score value = prove(position, {}, false).lower;
    for (const std::uint64_t nodes : {0U, 1000U, 5000U, 20000U}) {
        OwnSearchLimits limits;
        limits.stop = [nodes](std::uint64_t now) { return now >= nodes; };
        const OwnProof<Move> proof = prove(position, limits, true);
        EXPECT_LE(proof.lower, value);
        EXPECT_GE(proof.upper, value);
        if (proof.solved) {
            EXPECT_EQ(proof.lower, proof.upper);
        }
    }
}

TEST(RaidDeepening, AnswersWithALegalMoveHoweverEarlyItIsStopped) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        const int size = random.between(1, 14);
        const Position position =
            tests::random_raid_position(size, random.between(1, size * size), 99, seed);
        OwnSearchLimits limits;
        const std::uint64_t nodes = random.below(30'000);
        limits.stop = [nodes](std::uint64_t now) { return now >= nodes; };
        const DeepeningResult result = deepen(position, limits, {});
        ASSERT_TRUE(is_legal(position, result.move)) << line(position);
        ASSERT_FALSE(result.pv.empty());
        EXPECT_EQ(result.pv.front(), result.move);
    }
}

TEST(RaidDeepening, ItsLineIsPlayable) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Position position = tests::random_raid_position(7, 30, 99, seed);
        OwnSearchLimits limits;
        limits.depth = 6;
        for (const Move& move : deepen(position, limits, {}).pv) {
            ASSERT_TRUE(is_legal(position, move)) << line(position);
            position.play(move);
        }
    }
}

TEST(RaidDeepening, ReportsEveryDepthOnceAndStopsWhenItIsEnough) {
    const Position position = tests::random_raid_position(8, 40, 99, 1);
    std::vector<int> depths;
    OwnSearchLimits limits;
    limits.enough = [&] { return depths.size() == 3; };
    const DeepeningResult result =
        deepen(position, limits, [&](const DeepeningResult& r) { depths.push_back(r.depth); });
    EXPECT_EQ(depths, (std::vector<int>{2, 4, 6}));
    EXPECT_EQ(result.depth, 6);
    EXPECT_FALSE(result.exact);
}

}  // namespace
}  // namespace zerosum::raid
