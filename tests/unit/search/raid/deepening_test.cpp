#include "search/raid/deepening.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "games/raid/notation.h"
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
    const SearchResult<Move> proof = prove(position, {});
    ASSERT_TRUE(proof.solved);
    ASSERT_EQ(proof.lower, value);
    ASSERT_EQ(proof.upper, value);
    std::vector<std::string> expected;
    MoveList list;
    generate_moves(position, list);
    for (const Move& move : list)
        if (brute.value_of(position, move) == value) expected.push_back(move_name(position, move));
    std::vector<std::string> found;
    for (const auto& best : proof.lines) found.push_back(move_name(position, best.move));
    ASSERT_EQ(found, expected);

    const SearchResult<Move> one = prove(position, {}, Want::Value);
    ASSERT_EQ(one.lines.size(), 1U);
    ASSERT_EQ(brute.value_of(position, one.best().move), value);
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
        const SearchResult<Move> proof = prove(position, {}, Want::Value);
        ASSERT_TRUE(proof.solved) << line(position);
        // The engine sees the same end.
        const SearchResult<Move> result = deepen(position, {});
        EXPECT_TRUE(result.best().exact);
        EXPECT_EQ(result.best().score, proof.lower) << line(position);
    }
}

TEST(RaidSolver, ABoundHoldsAlsoWhenTheSolverIsStopped) {
    const Position position = tests::random_raid_position(4, 10, 99, 3);
    const Score value = prove(position, {}, Want::Value).lower;
    for (const std::uint64_t nodes : {1U, 1000U, 5000U, 20000U}) {
        SearchLimits limits;
        limits.nodes = nodes;
        const SearchResult<Move> proof = prove(position, limits);
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
        SearchLimits limits;
        limits.nodes = 1 + random.below(30'000);
        const SearchResult<Move> result = deepen(position, limits);
        ASSERT_TRUE(is_legal(position, result.best().move)) << line(position);
        ASSERT_FALSE(result.best().pv.empty());
        EXPECT_EQ(result.best().pv.front(), result.best().move);
    }
}

TEST(RaidDeepening, ItsLineIsPlayable) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Position position = tests::random_raid_position(7, 30, 99, seed);
        SearchLimits limits;
        limits.depth = 6;
        const SearchResult<Move> result = deepen(position, limits);
        EXPECT_LE(result.best().pv.size(), 6U);
        for (const Move& move : result.best().pv) {
            ASSERT_TRUE(is_legal(position, move)) << line(position);
            position.play(move);
        }
    }
}

TEST(RaidDeepening, ReportsEveryDepthOnce) {
    const Position position = tests::random_raid_position(8, 40, 99, 1);
    std::vector<int> depths;
    const SearchResult<Move> result =
        deepen(position, {.depth = 6},
               [&](const SearchResult<Move>& r) { depths.push_back(r.best().depth); });
    EXPECT_EQ(depths, (std::vector<int>{2, 4, 6}));
    EXPECT_EQ(result.best().depth, 6);
    EXPECT_FALSE(result.best().exact);
}

// Above 13 free squares a search that leaves moves out sees the last square first. It does not end
// there: by the nodes that half of a bank of 20 seconds pays for, hundreds of millions, positions
// like these are proved many times over.
TEST(RaidDeepening, ProvesTheBestMoveOnceItSeesTheEnd) {
    for (const int size : {5, 8, 26}) {
        const Position position = tests::random_raid_position(size, 14, 99, 4);
        SCOPED_TRACE(line(position));
        std::vector<bool> exact;
        const SearchResult<Move> result =
            deepen(position, {.nodes = 3'000'000}, [&](const SearchResult<Move>& now) {
                if (now.best().depth == position.free_squares()) exact.push_back(now.solved);
            });
        EXPECT_EQ(exact, (std::vector<bool>{false, false, true}));  // 6, 12 and all moves per node
        EXPECT_TRUE(result.solved);
        const SearchResult<Move> proof = prove(position, {});
        ASSERT_TRUE(proof.solved);
        EXPECT_EQ(result.best().score, proof.lower);
        EXPECT_TRUE(std::any_of(proof.lines.begin(), proof.lines.end(), [&](const auto& best) {
            return best.move == result.best().move;
        })) << move_name(position, result.best().move);
    }
}

