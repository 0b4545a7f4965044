#include "arena/grade/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "arena/grade/findings.h"
#include "core/text.h"
#include "games/registry.h"

namespace zerosum {
namespace {

GradePlan plan_of(const char* edition, bool quick = false, bool play_all = false) {
    GradeSettings settings;
    settings.edition = *find_edition(edition);
    settings.game = *find_game(settings.edition.name == "2016" ? "raid" : "fruit");
    settings.bank = settings.edition.bank;
    settings.quick = quick;
    settings.play_all = play_all;
    Result<GradePlan> plan = GradePlan::make(settings);
    EXPECT_TRUE(plan) << plan.error().message;
    return *plan;
}

using Answer = std::function<GradeItem(const GradeStep&)>;

GradeItem won() {
    GradeItem item;
    item.passed = true;
    return item;
}
GradeItem lost(const char* reason, std::string evidence) {
    GradeItem item;
    item.reason = reason;
    item.evidence = std::move(evidence);
    return item;
}
// An endless loop: burns the bank that it has and the grace after it.
GradeItem never(const GradePlan& plan, const GradeStep& step) {
    const Seconds bank = plan.is_case(step) ? plan.question(step.number).bank : plan.bank();
    GradeItem item = lost("killed", fmt::format("used {:.3f} s", bank.count() + 10.01));
    item.cpu = item.endless = bank + kGrace;
    return item;
}

// Asks until nothing is left to be asked.
std::vector<GradeItem> asked_of(const GradePlan& plan, const Answer& answer) {
    std::vector<GradeItem> items;
    while (const std::optional<GradeStep> step = plan.next(items)) {
        GradeItem item = answer(*step);
        item.part = step->part;
        item.number = step->number;
        item.name = fmt::format("{} {}", plan.is_case(*step) ? "case" : "game", step->number);
        items.push_back(item);
        EXPECT_LT(items.size(), 100U);
        if (items.size() >= 100) break;
    }
    return items;
}

int count_in(const std::vector<GradeItem>& items, std::size_t part) {
    return static_cast<int>(std::count_if(
        items.begin(), items.end(), [&](const GradeItem& item) { return item.part == part; }));
}

TEST(GradePlan, AWholeGradeAsksEveryCaseAndPlaysUntilTheMajorityIsCertain) {
    const GradePlan plan = plan_of("2017");
    const auto items = asked_of(plan, [](const GradeStep&) { return won(); });
    EXPECT_EQ(count_in(items, 0), 25);
    EXPECT_EQ(count_in(items, 1), 6);
    EXPECT_EQ(count_in(items, 2), 6);
    const GradeReport report = plan.report("ann", "dir:ann", items);
    EXPECT_DOUBLE_EQ(report.earned, 100);
    EXPECT_EQ(report.category, Category::Sound);
    EXPECT_EQ(report.parts[1].ended, "decided after 6 of 11 games");
    EXPECT_EQ(report.parts[0].ended, "");
    EXPECT_DOUBLE_EQ(report.parts[0].items[3].points, 1);

    const auto all = asked_of(plan_of("2017", false, true), [](const GradeStep&) { return won(); });
    EXPECT_EQ(all.size(), 25U + 11 + 11);
}

TEST(GradePlan, ALostMajorityEndsTheGames) {
    const GradePlan plan = plan_of("2017");
    // Wins every third game: 6 are lost after 8.
    const auto items = asked_of(plan, [&](const GradeStep& step) {
        return plan.is_case(step) || step.number % 3 == 0 ? won()
                                                          : lost("points", "20 to 30 points");
    });
    EXPECT_EQ(count_in(items, 1), 8);
    const GradeReport report = plan.report("ann", "dir:ann", items);
    EXPECT_DOUBLE_EQ(report.earned, 25);
    EXPECT_EQ(report.category, Category::Weak);
    EXPECT_EQ(report.parts[1].summary, "2 won, 6 lost: no majority");
    EXPECT_EQ(report.parts[1].ended, "decided after 8 of 11 games");
}

TEST(GradePlan, FiveEqualFailuresEndTheCasesIfNoneWasRight) {
    const GradePlan plan = plan_of("2017");
    int number = 0;
    const auto crashes = [&](const GradeStep& step) {
        ++number;  // numbers and cells do not make failures differ
        return plan.is_case(step)
                   ? lost("illegal-move", fmt::format("Z{} is outside the board, which has "
                                                      "columns A to {} and rows 1 to {}",
                                                      number, column_name(number), number))
                   : lost("crash", "exited with status 1");
    };
    const auto items = asked_of(plan, crashes);
    EXPECT_EQ(count_in(items, 0), 5);
    EXPECT_EQ(count_in(items, 1), 6);
    const GradeReport report = plan.report("ann", "dir:ann", items);
    EXPECT_EQ(report.category, Category::Crashes);
    EXPECT_EQ(report.parts[0].ended, "5 cases failed in the same way and none was right");
    ASSERT_EQ(report.parts[0].items.size(), 25U);
    EXPECT_EQ(report.parts[0].summary, "0 of 25 right");

    // With one right answer, or failures of different kinds, every case is asked.
    const auto mixed = asked_of(
        plan, [&](const GradeStep& step) { return step.number == 14 ? won() : crashes(step); });
    EXPECT_EQ(count_in(mixed, 0), 25);
    const char* const kinds[] = {"crash", "time", "no-answer", "limit", "wrong-board", "killed"};
    const auto different = asked_of(
        plan, [&](const GradeStep& step) { return lost(kinds[step.number % 6], "failed"); });
    EXPECT_GT(count_in(different, 0), 10);
}

// The shortest banks come first: that is where an endless loop costs least.
TEST(GradePlan, AnEndlessLoopCostsAtMostThreeBanksAndTwoMinutesOfAQuickGrade) {
    for (const char* edition : {"2017", "2016"}) {
        for (const bool quick : {false, true}) {
            const GradePlan plan = plan_of(edition, quick);
            const auto items =
                asked_of(plan, [&](const GradeStep& step) { return never(plan, step); });
            Seconds cost{0};
            for (const GradeItem& item : items) cost += item.cpu;
            EXPECT_LE(cost.count(), quick ? 120 : 3 * plan.bank().count()) << edition;
            const GradeReport report = plan.report("loop", "dir:loop", items);
            EXPECT_DOUBLE_EQ(report.earned, 0);
            EXPECT_EQ(report.category, Category::Late);
            EXPECT_FALSE(report.parts.back().ended.empty());
        }
    }
}

// Small boards in time, large ones never: what is easier than all that failed is still asked.
TEST(GradePlan, ALoopOnLargeBoardsIsNotAskedHarderOnesForEver) {
    const GradePlan plan = plan_of("2017");
    const auto items = asked_of(plan, [&](const GradeStep& step) {
        const bool small = plan.is_case(step) && plan.question(step.number).position->size() < 10;
        return small ? won() : never(plan, step);
    });
    const GradeReport report = plan.report("large", "dir:large", items);
    EXPECT_EQ(report.parts[0].summary, "12 of 25 right");
    Seconds cost{0};
    for (const GradeItem& item : items) cost += item.cpu;
    EXPECT_LE(cost.count(), 3 * plan.bank().count());
    EXPECT_EQ(report.parts[0].items[24].asked, false);
    EXPECT_NE(report.parts[0].ended.find("s and never came"), std::string::npos)
        << report.parts[0].ended;
}

// A quick grade of an agent with one bad board goes on, and so does one that is late and answers.
TEST(GradePlan, OneCaseWithoutAnAnswerDoesNotEndAQuickGrade) {
    const GradePlan plan = plan_of("2017", true);
    const auto items = asked_of(plan, [&](const GradeStep& step) {
        if (!plan.is_case(step)) return won();
        return step.number == 3   ? never(plan, step)
               : step.number == 8 ? lost("time", "used 31 s of CPU time of 30 s")
                                  : won();
    });
    EXPECT_EQ(count_in(items, 0), 5);
    EXPECT_DOUBLE_EQ(plan.report("once", "dir:once", items).earned, 25 * 3 / 5.0 + 75);
}

TEST(GradePlan, WhatCannotBeMadeReadyIsToldOnceAndNotAsked) {
    const GradePlan plan = plan_of("2017");
    const std::vector<GradeItem> items = {GradePlan::not_ready(
        {Obstacle::NotBuilt, "'g++ homework.cpp' exited with status 1", "error: no"})};
    EXPECT_FALSE(plan.next(items));
    const GradeReport report = plan.report("bad", "dir:bad", items);
    EXPECT_EQ(report.category, Category::DidNotBuild);
    EXPECT_TRUE(report.graded());
    EXPECT_DOUBLE_EQ(report.earned, 0);
    ASSERT_TRUE(report.not_ready);
    EXPECT_EQ(report.not_ready->output, "error: no");
    const std::vector<GradeItem> lacking = {
        GradePlan::not_ready({Obstacle::NotRun, "not run: needs Python 2", ""})};
    EXPECT_FALSE(plan.report("old", "dir:old", lacking).graded());
}

TEST(GradePlan, WhatWasSeenBeforeTheFirstQuestionCostsNothing) {
    const GradePlan plan = plan_of("2017");
    GradeItem seen = lost("late", "10 x 10: used 5.1 s");
    seen.number = kLookedAt;
    seen.output = "homework.py is run with Python 3";
    EXPECT_EQ(plan.work({seen.part, seen.number}), 0);
    std::vector<GradeItem> items = {seen};
    while (const std::optional<GradeStep> step = plan.next(items)) {
        items.push_back(won());
        items.back().part = step->part;
        items.back().number = step->number;
        ASSERT_LT(items.size(), 100U);
    }
    const GradeReport report = plan.report("ann", "dir:ann", items);
    EXPECT_TRUE(report.full());
    EXPECT_EQ(report.category, Category::Sound);
    EXPECT_EQ(report.parts.front().items.size(), 25U);
    EXPECT_EQ(report.check, "late: 10 x 10: used 5.1 s");
    EXPECT_EQ(report.notes, "homework.py is run with Python 3");
}

TEST(GradePlan, TheGradeOf2016CountsFailuresUnlessAllAreRight) {
    const GradePlan plan = plan_of("2016");
    EXPECT_EQ(asked_of(plan, [](const GradeStep&) { return won(); }).size(), 50U);
    const auto with_failures = [&](int failures) {
        const auto items = asked_of(plan, [&](const GradeStep& step) {
            return step.number > failures
                       ? won()
                       : lost("wrong-answer", fmt::format("expected '{}x'", step.number));
        });
        return plan.report("ann", "dir:ann", items);
    };
    EXPECT_DOUBLE_EQ(with_failures(0).earned, 100);
    EXPECT_DOUBLE_EQ(with_failures(1).earned, 49);
    EXPECT_DOUBLE_EQ(with_failures(30).earned, 20);
    EXPECT_EQ(with_failures(30).category, Category::Wrong);
}

// The plan is a function of what was asked, in whatever order it comes back.
TEST(GradePlan, GoesOnTheSameWayAfterAnyItem) {
    const GradePlan plan = plan_of("2017", true);
    const auto answer = [&](const GradeStep& step) {
        return (step.number * 7 + static_cast<int>(step.part)) % 3 == 0
                   ? lost("crash", "exited with status 1")
                   : won();
    };
    const auto whole = asked_of(plan, answer);
    for (std::size_t kept = 0; kept < whole.size(); ++kept) {
        std::vector<GradeItem> items(whole.begin(),
                                     whole.begin() + static_cast<std::ptrdiff_t>(kept));
        std::reverse(items.begin(), items.end());
        const std::optional<GradeStep> next = plan.next(items);
        ASSERT_TRUE(next);
        EXPECT_EQ(next->part, whole[kept].part);
        EXPECT_EQ(next->number, whole[kept].number);
    }
}

TEST(GradeFindings, EqualFailuresAreToldOnceWithTheirNumbers) {
    GradePart part;
    for (int i = 1; i <= 8; ++i) {
        GradeItem item = lost("crash", "the program exited with status 1");
        item.number = i;
        item.name = fmt::format("case {}: a board", i);
        item.passed = i == 4;
        if (i == 7) item.evidence = "used 20.345 s of CPU time of 20 s", item.reason = "time";
        if (i == 8) item.evidence = "used 20.001 s of CPU time of 20 s", item.reason = "time";
        part.items.push_back(item);
    }
    const std::vector<Finding> found = findings(part);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].sentence(), "5 times the same: the program exited with status 1");
    EXPECT_EQ(found[0].where(), "cases 1 to 3, 5 and 6");
    EXPECT_EQ(found[1].sentence(), "2 times like this: used 20.345 s of CPU time of 20 s");
    EXPECT_EQ(found[1].where(), "cases 7 and 8");
}

TEST(GradeFindings, GamesLostOnPointsShowEveryScoreAndWordsThatDifferAreKeptApart) {
    GradePart part;
    for (const char* evidence : {"200 to 438 points", "180 to 300 points"}) {
        GradeItem item = lost("points", evidence);
        item.number = static_cast<int>(part.items.size()) + 1;
        item.name = "game";
        part.items.push_back(item);
    }
    ASSERT_EQ(findings(part).size(), 1U);
    EXPECT_EQ(findings(part)[0].sentence(), "2 times: 200 to 438 points, 180 to 300 points");
    EXPECT_EQ(findings(part)[0].where(), "games 1 and 2");
    part.items[1].evidence = "180 to 300 plums";
    EXPECT_EQ(findings(part).size(), 2U);
}

}  // namespace
}  // namespace zerosum
