#include "search/general/time.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"

namespace zerosum {
namespace {

TEST(TimePlan, NeverPlansMoreThanTheBank) {
    Random random(1);
    for (int i = 0; i < 20'000; ++i) {
        const Seconds bank(std::exp2(random.unit() * 20 - 12));
        const double moves = 1 + random.unit() * 512;
        const double decisions = 1 + random.unit() * moves;
        const TimePlan plan = plan_time(bank, decisions, moves);
        EXPECT_LE(plan.soft, plan.hard);
        EXPECT_LT(plan.hard, bank);
        EXPECT_GE(plan.soft, Seconds(0));
    }
}

TEST(TimePlan, KeepsTheOverheadOfEveryLaterMove) {
    TimeSettings settings;
    settings.overhead = Seconds(0.003);
    const TimePlan plan = plan_time(Seconds(0.2), 10, 50, settings);
    EXPECT_LE(plan.hard, Seconds(0.2 - 0.003 * 50));
    EXPECT_TRUE(plan_time(Seconds(0.15), 10, 50, settings).at_once());
}

// Plays whole games on the plan alone: every move takes the hard limit and then overruns it.
TEST(TimePlan, AGameOfWorstCaseMovesEndsWithTimeLeft) {
    for (const double start : {0.02, 0.05, 0.3, 1.0, 10.0, 300.0}) {
        for (const int own_moves : {1, 5, 40, 100, 300}) {
            const TimeSettings settings;
            Seconds bank(start);
            for (int left = own_moves; left > 0; --left) {
                const TimePlan plan = plan_time(bank, left, left, settings);
                const Seconds answer = plan.at_once() ? Seconds(0.00003) : plan.hard;
                bank -= answer + Seconds(0.00002);
            }
            EXPECT_GT(bank, Seconds(0)) << start << " s, " << own_moves << " moves";
        }
    }
}

// The same, and once in the game the machine takes some time for itself.
TEST(TimePlan, OneHiccupDoesNotLoseTheGame) {
    for (const double start : {0.02, 0.05, 0.1, 0.3, 1.0}) {
        TimeSettings settings;
        settings.first_bank = Seconds(start);
        const Seconds hiccup = hiccup_of(settings.first_bank);
        EXPECT_GE(hiccup, Seconds(start >= 0.05 ? 0.022 : 0.008));
        EXPECT_LT(hiccup, Seconds(start / 2));
        for (const int own_moves : {1, 5, 40, 80}) {
            for (int when = 1; when <= own_moves; ++when) {
                Seconds bank(start);
                for (int left = own_moves; left > 0; --left) {
                    const TimePlan plan = plan_time(bank, left, left, settings);
                    bank -= (plan.at_once() ? Seconds(0.00003) : plan.hard) + Seconds(0.00002);
                    if (left == when) bank -= hiccup;
                }
                EXPECT_GT(bank, Seconds(0)) << start << " s, " << own_moves << ", " << when;
            }
        }
    }
}

TEST(TimePlan, ALongerBankGivesAMoveMoreTime) {
    EXPECT_GT(plan_time(Seconds(10), 20, 30).soft, plan_time(Seconds(1), 20, 30).soft);
    EXPECT_GT(plan_time(Seconds(10), 5, 30).soft, plan_time(Seconds(10), 20, 30).soft);
}

}  // namespace
}  // namespace zerosum
