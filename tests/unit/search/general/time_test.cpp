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

TEST(TimePlan, AMoveIsSearchedThoughTheMarginsLeaveNothing) {
    TimeSettings settings;
    settings.overhead = Seconds(0.003);
    settings.margin = 1.1;
    const Seconds spare(0.2 - 0.025 - 55 * 0.003);
    const TimePlan plan = plan_time(Seconds(0.2), 10, 55, settings);
    EXPECT_GE(plan.soft, spare * 0.04);
    EXPECT_LE(plan.hard, spare * 0.16);
    EXPECT_TRUE(plan_time(Seconds(0.19), 10, 55, settings).at_once());
}

// A process for each move: every one takes its hard limit and costs what it was expected to. What
// is kept back for a pause is there in the end.
TEST(TimePlan, AGameOfExpensiveStartsEndsWithTimeLeft) {
    constexpr Seconds price(0.0025);
    for (const double start : {0.06, 0.1, 0.2, 0.4, 1.0}) {
        for (const int own_moves : {1, 5, 10, 30, 60, 150, 300}) {
            TimeSettings settings;
            settings.overhead = price;
            settings.margin = 1.1;
            settings.largest_late = 0.5;
            settings.first_bank = Seconds(start);
            const Seconds hiccup = hiccup_of(settings.first_bank);
            Seconds bank(start);
            if (bank < price * own_moves + hiccup) continue;
            for (int left = own_moves; left > 0; --left)
                bank -= plan_time(bank, left / 2.0, left, settings).hard + price;
            EXPECT_GE(bank, hiccup - Seconds(1e-9)) << start << " s, " << own_moves << " moves";
        }
    }
}

TEST(TimePlan, TheLastDecisionsMayTakeMore) {
    TimeSettings settings;
    settings.largest_late = 0.5;
    const TimeSettings usual;
    EXPECT_EQ(plan_time(Seconds(1), 5, 20, settings).hard,
              plan_time(Seconds(1), 5, 20, usual).hard);
    const Seconds last = plan_time(Seconds(1), 2, 8, settings).soft;
    EXPECT_NEAR(last / plan_time(Seconds(1), 2, 8, usual).soft, 0.5 / 0.25, 1e-9);
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
