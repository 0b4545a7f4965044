#include "games/fruit/evaluation.h"

#include <gtest/gtest.h>

#include "support/fruit_boards.h"

namespace zerosum::fruit {
namespace {

Score value_of(const std::vector<std::string>& rows) {
    const Position position = tests::fruit_position(rows);
    MoveList moves;
    generate_moves(position, moves);
    return evaluate(position, moves);
}

TEST(FruitEvaluation, AnEmptyBoardIsWorthNothing) {
    EXPECT_EQ(value_of({"**", "**"}), 0);
}

TEST(FruitEvaluation, TheMoverIsExpectedToGainFromLargeGroups) {
    EXPECT_GT(value_of({"000", "000", "012"}), value_of({"012", "120", "201"}));
    EXPECT_GT(value_of({"000", "000", "000"}), 0);
}

}  // namespace
}  // namespace zerosum::fruit
