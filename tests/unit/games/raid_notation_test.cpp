#include "games/raid/notation.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/raid_boards.h"

namespace zerosum::raid {
namespace {

TEST(RaidNotation, AMoveIsAcceptedInEverySensibleForm) {
    const Position position = parse_line("XO./.../... X 1,8,23/5,42,12/26,30,9").value();
    const Move raid = parse_move(position, "A2 Raid").value();
    EXPECT_EQ(raid.kind, Kind::Raid);
    for (const char* text :
         {"a2 raid", "A2 RAID", " A2  Raid ", "A2-Raid", "A2Raid", "a2r", "A2 r"})
        EXPECT_EQ(parse_move(position, text).value(), raid) << text;
    const Move stake = parse_move(position, "A2 Stake").value();
    EXPECT_EQ(stake.kind, Kind::Stake);
    for (const char* text : {"a2s", "A2-stake", "A2\tStake"})
        EXPECT_EQ(parse_move(position, text).value(), stake) << text;
}

TEST(RaidNotation, WhatIsNoMoveIsSaidSo) {
    const Position position = parse_line("XO./.../... X 1,8,23/5,42,12/26,30,9").value();
    for (const char* text : {"", "Raid", "2A Raid", "A Raid", "A0 Stake", "AAA1 Stake", "A2 Raids",
                             "A2 Raid B3", "A2 - - x", "A99999999999999999999 Stake"}) {
        const Judged<Move> move = parse_move(position, text);
        ASSERT_FALSE(move) << text;
        EXPECT_EQ(move.error().code, FaultCode::MalformedAnswer) << text;
    }
}

TEST(RaidNotation, NamesReachTheLastColumnAndRow) {
    const Position position = tests::random_raid_position(26, 676, 99, 1);
    const Move move = parse_move(position, "Z26 Stake").value();
    EXPECT_EQ(move.cell(), (Cell{25, 25}));
    EXPECT_EQ(move_name(position, move), "Z26 Stake");
}

TEST(RaidNotation, AffectedCellsAreTheSquareAndThePiecesThatTurn) {
    const Position position = parse_line(".O./OX./... X 1,8,23/5,42,12/26,30,9").value();
    EXPECT_EQ(affected(position, parse_move(position, "A1 Stake").value()),
              (std::vector<Cell>{{0, 0}}));
    EXPECT_EQ(affected(position, parse_move(position, "C2 Raid").value()),
              (std::vector<Cell>{{1, 2}}));
    const Position raided = parse_line(".O./OXO/X.. X 1,8,23/5,42,12/26,30,9").value();
    EXPECT_EQ(affected(raided, parse_move(raided, "B3 Raid").value()), (std::vector<Cell>{{2, 1}}));
    const Position corner = parse_line("O.O/XX./... X 1,8,23/5,42,12/26,30,9").value();
    EXPECT_EQ(affected(corner, parse_move(corner, "B1 Raid").value()),
              (std::vector<Cell>{{0, 1}, {0, 0}, {0, 2}}));
}

TEST(RaidNotation, LinesReadBack) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        const int size = random.between(1, 26);
        const Position position =
            tests::random_raid_position(size, random.between(0, size * size), 10'000, seed);
        const Result<Position> again = parse_line(line(position));
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_TRUE(*again == position);
        EXPECT_EQ(again->key(), position.key());
    }
}

TEST(RaidNotation, LinesThatAreNoPositionAreRefusedWithAReason) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "three parts"},
        {"X./.. X", "three parts"},
        {"X./..  X 1,2/3,4", "three parts"},
        {"X./. X 1,2/3,4", "found '.' with 1 character, expected a row of 2"},
        {"X./.x X 1,2/3,4", "found 'x' in column B"},
        {"X./.. Y 1,2/3,4", "the player to move, X or O"},
        {"X./.. X 1,2", "found 1 row of values, expected 2"},
        {"X./.. X 1,2/3", "found 1 values in '3', expected 2"},
        {"X./.. X 1,2/3,-1", "found '-1', expected a value from 0 to 10000"},
        {"X./.. X 1,2/3,", "found '', expected a value"},
        {std::string(53, '/') + " X 1", "found 54 rows, expected at most 26"},
    };
    for (const auto& [text, reason] : cases) {
        const Result<Position> position = parse_line(text);
        ASSERT_FALSE(position) << text;
        EXPECT_NE(position.error().message.find(reason), std::string::npos)
            << text << ": " << position.error().message;
    }
}

}  // namespace
}  // namespace zerosum::raid
