#include "search/general/transposition.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace zerosum {
namespace {

TEST(TranspositionTable, AnUnknownPositionHasNoBoundsAndNoMove) {
    const TranspositionTable table(1U << 16U);
    const TableHit hit = table.probe(12345);
    EXPECT_EQ(hit.depth, -1);
    EXPECT_EQ(hit.move, -1);
    EXPECT_EQ(hit.lower, -kScoreInfinity);
    EXPECT_EQ(hit.upper, kScoreInfinity);
}

TEST(TranspositionTable, GivesBackWhatWasStored) {
    TranspositionTable table(1U << 16U);
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const Key key = random.next();
        const Score lower = random.between(-1'048'576, 1'048'576);
        const Score upper = lower + random.between(0, 1000);
        const int depth = random.between(0, 255);
        const int move = random.between(-1, 2000);
        table.store(key, depth, lower, upper, move);
        const TableHit hit = table.probe(key);
        EXPECT_EQ(hit.lower, lower);
        EXPECT_EQ(hit.upper, upper);
        EXPECT_EQ(hit.depth, depth);
        EXPECT_EQ(hit.move, move);
    }
}

TEST(TranspositionTable, BoundsOfOneDepthNarrowEachOther) {
    TranspositionTable table(1U << 16U);
    table.store(7U << 20U, 5, 10, kScoreInfinity, 3);
    table.store(7U << 20U, 5, -kScoreInfinity, 20, -1);
    const TableHit hit = table.probe(7U << 20U);
    EXPECT_EQ(hit.lower, 10);
    EXPECT_EQ(hit.upper, 20);
    EXPECT_EQ(hit.move, 3);
}

TEST(TranspositionTable, ContradictingBoundsAreReplacedByTheNewest) {
    TranspositionTable table(1U << 16U);
    table.store(7U << 20U, 5, 10, kScoreInfinity, 3);
    table.store(7U << 20U, 5, -kScoreInfinity, 4, 2);
    const TableHit hit = table.probe(7U << 20U);
    EXPECT_EQ(hit.lower, -kScoreInfinity);
    EXPECT_EQ(hit.upper, 4);
}

TEST(TranspositionTable, BoundsBeyond24BitsAreWeakenedNotBent) {
    TranspositionTable table(1U << 16U);
    table.store(9U << 20U, 1, 100'000'000, 200'000'000, 0);
    EXPECT_LE(table.probe(9U << 20U).lower, 100'000'000);
    EXPECT_GE(table.probe(9U << 20U).upper, 200'000'000);
    table.store(8U << 20U, 1, -200'000'000, -100'000'000, 0);
    EXPECT_LE(table.probe(8U << 20U).lower, -200'000'000);
    EXPECT_GE(table.probe(8U << 20U).upper, -100'000'000);
}

TEST(TranspositionTable, OldGenerationsMakeRoomForNewEntries) {
    TranspositionTable table(64);  // one cluster of four entries
    for (Key key = 1; key <= 4; ++key) table.store(key << 32U, 20, 0, 0, 0);
    table.next_generation();
    table.next_generation();
    table.next_generation();
    for (Key key = 11; key <= 14; ++key) table.store(key << 32U, 1, 5, 5, 0);
    for (Key key = 11; key <= 14; ++key) EXPECT_EQ(table.probe(key << 32U).lower, 5);
}

TEST(TranspositionTable, KeysThatDifferInOneHighBitAreDifferentPositions) {
    TranspositionTable table(64);
    const Key key = 0x0123'4567'89AB'CDEFULL;
    table.store(key, 3, 1, 1, 1);
    for (unsigned bit = 16; bit < 64; ++bit)
        EXPECT_EQ(table.probe(key ^ (Key{1} << bit)).depth, -1) << bit;
}

}  // namespace
}  // namespace zerosum
