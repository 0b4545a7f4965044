#include "games/fruit/board.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "games/fruit/rules.h"
#include "support/fruit_boards.h"
#include "support/fruit_oracle.h"

namespace zerosum::fruit {
namespace {

using tests::fruit_position;
using tests::FruitOracle;
using tests::OracleGroup;
using tests::random_fruit_position;

MoveList moves_of(const Position& position) {
    MoveList list;
    generate_moves(position, list);
    return list;
}

Position play(const std::vector<std::string>& board, std::string_view cell) {
    Position position = fruit_position(board);
    position.play(parse_move(position, cell).value());
    return position;
}

using Rows = std::vector<std::string>;

TEST(Fruit, TakingAGroupDropsWhatStandsAboveIt) {
    EXPECT_EQ(rows(play({"212", "001", "121"}, "A2")), (Rows{"**2", "211", "121"}));
}

TEST(Fruit, ColumnsDoNotCloseUpWhenOneRunsEmpty) {
    EXPECT_EQ(rows(play({"010", "010", "010"}, "B1")), (Rows{"0*0", "0*0", "0*0"}));
}

TEST(Fruit, DiagonalNeighboursAreNotConnected) {
    EXPECT_EQ(moves_of(fruit_position({"01", "10"})).size(), 4U);
}

TEST(Fruit, AGroupScoresTheSquareOfItsSizeForTheMover) {
    Position position = fruit_position({"***", "*10", "000"});
    EXPECT_EQ(position.play(parse_move(position, "C2").value()), 16);
    EXPECT_EQ(position.points(Side::One), 16);
    EXPECT_EQ(position.points(Side::Two), 0);
    EXPECT_EQ(position.mover(), Side::Two);
    EXPECT_EQ(position.play(parse_move(position, "B3").value()), 1);
    EXPECT_EQ(position.points(Side::Two), 1);
    EXPECT_TRUE(position.over());
}

TEST(Fruit, AMoveIsNamedByItsFirstCellInRowMajorOrder) {
    // The top row of the group starts right of the group's leftmost cell.
    const Position position = fruit_position({"1101", "0001", "0111", "0222"});
    const MoveList moves = moves_of(position);
    ASSERT_EQ(moves.size(), 4U);
    EXPECT_EQ(move_name(position, moves[0]), "A1");
    EXPECT_EQ(move_name(position, moves[1]), "C1");
    EXPECT_EQ(moves[1].size, 6);
    EXPECT_EQ(move_name(position, moves[2]), "D1");
    EXPECT_EQ(moves[2].size, 5);
    EXPECT_EQ(move_name(position, moves[3]), "B4");
}

TEST(Fruit, ASpiralIsOneGroup) {
    const Position position = fruit_position(
        {"0000000", "1111110", "0000010", "0111010", "0100010", "0111110", "0000000"});
    const MoveList moves = moves_of(position);
    ASSERT_EQ(moves.size(), 2U);
    EXPECT_EQ(moves[0].size, 31);
    EXPECT_EQ(moves[1].size, 18);
}

TEST(Fruit, TheLargestBoardOfOneKindIsOneMove) {
    Position position(32, 10, std::vector<std::int8_t>(1024, 9));
    const MoveList moves = moves_of(position);
    ASSERT_EQ(moves.size(), 1U);
    EXPECT_EQ(position.play(moves[0]), 1024 * 1024);
    EXPECT_TRUE(position.over());
}

TEST(Fruit, ACheckerboardHasAMoveForEveryCell) {
    std::vector<std::int8_t> cells(1024);
    for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i] = static_cast<std::int8_t>((i / 32 + i) % 2);
    EXPECT_EQ(moves_of(Position(32, 2, cells)).size(), 1024U);
}

TEST(Fruit, TheKeyDoesNotDependOnPointsOrMover) {
    const Position a = parse_line("*1/00 1 0 0").value();
    const Position b = parse_line("*1/00 2 30 7").value();
    EXPECT_EQ(a.key(), b.key());
    EXPECT_FALSE(a == b);
    EXPECT_NE(a.key(), parse_line("*0/01 1 0 0").value().key());
}

TEST(Fruit, QueriesDescribeTheBoard) {
    const Position position = fruit_position({"**3", "*13", "003"});
    EXPECT_EQ(position.fruits(), 6);
    EXPECT_EQ(position.height(0), 1);
    EXPECT_EQ(position.height(1), 2);
    EXPECT_EQ(position.height(2), 3);
    EXPECT_EQ(position.occupied(1), 0b011U);
    EXPECT_EQ(position.cells_of_kind(1, 0), 0b001U);
    EXPECT_EQ(position.cells_of_kind(1, 1), 0b010U);
    EXPECT_EQ(position.cells_of_kind(2, 3), 0b111U);
    EXPECT_EQ(position.kind_at({0, 0}), kEmptyCell);
    EXPECT_EQ(position.kind_at({1, 1}), 1);
}

// Every size and every number of kinds, at least once each, full boards and played ones.
class FruitOfEverySize : public testing::TestWithParam<int> {};

void expect_same_as_oracle(const Position& position, std::uint64_t seed) {
    const FruitOracle oracle(rows(position));
    const std::vector<OracleGroup> groups = oracle.groups();
    const MoveList moves = moves_of(position);
    SCOPED_TRACE(line(position));
    ASSERT_EQ(moves.size(), groups.size());
    ASSERT_EQ(position.over(), oracle.over());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto& cells = groups[i].cells;
        ASSERT_EQ(moves[i].cell(), (Cell{cells[0].first, cells[0].second}));
        ASSERT_EQ(moves[i].size, cells.size());
    }
    if (groups.empty()) return;
    Random random(seed);
    const std::size_t pick = random.below(groups.size());
    std::vector<Cell> expected_cells;
    for (const auto& [row, column] : groups[pick].cells) expected_cells.push_back({row, column});
    ASSERT_EQ(affected(position, moves[pick]), expected_cells);
    ASSERT_EQ(position.move_at(expected_cells[random.below(expected_cells.size())]), moves[pick]);

