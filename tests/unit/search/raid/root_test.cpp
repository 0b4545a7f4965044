#include "search/raid/root.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/raid/notation.h"
#include "support/raid_boards.h"

namespace zerosum::raid {
namespace {

constexpr int kWidth = 8;
constexpr unsigned kTable = 16;

TEST(RaidRoot, ADroppedMoveComesBackWhenTheBestFallsBelowIt) {
    int fell = 0;
    int replaced = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Position position = tests::random_raid_position(7, 30, 99, seed);
        SCOPED_TRACE(line(position));
        const Side side = position.mover();
        GraphSearch search(position, kWidth, kTable);
        Root root(root_moves(search.graph(), side), 1);
        ASSERT_TRUE(root.search(search, 2, side));
        root.narrow(1);
        const RootMove alone = root.best();
        const Score rival = root.moves()[1].score;
        ASSERT_TRUE(root.search(search, 4, side));
        // Nothing is left that promises more than the best.
        for (const RootMove& move : root.moves()) EXPECT_LE(move.score, root.best().score);
        // By itself the move that was kept is worth what it was worth with all the others.
        GraphSearch again(position, kWidth, kTable);
        const Score now = again.after_move(alone.square, alone.kind, 4, side,
                                           -GraphSearch::infinity, GraphSearch::infinity);
        EXPECT_GE(root.best().score, now);
        EXPECT_EQ(root.kept() > 1, now < rival);
        fell += now < rival ? 1 : 0;
        replaced += root.best().square != alone.square ? 1 : 0;
    }
    EXPECT_GT(fell, 5);
    EXPECT_GT(replaced, 2);
}

TEST(RaidRoot, ABetterMoveIsTheAnswerWhenTheStopComesBeforeItsValue) {
    constexpr int depth = 6;
    int found = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Position position = tests::random_raid_position(9, 40, 99, seed);
        SCOPED_TRACE(line(position));
        const Side side = position.mover();
        GraphSearch search(position, kWidth, kTable);
        const std::vector<RootMove> moves = root_moves(search.graph(), side);
        const auto value = [&](std::size_t i, Score alpha, Score beta) {
            return search.after_move(moves[i].square, moves[i].kind, depth, side, alpha, beta);
        };
        Score best = value(0, -GraphSearch::infinity, GraphSearch::infinity);
        for (std::size_t i = 1; i < moves.size(); ++i) {
            const Score bound = value(i, best, best + 1);
            if (bound <= best) continue;
            const std::uint64_t nodes = search.nodes();
            const Score exact = value(i, bound - 1, GraphSearch::infinity);
            if (search.nodes() - nodes > 10'000) {  // certain to be stopped within
                const SearchLimits limits{.nodes = nodes + 1};
                StopCheck stop(limits);
                GraphSearch stopped(position, kWidth, kTable, &stop);
                Root root(moves, 1);
                EXPECT_FALSE(root.search(stopped, depth, side));
                EXPECT_EQ(root.best().square, moves[i].square);
                EXPECT_EQ(root.best().score, bound);
                ++found;
            }
            best = exact;
        }
    }
    EXPECT_GT(found, 4);
}

TEST(RaidRoot, KeepsAsManyMovesAsLinesAreWanted) {
    const Position position = tests::random_raid_position(7, 30, 99, 5);
    GraphSearch search(position, kWidth, kTable);
    const Side side = position.mover();
    Root root(root_moves(search.graph(), side), 12);
    ASSERT_TRUE(root.search(search, 2, side));
    root.narrow(4);
    EXPECT_EQ(root.kept(), 12U);
    ASSERT_TRUE(root.search(search, 4, side));
    EXPECT_TRUE(
        std::is_sorted(root.moves().begin(), root.moves().begin() + 12,
                       [](const RootMove& a, const RootMove& b) { return a.score > b.score; }));
    root.widen();
    EXPECT_EQ(root.kept(), root.moves().size());
}

}  // namespace
}  // namespace zerosum::raid
