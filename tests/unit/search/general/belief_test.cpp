// What the solver believes, compared with what it proves.

#include <gtest/gtest.h>

#include <algorithm>

#include "search/fruit/searcher.h"

namespace zerosum {
namespace {

using fruit::Fruit;

// Calls see(position) for positions of games with at most `fruits` fruits.
template <typename See>
void on_endings(int games, int size, int kinds, int fruits, See see) {
    Random random(2310);
    for (int game = 0; game < games; ++game) {
        Fruit::Position position = *Fruit::start({.size = size, .kinds = kinds}, random);
        while (!position.over()) {
            if (position.fruits() <= fruits) see(position);
            Fruit::MoveList moves;
            Fruit::moves(position, moves);
            position.play(random.below(3) == 0 ? moves[random.below(moves.size())]
                                               : largest_gain<Fruit>(position, moves));
        }
    }
}

TEST(Belief, IsTheProvedValueInNearlyAllPositionsWithManyKinds) {
    int seen = 0;
    int right = 0;
    on_endings(12, 8, 4, 36, [&](const Fruit::Position& position) {
        Searcher<Fruit> searcher(1U << 22U);
        const Belief<Fruit::Move> belief = searcher.believe(position, {});
        const SearchResult<Fruit::Move> proof = searcher.solve(position, {});
        ASSERT_TRUE(belief.complete && proof.solved);
        ++seen;
        if (belief.value != proof.lower) return;
        ++right;
        // The moves that reach it are among those that are believed to: a move may be overrated.
        for (const SearchLine<Fruit::Move>& line : proof.lines)
            EXPECT_NE(std::find(belief.best.begin(), belief.best.end(), line.move),
                      belief.best.end())
                << Fruit::line(position) << " " << Fruit::move_name(position, line.move);
    });
    EXPECT_GT(seen, 100);
    EXPECT_GE(right * 100, seen * 97) << right << " of " << seen;
    RecordProperty("right", right);
    RecordProperty("seen", seen);
}

TEST(Belief, TakesLessThanHalfOfTheNodesOfTheProof) {
    std::uint64_t believed = 0;
    std::uint64_t proved = 0;
    Random random(2311);
    for (int i = 0; i < 4; ++i) {
        const Fruit::Position position = *Fruit::start({.size = 6, .kinds = 3}, random);
        Searcher<Fruit> searcher(1U << 22U);
        believed += searcher.believe(position, {}, Want::Value).nodes;
        proved += searcher.solve(position, {}, Want::Value).nodes;
    }
    EXPECT_LT(believed * 2, proved);
}

// What is believed must never be found again by a proof.
TEST(Belief, LeavesNothingBehindForProofs) {
    Random random(2312);
    const Fruit::Position position = *Fruit::start({.size = 6, .kinds = 3}, random);
    Searcher<Fruit> unasked(1U << 22U);
    Searcher<Fruit> asked(1U << 22U);
    (void)asked.believe(position, {});
    const auto first = unasked.solve(position, {});
    const auto second = asked.solve(position, {});
    EXPECT_EQ(first.nodes, second.nodes);
    EXPECT_EQ(first.lower, second.lower);
    EXPECT_EQ(first.lines, second.lines);
}

TEST(Belief, AFinishedGameIsWorthNothing) {
    const Belief<Fruit::Move> belief =
        Searcher<Fruit>(1U << 16U).believe(*Fruit::parse_line("**/** 1 0 0"), {});
    EXPECT_TRUE(belief.complete);
    EXPECT_EQ(belief.value, 0);
    EXPECT_TRUE(belief.best.empty());
}

TEST(Belief, ALimitLeavesItIncomplete) {
    Random random(2313);
    const Fruit::Position position = *Fruit::start({.size = 10, .kinds = 4}, random);
    const Belief<Fruit::Move> belief =
        Searcher<Fruit>(1U << 20U).believe(position, {.nodes = 1000});
    EXPECT_FALSE(belief.complete);
    EXPECT_LE(belief.nodes, 1100U);
}

}  // namespace
}  // namespace zerosum
