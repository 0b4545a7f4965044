#include "search/raid/time_plan.h"

#include <gtest/gtest.h>

namespace zerosum::raid {
namespace {

SearchLimits with_bank(Seconds bank) {
    SearchLimits limits;
    limits.bank = bank;
    return limits;
}

// Every move takes its hard limit and a little more.
TEST(RaidTimePlan, AGameOfWorstCaseMovesEndsWithTimeLeft) {
    for (const double start : {0.02, 0.05, 0.3, 1.0, 20.0, 200.0}) {
        for (const int squares : {1, 4, 25, 64, 144, 676}) {
            Seconds bank(start);
            for (int free = squares; free > 0; free -= 2) {
                SearchLimits limits = with_bank(bank);
                limits.time.first_bank = Seconds(start);
                const Seconds answer = plan(limits, free) ? *limits.hard : Seconds(0.00003);
                bank -= answer + Seconds(0.00002);
            }
            EXPECT_GT(bank, Seconds(0)) << start << " s, " << squares << " squares";
        }
    }
}

// What is left when all positions are solved at once is of no use.
TEST(RaidTimePlan, SpendsTheBankBeforeTheEndIsEasy) {
    for (const double start : {2.0, 20.0, 200.0}) {
        for (const int squares : {25, 36, 64, 144}) {
            Seconds bank(start);
            for (int free = squares; free > 13; free -= 2) {
                SearchLimits limits = with_bank(bank);
                ASSERT_TRUE(plan(limits, free));
                EXPECT_LE(*limits.soft, *limits.hard);
                bank -= *limits.soft;
            }
            EXPECT_LT(bank, Seconds(0.15 * start)) << start << " s, " << squares << " squares";
        }
    }
}

TEST(RaidTimePlan, AProofMayTakeMoreThanHalfOfTheBank) {
    SearchLimits limits = with_bank(Seconds(20));
    ASSERT_TRUE(plan(limits, 16));
    EXPECT_GT(*limits.hard, Seconds(10));
    limits = with_bank(Seconds(20));
    ASSERT_TRUE(plan(limits, 64));
    EXPECT_LT(*limits.hard, Seconds(5));
}

}  // namespace
}  // namespace zerosum::raid
