#include "games/fruit/kernel.h"

#include <gtest/gtest.h>

#include <bit>

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
        for (int kinds = 1; kinds <= max_kinds; ++kinds) {
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

TEST_P(FruitKernel, BothFindTheSameGroups) {
    on_random_boards([](const Position& position) {
        MoveList ours;
        MoveList theirs;
        avx2_kernel()->find_groups(position.planes(), position.planes_used(), position.size(),
                                   ours);
        portable_kernel().find_groups(position.planes(), position.planes_used(), position.size(),
                                      theirs);
        ASSERT_TRUE(std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end()));
    });
}

TEST_P(FruitKernel, BothSelectAndDropTheSameCells) {
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
            avx2_kernel()->drop(a, position.planes_used(), ours.cells, ours.columns);
            portable_kernel().drop(b, position.planes_used(), ours.cells, ours.columns);
            ASSERT_EQ(a, b);
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Sizes, FruitKernel, testing::Range(1, max_size + 1));

}  // namespace
}  // namespace zerosum::fruit
