#include "search/fruit/evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "core/random.h"
#include "games/fruit/notation.h"
#include "support/fruit_boards.h"

namespace zerosum::fruit {
namespace {

Score value_of(const std::vector<std::string>& rows) {
    const Position position = tests::fruit_position(rows);
    Survey survey;
    survey_groups(position, survey);
    return evaluate(survey);
}

TEST(FruitEvaluation, AnEmptyBoardIsWorthNothing) {
    EXPECT_EQ(value_of({"**", "**"}), 0);
}

TEST(FruitEvaluation, TheMoverIsExpectedToGainFromLargeGroups) {
    EXPECT_GT(value_of({"000", "000", "012"}), value_of({"012", "120", "201"}));
    EXPECT_GT(value_of({"000", "000", "000"}), 0);
}

TEST(FruitEvaluation, TheAlternatingSumIsThatOfTheSortedSquares) {
    Random random(7);
    for (int i = 0; i < 2000; ++i) {
        const int largest = i % 3 == 0 ? 6 : i % 3 == 1 ? 70 : kMaxSize * kMaxSize;
        MoveList moves;
        std::vector<Score> sizes;
        for (int number = random.between(0, 30); number > 0; --number) {
            Move move{};
            move.size = static_cast<std::uint16_t>(random.between(1, largest));
            moves.push_back(move);
            sizes.push_back(move.size);
        }
        std::sort(sizes.begin(), sizes.end(), std::greater<>());
        Score sum = 0;
        for (std::size_t k = 0; k < sizes.size(); ++k)
            sum += (k % 2 == 0 ? 1 : -1) * sizes[k] * sizes[k];
        ASSERT_EQ(alternating_sum(moves), sum);
    }
}

TEST(FruitEvaluation, ASurveyHasTheAlternatingSumOfTheWholeList) {
    for (int size = 1; size <= kMaxSize; ++size) {
        for (int kinds = 1; kinds <= kMaxKinds; kinds += 3) {
            const Position position =
                tests::random_fruit_position(size, kinds, static_cast<std::uint64_t>(size));
            MoveList moves;
            generate_moves(position, moves);
            Survey survey;
            survey_groups(position, survey);
            ASSERT_EQ(alternating_sum(survey), alternating_sum(moves)) << line(position);
        }
    }
}

}  // namespace
}  // namespace zerosum::fruit