// With every line wanted the root is never narrowed.
TEST(RaidDeepening, ANarrowRootFindsNearlyAlwaysWhatAFullOneDoes) {
    int same = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const Position position = tests::random_raid_position(8, 45, 99, seed);
        const SearchResult<Move> narrow = deepen(position, {.depth = 4});
        const SearchResult<Move> full = deepen(position, {.depth = 4, .lines = 1000});
        EXPECT_LT(narrow.nodes, full.nodes);
        same += narrow.best().score == full.best().score ? 1 : 0;
    }
    EXPECT_GE(same, 27);
}

TEST(RaidDeepening, GivesAsManyLinesAsAreWantedAtEveryDepth) {
    const Position position = tests::random_raid_position(8, 45, 99, 2);
    const SearchResult<Move> result = deepen(position, {.depth = 6, .lines = 30});
    ASSERT_EQ(result.lines.size(), 30U);
    for (std::size_t i = 0; i < 30; ++i) {
        EXPECT_EQ(result.lines[i].depth, 6);
        if (i > 0) {
            EXPECT_LE(result.lines[i].score, result.lines[i - 1].score);
        }
    }
}

TEST(RaidDeepening, EndsAfterADepthThatPassesTheSoftLimit) {
    const Position position = tests::random_raid_position(8, 40, 99, 1);
    SearchLimits limits;
    limits.soft = Seconds(0);
    EXPECT_EQ(deepen(position, limits).best().depth, 2);
}

// Dominated Stakes and Raids that turn nothing included.
TEST(RaidDeepening, GivesEveryMoveItsProvedValue) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const Position position = tests::random_raid_position(4, 8, 99, seed);
        SCOPED_TRACE(line(position));
        MoveList list;
        generate_moves(position, list);
        const SearchResult<Move> result =
            deepen(position, {.lines = static_cast<int>(list.size())});
        ASSERT_EQ(result.lines.size(), list.size());
        BruteForce brute;
        for (const auto& found : result.lines) {
            EXPECT_NE(std::find(list.begin(), list.end(), found.move), list.end());
            EXPECT_TRUE(found.exact);
            EXPECT_EQ(found.score, brute.value_of(position, found.move))
                << move_name(position, found.move);
        }
    }
}

TEST(RaidDeepening, TheBestOfSeveralLinesAreTheBestOfAll) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Position position = tests::random_raid_position(7, 30, 99, seed);
        SCOPED_TRACE(line(position));
        const SearchResult<Move> all = deepen(position, {.depth = 2, .lines = 1000});
        const SearchResult<Move> some = deepen(position, {.depth = 2, .lines = 5});
        ASSERT_EQ(some.lines.size(), 5U);
        for (std::size_t i = 0; i < 5; ++i) {
            EXPECT_EQ(some.lines[i].score, all.lines[i].score) << "line " << i;
            EXPECT_EQ(some.lines[i].pv.size(), 2U);
        }
        EXPECT_EQ(deepen(position, {.depth = 2}).best().score, all.best().score);
    }
}

// A weak player sees a part of the moves, the same ones whenever it is asked, and claims no proof.
TEST(RaidDeepening, OverlooksMovesByThePositionAlone) {
    int missed = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Position position = tests::random_raid_position(4, 9, 99, seed);
        const SearchLimits weak{.overlook = 0.6};
        const SearchResult<Move> result = deepen(position, weak);
        EXPECT_EQ(result.best().move, deepen(position, weak).best().move);
        const Score value = prove(position, {}, Want::Value).lower;
        EXPECT_LE(result.best().score, value);
        if (result.best().exact) {
            EXPECT_EQ(result.best().score, value);
        }
        missed += result.best().score < value ? 1 : 0;
    }
    EXPECT_GT(missed, 10);
}

}  // namespace
}  // namespace zerosum::raid
