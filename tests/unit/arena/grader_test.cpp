#include "arena/grade/grader.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <set>

#include "arena/grade/cases.h"
#include "arena/grade/exam.h"
#include "arena/grade/report.h"
#include "core/text.h"
#include "games/registry.h"
#include "sandbox/workspace.h"
#include "search/any_searcher.h"

namespace zerosum {
namespace {

GradeSettings quick_2017() {
    GradeSettings settings;
    settings.game = *find_game("fruit");
    settings.edition = *find_edition("2017");
    settings.quick = true;
    return settings;
}

GradeList grade_all(const std::vector<const char*>& players, const GradeSettings& settings,
                    const GradeWatch& watch = {}, int jobs = 1) {
    std::vector<PlayerSpec> specs;
    for (const char* player : players) specs.push_back(*parse_player_spec(player));
    const Result<GradePlan> plan = GradePlan::make(settings);
    const Result<std::unique_ptr<GradeBook>> book = GradeBook::in_memory();
    EXPECT_TRUE(plan && book);
    return grade_agents(*plan, **book, specs, {jobs, {}}, watch);
}

TEST(GraderCases, FruitCasesAreTheSameForTheSameSeedOnly) {
    const AnyGame& fruit = **find_game("fruit");
    const auto first = legal_move_cases(fruit, 1);
    const auto again = legal_move_cases(fruit, 1);
    const auto other = legal_move_cases(fruit, 2);
    ASSERT_TRUE(first && again && other);
    ASSERT_EQ(first->size(), 25U);
    int different = 0;
    for (std::size_t i = 0; i < 25; ++i) {
        EXPECT_EQ((*first)[i].input, (*again)[i].input);
        different += static_cast<int>((*first)[i].input != (*other)[i].input);
    }
    EXPECT_GT(different, 20);
}

TEST(GraderCases, FruitCasesAreValidFilesOfManyKinds) {
    const AnyGame& fruit = **find_game("fruit");
    const Result<std::vector<GradeCase>> cases = legal_move_cases(fruit, 7);
    std::set<std::size_t> sizes;
    int with_holes = 0;
    int with_ten_kinds = 0;
    for (const GradeCase& question : *cases) {
        const Result<AnyTask> task = fruit.read_input(question.input);
        ASSERT_TRUE(task) << question.name << ": " << task.error().message;
        EXPECT_EQ(task->bank, question.bank);
        EXPECT_FALSE(task->position->over());
        EXPECT_EQ(task->position->rows(), question.position->rows());
        sizes.insert(task->position->rows().size());
        with_ten_kinds += static_cast<int>(split_lines(question.input)[1] == "10");
        with_holes += static_cast<int>(question.input.find('*') != std::string::npos);
        EXPECT_TRUE(question.expected.empty());
    }
    EXPECT_TRUE(sizes.contains(1));
    EXPECT_TRUE(sizes.contains(26));
    EXPECT_GE(with_holes, 8);
    EXPECT_EQ(with_ten_kinds, 1);  // the text says at most 9, its example 4 has 10
}

TEST(GraderCases, RaidCasesHaveTheirOneRightAnswer) {
    const AnyGame& raid = **find_game("raid");
    const Result<std::vector<GradeCase>> cases = fixed_depth_cases(raid, 7);
    ASSERT_TRUE(cases) << cases.error().message;
    ASSERT_EQ(cases->size(), 50U);
    int alphabeta = 0;
    for (const GradeCase& question : *cases) {
        const Result<AnyTask> task = raid.read_input(question.input);
        ASSERT_TRUE(task) << question.name << ": " << task.error().message;
        ASSERT_GT(task->fixed_depth, 0);
        const AnyMove move = fixed_depth_move(*task->position, task->fixed_depth);
        EXPECT_EQ(task->position->write_output(move), question.expected);
        alphabeta += static_cast<int>(split_lines(question.input)[1] == "ALPHABETA");
    }
    EXPECT_GE(alphabeta, 10);
}

// On the small boards of a quick grade nobody is sure to beat minimax.
TEST(Grader, AGoodPlayerIsRightBeatsRandomAndGetsAReport) {
    const GradeList list = grade_all({"engine:nodes=2000@ace"}, quick_2017());
    ASSERT_EQ(list.reports.size(), 1U);
    const GradeReport& report = list.reports[0];
    const std::string text = grade_text(report);
    EXPECT_DOUBLE_EQ(report.parts[0].earned, 25) << text;
    EXPECT_DOUBLE_EQ(report.parts[1].earned, 25) << text;
    EXPECT_DOUBLE_EQ(report.possible, 100);
    EXPECT_EQ(report.category, report.full() ? Category::Sound : Category::Weak) << text;
    ASSERT_EQ(report.parts.size(), 3U);
    EXPECT_EQ(report.agent, "ace");
    EXPECT_NE(text.find("(2017 edition, a quick look, not the grade)\n"), std::string::npos)
        << text;
    EXPECT_NE(text.find("2 won, 0 lost: a majority, decided after 2 of 3 games"), std::string::npos)
        << text;
}

TEST(Grader, ARandomPlayerIsWeakAndIsToldHow) {
    const GradeList list = grade_all({"random@dice"}, quick_2017());
    ASSERT_EQ(list.reports.size(), 1U);
    const GradeReport& report = list.reports[0];
    EXPECT_DOUBLE_EQ(report.parts[0].earned, 25);
    EXPECT_DOUBLE_EQ(report.parts[2].earned, 0);
    EXPECT_EQ(report.parts[2].possible, 50);
    EXPECT_EQ(report.category, Category::Weak);
    const std::string text = grade_text(report);
    EXPECT_NE(text.find("try: zerosum match random@dice minimax:depth=3 --game fruit --edition "
                        "2017 --size 6 --bank 90"),
              std::string::npos)
        << text;
    // The student's points come first.
    for (const GradeItem& item : report.parts[2].items) {
        const Result<GameRecord> record = parse_record(item.question);
        ASSERT_TRUE(record);
        if (record->reason != EndReason::Points) continue;
        EXPECT_EQ(item.evidence,
                  fmt::format("{} to {} points", record->points[0], record->points[1]));
    }
}

TEST(Grader, OneCaseAlone) {
    GradeSettings settings = quick_2017();
    settings.only_case = 4;
    const GradeList list = grade_all({"greedy"}, settings);
    ASSERT_EQ(list.reports.size(), 1U);
    ASSERT_EQ(list.reports[0].parts.size(), 1U);
    ASSERT_EQ(list.reports[0].parts[0].items.size(), 1U);
    EXPECT_EQ(list.reports[0].parts[0].items[0].name.substr(0, 7), "case 4:");
    EXPECT_TRUE(list.reports[0].parts[0].items[0].passed);
    EXPECT_NE(grade_text(list.reports[0]).find("case 4 alone, not the grade"), std::string::npos);
    settings.only_case = 26;
    EXPECT_FALSE(GradePlan::make(settings));
}

// What the time left is computed from: it ends at nothing, whatever was saved or skipped.
TEST(Grader, TheWorkDoneEndsAtTheTotal) {
    for (const char* edition : {"2017", "2016"}) {
        GradeSettings settings = quick_2017();
        settings.edition = *find_edition(edition);
        settings.game = *find_game(settings.edition.name == "2016" ? "raid" : "fruit");
        GradeProgress last;
        double most = 0;
        GradeWatch watch;
        watch.on_item = [&](const std::string&, const GradeItem&, const GradeProgress& now) {
            EXPECT_LE(now.done, now.total);
            most = std::max(most, now.total);
        };
        watch.on_agent = [&](const GradeReport&, const GradeProgress& now) { last = now; };
        EXPECT_EQ(grade_all({"greedy", "random"}, settings, watch).reports.size(), 2U);
        EXPECT_EQ(last.agents_finished, 2U);
        EXPECT_DOUBLE_EQ(last.done, last.total) << edition;
        EXPECT_DOUBLE_EQ(most, 2 * GradePlan::make(settings)->work());
    }
}

TEST(Grader, ManyAgentsAreReportedAsTheyEndAndMakeATable) {
    GradeSettings settings = quick_2017();
    settings.only_case = 4;
    std::multiset<std::string> ended;
    GradeWatch watch;
    watch.on_agent = [&](const GradeReport& report, const GradeProgress&) {
        ended.insert(report.agent);
    };
    const GradeList list = grade_all({"greedy", "random"}, settings, watch, 2);
    EXPECT_TRUE(list.missing.empty());
    ASSERT_EQ(list.reports.size(), 2U);
    EXPECT_EQ(list.reports[1].agent, "random");
    EXPECT_EQ(ended, (std::multiset<std::string>{"greedy", "random"}));
    EXPECT_EQ(grade_table(list.reports),
              "agent    grade  category\n"
              "greedy      25  sound      cases 1 of 1 right\n"
              "random      25  sound      cases 1 of 1 right\n");
}

TEST(Grader, OneThatCannotBeGradedCostsTheOthersNothing) {
    GradeSettings settings = quick_2017();
    settings.only_case = 4;
    const GradeList list = grade_all({"greedy", "dir:/nowhere@lost", "random"}, settings);
    ASSERT_EQ(list.reports.size(), 2U);
    EXPECT_EQ(list.reports[1].agent, "random");
    ASSERT_EQ(list.missing.size(), 1U);
    EXPECT_NE(list.missing[0].message.find("dir:/nowhere@lost: "), std::string::npos);
}

TEST(Grader, AMachineWithoutRoomForAnAgentIsNoFaultOfItsAuthor) {
    const Workspace space = *Workspace::make();
    std::ofstream(space.home() / "homework3.py") << "pass\n";
    const PlayerSpec spec = *parse_player_spec("dir:" + space.home().string() + "@ann");
    const Result<GradePlan> plan = GradePlan::make(quick_2017());
    const auto agents = std::make_shared<AgentStore>();
    ASSERT_TRUE(plan && agents->take(spec.argument));
    const char* const set = std::getenv("TMPDIR");
    const std::string before = set == nullptr ? "/tmp" : set;
    std::vector<GradeItem> items;
    const Result<void> asked = examine(*plan, spec, agents, items,
                                       [&](const GradeItem&) -> Result<void> {
                                           // After the cases there is no place for a copy that
                                           // plays.
                                           if (items.size() == 5)
                                               ::setenv("TMPDIR", "/proc/none", 1);
                                           return {};
                                       },
                                       {});
    ::setenv("TMPDIR", before.c_str(), 1);
    EXPECT_FALSE(asked);
    EXPECT_EQ(items.size(), 5U) << items.back().name << ": " << items.back().evidence;
    ASSERT_TRUE(
        examine(*plan, spec, agents, items, [](const GradeItem&) { return Result<void>(); }, {}));
    EXPECT_EQ(plan->report("ann", "", items).category, Category::NoAnswer);
}

TEST(Grader, AStopKeepsTheReportsThatAreFinished) {
    GradeSettings settings = quick_2017();
    settings.only_case = 4;
    std::stop_source stop;
    GradeWatch watch;
    watch.stop = stop.get_token();
    watch.on_item = [&](const std::string&, const GradeItem&, const GradeProgress&) {
        stop.request_stop();
    };
    const GradeList list = grade_all({"greedy", "random"}, settings, watch);
    ASSERT_EQ(list.reports.size(), 1U);
    EXPECT_EQ(list.reports[0].agent, "greedy");
    ASSERT_EQ(list.missing.size(), 1U);
    EXPECT_EQ(list.missing[0].message, "random: stopped");
}

}  // namespace
}  // namespace zerosum