    Position child = position;
    FruitOracle oracle_child = oracle;
    ASSERT_EQ(child.play(moves[pick]), oracle_child.take(groups[pick]));
    ASSERT_EQ(rows(child), oracle_child.rows()) << "after " << move_name(position, moves[pick]);
    ASSERT_EQ(child.key(), child.key_from_scratch());
    ASSERT_EQ(child.key(), parse_line(line(child)).value().key());
}

TEST_P(FruitOfEverySize, AgreesWithTheOracleForEveryNumberOfKinds) {
    const int size = GetParam();
    for (int kinds = 1; kinds <= kMaxKinds; ++kinds) {
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            const std::uint64_t mixed = mix(seed + 100 * static_cast<std::uint64_t>(size));
            expect_same_as_oracle(random_fruit_position(size, kinds, mixed), seed);
            if (HasFatalFailure()) return;
        }
    }
}

TEST_P(FruitOfEverySize, AgreesWithTheOracleAlongAWholeGame) {
    const int size = GetParam();
    Random random(static_cast<std::uint64_t>(size));
    const int kinds = random.between(1, kMaxKinds);
    Position position = Fruit::start({size, kinds}, random).value();
    FruitOracle oracle(rows(position));
    while (!position.over()) {
        const MoveList moves = moves_of(position);
        const std::vector<OracleGroup> groups = oracle.groups();
        ASSERT_EQ(moves.size(), groups.size());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            ASSERT_EQ(moves[i].cell(), (Cell{groups[i].cells[0].first, groups[i].cells[0].second}));
            ASSERT_EQ(moves[i].size, groups[i].cells.size()) << line(position);
        }
        const std::size_t pick = random.below(moves.size());
        position.play(moves[pick]);
        oracle.take(groups[pick]);
        ASSERT_EQ(rows(position), oracle.rows());
        ASSERT_EQ(position.key(), position.key_from_scratch());
    }
    EXPECT_TRUE(oracle.over());
}

INSTANTIATE_TEST_SUITE_P(Sizes, FruitOfEverySize, testing::Range(1, kMaxSize + 1));

RC_GTEST_PROP(FruitProperty, AgreesWithTheOracleOnRandomPositions, ()) {
    const int size = *rc::gen::inRange(1, kMaxSize + 1);
    const int kinds = *rc::gen::inRange(1, kMaxKinds + 1);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    expect_same_as_oracle(random_fruit_position(size, kinds, seed), seed);
    RC_ASSERT_FALSE(testing::Test::HasFatalFailure());
}

RC_GTEST_PROP(FruitProperty, PlayingAMoveTakesExactlyItsFruits, ()) {
    const int size = *rc::gen::inRange(1, kMaxSize + 1);
    const int kinds = *rc::gen::inRange(1, kMaxKinds + 1);
    Position position = random_fruit_position(size, kinds, *rc::gen::arbitrary<std::uint64_t>());
    const MoveList moves = moves_of(position);
    RC_PRE(!moves.empty());
    const int before = position.fruits();
    int total = 0;
    for (const Move& move : moves) total += move.size;
    RC_ASSERT(total == before);
    const Move move = moves[*rc::gen::inRange<std::size_t>(0, moves.size())];
    position.play(move);
    RC_ASSERT(position.fruits() == before - move.size);
}

TEST(FruitStart, DrawsFullBoardsOfTheAskedSizeAndKinds) {
    Random random(1);
    const Position position = Fruit::start({17, 6}, random).value();
    EXPECT_EQ(position.size(), 17);
    EXPECT_EQ(position.kinds(), 6);
    EXPECT_EQ(position.fruits(), 17 * 17);
    const Position usual = Fruit::start({}, random).value();
    EXPECT_EQ(usual.size(), 10);
    EXPECT_EQ(usual.kinds(), 4);
}

TEST(FruitStart, IsTheSameForTheSameSeed) {
    Random a(7);
    Random b(7);
    Random c(8);
    const Position first = Fruit::start({}, a).value();
    EXPECT_EQ(first, Fruit::start({}, b).value());
    EXPECT_FALSE(first == Fruit::start({}, c).value());
}

TEST(FruitStart, RefusesWhatItCannotDraw) {
    Random random(1);
    const auto message = [&](const StartOptions& options) {
        const Result<Position> result = Fruit::start(options, random);
        return result ? "accepted" : result.error().message;
    };
    EXPECT_EQ(message({33, 4}), "found size 33, expected 1 to 32 for fruit");
    EXPECT_EQ(message({-1, 4}), "found size -1, expected 1 to 32 for fruit");
    EXPECT_EQ(message({10, 11}), "found 11 kinds, expected 1 to 10 for fruit");
    EXPECT_EQ(message({10, 4, 0}),
              "found 0 pieces, but fruit starts from a full board: leave them out");
}

}  // namespace
}  // namespace zerosum::fruit
