// What front ends ask a position behind the door, in the words of both games.

#include "games/any_game.h"

#include <gtest/gtest.h>

#include "games/all_games.h"

namespace zerosum {
namespace {

PositionPtr fruit_position(std::string_view line) {
    return any_game<fruit::Fruit>().parse_line(line).value();
}

// X holds A1, O holds B2 and C1; X is to move.
PositionPtr small_raid() {
    return any_game<raid::Raid>().parse_line("X.O/.O./... X 1,8,23/5,42,12/26,30,9").value();
}

TEST(AnyPosition, PickingAFruitMeansItsGroup) {
    const PositionPtr position = fruit_position("***/*10/000 1 0 0");
    const std::vector<AnyMove> moves = position->moves_at({2, 1});
    ASSERT_EQ(moves.size(), 1U);
    EXPECT_EQ(position->move_name(moves[0]), "C2");
    EXPECT_EQ(position->describe(moves[0]), "takes 4 fruits, +16");
}

TEST(AnyPosition, AnEmptyCellOffersNothingAndTheGameSaysWhy) {
    const PositionPtr position = fruit_position("***/*10/000 1 0 0");
    EXPECT_TRUE(position->moves_at({0, 0}).empty());
    EXPECT_EQ(position->why_no_move({0, 0}),
              "A1 is empty: the column A has fruits from row 3 down");
}

TEST(AnyPosition, ASquareOffersStakeAndRaidWithWhatTurns) {
    const PositionPtr position = small_raid();
    const std::vector<AnyMove> moves = position->moves_at({0, 1});
    ASSERT_EQ(moves.size(), 2U);
    EXPECT_EQ(position->move_name(moves[0]), "B1 Stake");
    EXPECT_EQ(position->describe(moves[0]), "+8, turns nothing");
    EXPECT_EQ(position->move_name(moves[1]), "B1 Raid");
    EXPECT_EQ(position->describe(moves[1]), "+138, turns C1 and B2");
}

TEST(AnyPosition, ASquareWithoutAFriendBesideItOffersAStakeOnly) {
    const PositionPtr position = small_raid();
    ASSERT_EQ(position->moves_at({2, 2}).size(), 1U);
    EXPECT_TRUE(position->moves_at({1, 1}).empty());
    EXPECT_EQ(position->why_no_move({1, 1}), "B2 is not free, O holds it");
}

TEST(AnyPosition, StartOptionsAreReadFromTheBoard) {
    EXPECT_EQ(fruit_position("***/*40/000 1 0 0")->start_options(),
              (StartOptions{.size = 3, .kinds = 2, .pieces = -1}));
    EXPECT_EQ(small_raid()->start_options(), (StartOptions{.size = 3, .kinds = 0, .pieces = 1}));
    // A full board asks for no more pieces than leave a square free.
    EXPECT_EQ(any_game<raid::Raid>().parse_line("XO/OX X 1,2/3,4").value()->start_options().pieces,
              1);
}

TEST(AnyPosition, UsedCellsAreThoseTakenOrHeld) {
    EXPECT_EQ(fruit_position("***/*40/000 1 0 0")->cells_used(), 4);
    EXPECT_EQ(small_raid()->cells_used(), 3);
}

TEST(AnyPosition, ValuesAreThoseOfTheSquares) {
    EXPECT_TRUE(fruit_position("0 1 0 0")->values().empty());
    EXPECT_EQ(small_raid()->values(),
              (std::vector<std::vector<int>>{{1, 8, 23}, {5, 42, 12}, {26, 30, 9}}));
}

TEST(AnyPosition, AFixedDepthIsAskedForInTheCoursesWords) {
    const std::string text = small_raid()->write_input({"ALPHABETA", 3});
    EXPECT_TRUE(text.starts_with("3\nALPHABETA\nX\n3\n1 8 23\n")) << text;
    EXPECT_EQ(any_game<raid::Raid>().read_input(text)->fixed_depth, 3);
}

TEST(AnyTask, MissingFruitsAreTakenForOneMoveOfTheOpponent) {
    const auto task_of = [](std::string_view rows) {
        return any_game<fruit::Fruit>().read_input(fmt::format("3\n3\n60\n{}\n", rows)).value();
    };
    const AnyTask begun = task_of("***\n*10\n000");
    EXPECT_FALSE(begun.points_known);
    EXPECT_EQ(begun.position->line(), "***/*10/000 1 0 0");
    ASSERT_TRUE(begun.guess);
    EXPECT_EQ(begun.guess->line(), "***/*10/000 1 0 16");
    EXPECT_FALSE(begun.guess_at_least);
    // Holes that are not side by side, and more of them than one group can have had.
    EXPECT_TRUE(task_of("*1*\n010\n202").guess_at_least);
    EXPECT_TRUE(task_of("***\n***\n012").guess_at_least);
}

}  // namespace
}  // namespace zerosum
