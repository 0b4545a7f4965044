#include "games/fruit/notation.h"

#include <gtest/gtest.h>

#include "support/fruit_boards.h"

namespace zerosum::fruit {
namespace {

using tests::fruit_position;

Fault fault_of(const Position& position, std::string_view text) {
    const Judged<Move> move = parse_move(position, text);
    if (move) return {FaultCode::MalformedAnswer, "accepted as " + move_name(position, *move)};
    return move.error();
}

std::string line_error(std::string_view text) {
    const Result<Position> position = parse_line(text);
    return position ? "accepted" : position.error().message;
}

TEST(FruitNotation, AnyCellOfAGroupNamesTheSameMove) {
    const Position position = fruit_position({"***", "*10", "000"});
    for (const std::string_view name : {"C2", "A3", "B3", "C3", "c2", " C2 "}) {
        const Judged<Move> move = parse_move(position, name);
        ASSERT_TRUE(move) << name;
        EXPECT_EQ(move_name(position, *move), "C2");
        EXPECT_EQ(move->size, 4);
    }
}

TEST(FruitNotation, SaysWhyAMoveIsNotLegal) {
    const Position position = fruit_position({"***", "**0", "*00"});
    const Fault empty = fault_of(position, "B2");
    EXPECT_EQ(empty.code, FaultCode::IllegalMove);
    EXPECT_EQ(empty.sentence, "B2 is empty: the column B has fruits from row 3 down");
    EXPECT_EQ(fault_of(position, "A3").sentence, "A3 is empty: the column A has no fruits left");
    EXPECT_EQ(fault_of(position, "D1").sentence,
              "D1 is outside the board, which has columns A to C and rows 1 to 3");
    EXPECT_EQ(fault_of(position, "C4").code, FaultCode::IllegalMove);
    const Fault malformed = fault_of(position, "3C");
    EXPECT_EQ(malformed.code, FaultCode::MalformedAnswer);
    EXPECT_EQ(malformed.sentence,
              "'3C' is not a cell: expected a column letter and a row number, such as A1");
    for (const std::string_view text :
         {"", "C", "C0", "C03", "C-1", "AAA1", "C3 x", "C99999999999"})
        EXPECT_EQ(fault_of(position, text).code, FaultCode::MalformedAnswer) << text;
}

TEST(FruitNotation, ColumnsAfterZAreNamedAsInASpreadsheet) {
    const Position position(32, 1, std::vector<std::int8_t>(1024, 0));
    EXPECT_TRUE(parse_move(position, "AF32"));
    EXPECT_EQ(fault_of(position, "AG1").sentence,
              "AG1 is outside the board, which has columns A to AF and rows 1 to 32");
}

TEST(FruitNotation, TheLineCarriesRowsMoverAndPoints) {
    const std::string text = "***/*10/000 2 25 4";
    const Position position = parse_line(text).value();
    EXPECT_EQ(position.mover(), Side::Two);
    EXPECT_EQ(position.points(Side::One), 25);
    EXPECT_EQ(position.points(Side::Two), 4);
    EXPECT_EQ(position.kinds(), 2);
    EXPECT_EQ(line(position), text);
    EXPECT_EQ(parse_line("  ***/*10/000 2 25 4\n").value(), position);
}

TEST(FruitNotation, TheLineMayHoldAnEmptyBoard) {
    const Position position = parse_line("**/** 1 3 1").value();
    EXPECT_TRUE(position.over());
    EXPECT_EQ(position.kinds(), 1);
}

TEST(FruitNotation, SaysWhatIsWrongWithALine) {
    EXPECT_EQ(line_error("00/00 1 0"),
              "found 3 fields in '00/00 1 0', expected 4: the rows joined by /, the player to move "
              "(1 or 2), the points of player 1 and of player 2");
    EXPECT_EQ(line_error("00/0 1 0 0"), "row 2: found '0' (1 character), expected a row of 2");
    EXPECT_EQ(line_error("0a/00 1 0 0"),
              "row 1: found 'a' in column B, expected * or a digit from 0 to 9");
    EXPECT_EQ(line_error("00/0* 1 0 0"),
              "row 2: found a hole in B2 under fruit 0, expected a fruit: fruits fall down");
    EXPECT_EQ(line_error("00/00 3 0 0"), "found '3' as the player to move, expected 1 or 2");
    EXPECT_EQ(line_error("00/00 1 0 -1"),
              "found '-1' as the points of player 2, expected a whole number from 0 to 100000000");
    EXPECT_NE(line_error("00/00 1 x 0"), "accepted");
    EXPECT_NE(line_error("00/00 1 0 100000001"), "accepted");
    EXPECT_NE(line_error("00/00  1 0 0"), "accepted");
    EXPECT_NE(line_error(""), "accepted");
    EXPECT_NE(line_error("/ 1 0 0"), "accepted");
    std::string tall = "0";
    for (int i = 0; i < 32; ++i) tall += "/0";
    EXPECT_EQ(line_error(tall + " 1 0 0"), "found 33 rows, expected 1 to 32");
}

TEST(FruitNotation, TakenCellsComeInRowMajorOrder) {
    const Position position = fruit_position({"***", "*10", "000"});
    const Move move = parse_move(position, "A3").value();
    EXPECT_EQ(affected(position, move), (std::vector<Cell>{{1, 2}, {2, 0}, {2, 1}, {2, 2}}));
}

}  // namespace
}  // namespace zerosum::fruit
