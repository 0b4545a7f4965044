#include "games/fruit/kernel/kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "games/fruit/rules.h"
#include "support/fruit_boards.h"

namespace zerosum::fruit {
namespace {

// Both kernels must say the same, whatever the board; the portable one is compared with the oracle
// in fruit_board_test.cpp when ZEROSUM_PORTABLE=1 is set, the other one when it is not.
class FruitKernel : public testing::TestWithParam<int> {
 protected:
    void SetUp() override {
        if (avx2_kernel() == nullptr) GTEST_SKIP() << "no AVX2 and BMI2 here, or switched off";
    }

    // Shows random boards of the parameter's size and of every number of kinds to `check`.
    template <typename Check>
    static void on_random_boards(Check check) {
        for (int kinds = 1; kinds <= kMaxKinds; ++kinds) {
            for (std::uint64_t seed = 0; seed < 6; ++seed) {
                const Position position = tests::random_fruit_position(
                    GetParam(), kinds, mix(seed * 100 + static_cast<std::uint64_t>(kinds)));
                SCOPED_TRACE(line(position));
                check(position);
                if (testing::Test::HasFatalFailure()) return;
            }
        }
    }
};

void expect_same_groups(const Position& position) {
    MoveList ours;
    MoveList theirs;
    avx2_kernel()->find_groups(position.planes(), position.planes_used(), position.size(), ours);
    portable_kernel().find_groups(position.planes(), position.planes_used(), position.size(),
                                  theirs);
    ASSERT_TRUE(std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end()));
}

TEST_P(FruitKernel, BothFindTheSameGroups) {
    on_random_boards(expect_same_groups);
}

// Every group of a survey as a move, in official order.
std::vector<Move> moves_of(const Survey& survey) {
    std::vector<Move> moves(survey.large.begin(), survey.large.end());
    for (int fruits = 1; fruits <= Survey::largest_small; ++fruits) {
        const std::size_t before = moves.size();
        survey.for_each(fruits, [&](const Move& move) {
            EXPECT_EQ(survey.small_at(move.cell()), fruits);
            moves.push_back(move);
        });
        EXPECT_EQ(moves.size() - before, survey.small[static_cast<std::size_t>(fruits)]);
    }
    EXPECT_EQ(moves.size(), survey.groups());
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
        return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    return moves;
}

// A survey holds the groups of the list, which is compared with the oracle.
void expect_survey_of_all_groups(const Kernel& kernel, const Position& position) {
    MoveList list;
    kernel.find_groups(position.planes(), position.planes_used(), position.size(), list);
    Survey survey;
    kernel.survey_groups(position.planes(), position.planes_used(), position.size(), survey);
    const std::vector<Move> moves = moves_of(survey);
    ASSERT_TRUE(std::equal(moves.begin(), moves.end(), list.begin(), list.end()));
    std::size_t marked = 0;
    for (int row = 0; row < kMaxSize; ++row)
        for (int column = 0; column < kMaxSize; ++column)
            marked += survey.small_at({row, column}) != 0 ? 1 : 0;
    ASSERT_EQ(marked + survey.large.size(), list.size());
}

TEST_P(FruitKernel, BothSurveyTheGroupsThatTheyList) {
    on_random_boards([](const Position& position) {
        expect_survey_of_all_groups(*avx2_kernel(), position);
        expect_survey_of_all_groups(portable_kernel(), position);
    });
}

TEST_P(FruitKernel, BothSelectAndTakeTheSameCells) {
    on_random_boards([](const Position& position) {
        MoveList moves;
        generate_moves(position, moves);
        for (const Move& move : moves) {
            const int bit = position.size() - 1 - move.row;
            Group ours;
            Group theirs;
            avx2_kernel()->find_group(position.planes(), position.planes_used(), position.size(),
                                      bit, move.column, ours);
            portable_kernel().find_group(position.planes(), position.planes_used(), position.size(),
                                         bit, move.column, theirs);
            ASSERT_EQ(ours.cells, theirs.cells);
            ASSERT_EQ(ours.columns, theirs.columns);
            ASSERT_EQ(ours.size, move.size);
            ASSERT_EQ(theirs.size, move.size);
            ASSERT_EQ(ours.first_bit, bit);
            ASSERT_EQ(theirs.first_bit, bit);
            ASSERT_EQ(ours.first_column, move.column);
            ASSERT_EQ(theirs.first_column, move.column);
            Planes a = position.planes();
            Planes b = position.planes();
            Key key_a = position.key();
            Key key_b = position.key();
            avx2_kernel()->take(a, position.planes_used(), position.size(), bit, move.column,
                                move.size, key_a);
            portable_kernel().take(b, position.planes_used(), position.size(), bit, move.column,
                                   move.size, key_b);
            ASSERT_EQ(a, b);
            ASSERT_EQ(key_a, key_b);
        }
    });
}

// A board whose fruits follow a formula of row and column.
template <typename Kind>
Position drawn_position(int size, Kind kind) {
    std::vector<std::int8_t> cells;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            cells.push_back(static_cast<std::int8_t>(kind(row, column)));
    return {size, kMaxKinds, cells};
}

void expect_same_groups_and_surveys(const Position& position) {
    expect_same_groups(position);
    expect_survey_of_all_groups(*avx2_kernel(), position);
    expect_survey_of_all_groups(portable_kernel(), position);
}

// Shapes that random boards seldom have: groups with many corners, of which only one is the first
// cell, and groups that run through the whole board.
TEST_P(FruitKernel, BothFindTheSameGroupsInLongAndJaggedShapes) {
    const int size = GetParam();
    for (int step = 1; step <= 4; ++step) {
        // Staircases that fall to the left and to the right, a kind each, a corner per step.
        const auto stairs = [step](int direction) {
            return [step, direction](int row, int column) {
                return (column + direction * row * step + 32 * 4) / (step + 1) % 3;
            };
        };
        expect_same_groups_and_surveys(drawn_position(size, stairs(1)));
        expect_same_groups_and_surveys(drawn_position(size, stairs(-1)));
        // Combs with teeth up, down, to the left and to the right; the gaps are single fruits.
        const auto comb = [step](int along, int across) {
            const bool gap = along % 2 == 1 && across % (step + 1) != step;
            return gap ? 2 + (across + along / 2) % 2 : across / (step + 1) % 2;
        };
        const int last = size - 1;
        expect_same_groups_and_surveys(
            drawn_position(size, [&](int r, int c) { return comb(c, r); }));
        expect_same_groups_and_surveys(
            drawn_position(size, [&](int r, int c) { return comb(c, last - r); }));
        expect_same_groups_and_surveys(
            drawn_position(size, [&](int r, int c) { return comb(r, c); }));
        expect_same_groups_and_surveys(
            drawn_position(size, [&](int r, int c) { return comb(r, last - c); }));
        // A snake: rows that are joined at one end and then at the other.
        expect_same_groups_and_surveys(drawn_position(size, [&](int row, int column) {
            const int turn = row / 2 % 2 == 0 ? last : 0;
            return row % 2 == 0 || column == turn ? 0 : 1 + column / step % 2;
        }));
        // Rings inside each other.
        expect_same_groups_and_surveys(drawn_position(size, [&](int row, int column) {
            return std::min({row, column, last - row, last - column}) / step % 2;
        }));
    }
}

TEST(FruitPlanes, ACopyIsEqualAndIndependent) {
    Position position = tests::random_fruit_position(32, kMaxKinds, 6);
    const Position copy = position;
    EXPECT_EQ(copy, position);
    Position& same = position;
    position = same;
    EXPECT_EQ(copy, position);
    MoveList moves;
    generate_moves(position, moves);
    ASSERT_FALSE(moves.empty());
    position.play(moves[0]);
    EXPECT_FALSE(copy == position);
    position = copy;
    EXPECT_EQ(copy, position);
}

INSTANTIATE_TEST_SUITE_P(Sizes, FruitKernel, testing::Range(1, kMaxSize + 1));

}  // namespace
}  // namespace zerosum::fruit
