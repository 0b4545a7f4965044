#include "games/raid/board.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "games/raid/notation.h"
#include "support/raid_boards.h"

namespace zerosum::raid {
namespace {

// The board of the assignment's figures.
const std::string kFigureValues =
    "20,16,1,32,30/20,12,2,11,8/28,48,9,1,1/20,12,10,6,2/25,30,23,21,10";

Position play(const std::string& line, const std::string& move, Score* gain = nullptr) {
    Position position = parse_line(line).value();
    const Score change = position.play(parse_move(position, move).value());
    if (gain != nullptr) *gain = change;
    return position;
}

TEST(Raid, AStakeConquersNothing) {
    Score gain = 0;
    const Position after = play(".O./XO./.O. X 1,2,3/4,5,6/7,8,9", "A1 Stake", &gain);
    EXPECT_EQ(rows(after), (std::vector<std::string>{"XO.", "XO.", ".O."}));
    EXPECT_EQ(gain, 1);
    EXPECT_EQ(after.mover(), Side::Two);
}

TEST(Raid, ARaidTurnsEveryEnemyAboveBelowLeftAndRightOnly) {
    Score gain = 0;
    const Position after =
        play("OOO../O.O../OXO../...../..... X " + kFigureValues, "B2 Raid", &gain);
    EXPECT_EQ(rows(after), (std::vector<std::string>{"OXO..", "XXX..", "OXO..", ".....", "....."}));
    EXPECT_EQ(gain, 12 + 2 * (16 + 20 + 2));
}

TEST(Raid, ARaidThatConquersNothingIsLegalAndAnotherMoveThanAStake) {
    const Position position = parse_line("X./.. X 1,2/3,4").value();
    MoveList moves;
    generate_moves(position, moves);
    std::vector<std::string> names;
    for (const Move& move : moves) names.push_back(move_name(position, move));
    EXPECT_EQ(names,
              (std::vector<std::string>{"B1 Stake", "A2 Stake", "B2 Stake", "B1 Raid", "A2 Raid"}));
    EXPECT_FALSE(moves[0] == moves[3]);
}

TEST(Raid, ARaidOnTwoEnemiesChangesTheScoreByTwiceTheirValues) {
    // Figure 2 of the assignment: 16 : 54 before, 28 : 43 after, so -38 becomes -15. Its square is
    // worth 1 and the two pieces that turn are worth 11 together.
    Score gain = 0;
    const Position after = play("X../.O./O.O X 16,5,5/1,2,5/9,5,43", "A2 Raid", &gain);
    EXPECT_EQ(after.points(Side::One), 28);
    EXPECT_EQ(after.points(Side::Two), 43);
    EXPECT_EQ(gain, -15 - -38);
}

TEST(Raid, ColoursExchangedWithTheTurnHaveTheSameKey) {
    const Position x = parse_line("X.O/.../... X 1,2,3/4,5,6/7,8,9").value();
    const Position o = parse_line("O.X/.../... O 1,2,3/4,5,6/7,8,9").value();
    EXPECT_EQ(x.key(), o.key());
    EXPECT_NE(x.key(), parse_line("X.O/.../... O 1,2,3/4,5,6/7,8,9").value().key());
    EXPECT_NE(x.key(), parse_line("X.O/.../... X 1,2,3/4,5,6/7,9,8").value().key());
    EXPECT_NE(x.key(), parse_line("X.X/.../... X 1,2,3/4,5,6/7,8,9").value().key());
}

TEST(Raid, ACopyIsAPositionOfItsOwn) {
    Position small = parse_line("X./.. X 1,2/3,4").value();
    const Position large = tests::random_raid_position(26, 300, 99, 5);
    const Position kept = small;
    small = large;
    EXPECT_TRUE(small == large);
    MoveList moves;
    generate_moves(small, moves);
    small.play(moves[0]);
    EXPECT_FALSE(small == large);
    EXPECT_EQ(line(kept), "X./.. X 1,2/3,4");
}

// Everything a position says, against the oracle.
void expect_same(const Position& position, const raid_oracle::Board& board) {
    ASSERT_EQ(rows(position), board.rows);
    ASSERT_EQ(side_letter(position.mover()), board.mover);
    ASSERT_EQ(position.points(Side::One), board.sum('X'));
    ASSERT_EQ(position.points(Side::Two), board.sum('O'));
    ASSERT_EQ(position.free_squares(), board.free_squares());
    ASSERT_EQ(position.key(), position.key_from_scratch());
    MoveList list;
    generate_moves(position, list);
    std::vector<std::string> names;
    for (const Move& move : list) names.push_back(move_name(position, move));
    std::vector<std::string> expected;
    for (const raid_oracle::Move& move : raid_oracle::moves(board))
        expected.push_back(raid_oracle::name(move));
    ASSERT_EQ(names, expected);
}

RC_GTEST_PROP(Raid, RandomGamesAgreeWithTheOracle, ()) {
    const int size = *rc::gen::inRange(1, 13);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    Position position = tests::random_raid_position(size, size * size, 99, seed);
    raid_oracle::Board board = tests::oracle_board(position);
    Random random(seed);
    for (;;) {
        expect_same(position, board);
        RC_ASSERT(!testing::Test::HasFatalFailure());
        const std::vector<raid_oracle::Move> moves = raid_oracle::moves(board);
        if (moves.empty()) break;
        const std::size_t choice = random.below(moves.size());
        MoveList list;
        generate_moves(position, list);
        const std::size_t turned = affected(position, list[choice]).size();
        const std::vector<std::string> before = rows(position);
        const Score expected_gain = gain(position, list[choice]);
        RC_ASSERT(position.play(list[choice]) == expected_gain);
        board = raid_oracle::after(board, moves[choice]);
        std::size_t changed = 0;
        for (std::size_t row = 0; row < before.size(); ++row) {
            for (std::size_t column = 0; column < before.size(); ++column)
                changed += before[row][column] != board.rows[row][column] ? 1U : 0U;
        }
        RC_ASSERT(changed == turned);
    }
}

long long perft(const Position& position, int depth) {
    if (depth == 0) return 1;
    MoveList list;
    generate_moves(position, list);
    long long count = 0;
    for (const Move& move : list) {
        Position child = position;
        child.play(move);
        count += perft(child, depth - 1);
    }
    return count;
}

TEST(Raid, PerftAgreesWithTheOracle) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const int size = 1 + static_cast<int>(seed % 6);
        const int free = std::max(0, size * size - static_cast<int>(seed / 2));
        const Position position = tests::random_raid_position(size, free, 99, seed);
        SCOPED_TRACE(line(position));
        const int depth = size <= 3 ? 4 : 3;
        EXPECT_EQ(perft(position, depth), raid_oracle::perft(tests::oracle_board(position), depth));
    }
}

