#include "search/general/proof_table.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace zerosum {
namespace {

TEST(ProofTable, KnowsNothingAtFirst) {
    const ProofTable table(1U << 20U);
    const ProvedBounds proof = table.probe(0);
    EXPECT_EQ(proof.lower, -kScoreInfinity);
    EXPECT_EQ(proof.upper, kScoreInfinity);
    EXPECT_EQ(proof.move, -1);
}

TEST(ProofTable, BoundsOfOnePositionNarrowEachOther) {
    ProofTable table(1U << 20U);
    table.store(7, {-5, kScoreInfinity, 3}, 10);
    table.store(7, {-kScoreInfinity, 9, -1}, 10);
    table.store(7, {-8, 12, -1}, 10);
    const ProvedBounds proof = table.probe(7);
    EXPECT_EQ(proof.lower, -5);
    EXPECT_EQ(proof.upper, 9);
    EXPECT_EQ(proof.move, 3);
}

TEST(ProofTable, KeepsAProofThatTheValueIsNothing) {
    ProofTable table(1U << 20U);
    table.store(0, {0, 0, -1}, 0);
    EXPECT_EQ(table.probe(0).lower, 0);
    EXPECT_EQ(table.probe(0).upper, 0);
}

TEST(ProofTable, GrowsWithWhatItHoldsAndForgetsNothingExpensiveOnTheWay) {
    ProofTable table(1U << 22U);
    const std::size_t at_first = table.bytes();
    constexpr std::uint64_t proofs = 20'000;
    const auto is_expensive = [](std::uint64_t i) { return i % 10 == 0; };
    for (std::uint64_t i = 0; i < proofs; ++i) {
        const auto value = static_cast<Score>(i);
        table.store(mix(i), {-value, value, -1}, is_expensive(i) ? 1000 : 1);
    }
    EXPECT_GT(table.bytes(), at_first);
    EXPECT_LE(table.bytes(), 1U << 22U);
    std::uint64_t known = 0;
    std::uint64_t expensive = 0;
    for (std::uint64_t i = 0; i < proofs; ++i) {
        if (table.probe(mix(i)).upper != static_cast<Score>(i)) continue;
        ++known;
        if (is_expensive(i)) ++expensive;
    }
    EXPECT_GT(expensive, proofs / 10 * 99 / 100);
    EXPECT_GT(known, proofs / 2);  // a full cluster makes room even when others are empty
}

TEST(ProofTable, NeverGrowsBeyondWhatWasAskedFor) {
    ProofTable table(64);
    for (std::uint64_t i = 0; i < 100; ++i) table.store(mix(i), {1, 1, -1}, 1);
    EXPECT_EQ(table.bytes(), 64U);
}

TEST(ProofTable, GrowsNoFurtherThanTheTimeAllows) {
    ProofTable table(1U << 22U);
    const auto fill = [&](std::uint64_t seed) {
        for (std::uint64_t i = 0; i < 400'000; ++i) table.store(mix(seed + i), {1, 1, -1}, 1);
    };
    table.grow_within(Seconds(0));
    const std::size_t at_first = table.bytes();
    fill(1);
    EXPECT_EQ(table.bytes(), at_first);
    table.grow_within(Seconds(0.005));
    fill(1'000'000);
    EXPECT_GT(table.bytes(), at_first);
    EXPECT_LE(table.bytes(), 250'000U);
    table.grow_within(std::nullopt);
    fill(2'000'000);
    EXPECT_EQ(table.bytes(), 1U << 22U);
}

TEST(ProofTable, MakesRoomAtOnceAndKeepsWhatItKnows) {
    ProofTable table(1U << 20U);
    table.store(7, {1, 2, 3}, 4);
    table.grow_within(Seconds(0));
    const std::size_t at_first = table.bytes();
    table.make_room(10'000);
    EXPECT_EQ(table.bytes(), at_first);  // no time for it
    table.grow_within(std::nullopt);
    table.make_room(10'000);
    EXPECT_GE(table.bytes(), 10'000U * 16);
    EXPECT_LT(table.bytes(), 10'000U * 16 * 2);
    EXPECT_EQ(table.probe(7).move, 3);
    table.make_room(1);
    EXPECT_GE(table.bytes(), 10'000U * 16);
    table.make_room(1'000'000'000);
    EXPECT_EQ(table.bytes(), 1U << 20U);
}

TEST(ProofTable, TakesMovesOfAnotherTableWhereItKnowsNoneAndNoBounds) {
    ProofTable from(1U << 16U);
    from.store(7, {-3, 5, 2}, 100);
    from.store(8, {-3, 5, -1}, 100);  // without a move
    from.store(9, {1, 1, 4}, 100);
    ProofTable table(1U << 16U);
    table.store(9, {-6, 6, 1}, 50);
    table.take_moves(from);
    const ProvedBounds taken = table.probe(7);
    EXPECT_EQ(taken.lower, -kScoreInfinity);
    EXPECT_EQ(taken.upper, kScoreInfinity);
    EXPECT_EQ(taken.move, 2);
    EXPECT_EQ(table.probe(8).move, -1);
    const ProvedBounds kept = table.probe(9);
    EXPECT_EQ(kept.lower, -6);
    EXPECT_EQ(kept.upper, 6);
    EXPECT_EQ(kept.move, 1);
}

TEST(ProofTable, TheCheapestProofMakesRoom) {
    ProofTable table(64);
    for (Key key = 1; key <= 4; ++key) table.store(key, {1, 1, -1}, 1000 * key);
    table.store(5, {1, 1, -1}, 2);
    EXPECT_EQ(table.probe(1).move, -1);
    EXPECT_EQ(table.probe(1).lower, -kScoreInfinity);
    EXPECT_EQ(table.probe(4).lower, 1);
    EXPECT_EQ(table.probe(5).lower, 1);
}

TEST(ProofTable, BoundsBeyond24BitsGetWeakerNotWrong) {
    ProofTable table(1U << 20U);
    table.store(1, {20'000'000, 30'000'000, -1}, 1);
    EXPECT_LE(table.probe(1).lower, 20'000'000);
    EXPECT_GE(table.probe(1).upper, 30'000'000);
    table.store(2, {-30'000'000, -20'000'000, -1}, 1);
    EXPECT_LE(table.probe(2).lower, -30'000'000);
    EXPECT_GE(table.probe(2).upper, -20'000'000);
}

}  // namespace
}  // namespace zerosum