TEST(Raid, StartPutsTheAskedNumberOfPiecesASide) {
    Random random(4);
    const Position empty = Raid::start({}, random).value();
    EXPECT_EQ(empty.free_squares(), 64);
    const Position position = Raid::start({.size = 5, .pieces = 12}, random).value();
    EXPECT_EQ(position.free_squares(), 1);
    int pieces = 0;
    for (const std::string& row : rows(position))
        pieces += static_cast<int>(std::count(row.begin(), row.end(), 'X'));
    EXPECT_EQ(pieces, 12);
    for (const Value value : position.values()) {
        EXPECT_GE(value, 1);
        EXPECT_LE(value, 99);
    }
}

TEST(Raid, StartRefusesKindsAndTooManyPieces) {
    Random random(4);
    EXPECT_NE(Raid::start({.kinds = 3}, random).error().message.find("kinds"), std::string::npos);
    EXPECT_FALSE(Raid::start({.size = 5, .pieces = 13}, random));
    EXPECT_FALSE(Raid::start({.size = 1, .pieces = 1}, random));
    EXPECT_FALSE(Raid::start({.size = 5, .pieces = -2}, random));
    EXPECT_FALSE(Raid::start({.size = 27}, random));
    EXPECT_FALSE(Raid::start({.size = 2'000'000'000}, random));
}

}  // namespace
}  // namespace zerosum::raid
