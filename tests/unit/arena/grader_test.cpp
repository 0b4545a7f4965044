#include "arena/grade/grader.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "arena/grade/cases.h"
#include "core/text.h"
#include "games/registry.h"
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

TEST(Grader, AGoodPlayerGetsEverythingAndAReport) {
    const Result<GradeReport> report =
        grade_agent(*parse_player_spec("engine:nodes=2000@ace"), quick_2017());
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_DOUBLE_EQ(report->earned, 100) << grade_text(std::vector{*report});
    EXPECT_DOUBLE_EQ(report->possible, 100);
    ASSERT_EQ(report->parts.size(), 3U);
    EXPECT_EQ(report->agent, "ace");
    const std::string text = grade_text(std::vector{*report});
    EXPECT_NE(text.find("ace: 100 of 100 (2017 edition, a quick look, not the grade)"),
              std::string::npos)
        << text;
}

TEST(Grader, ARandomPlayerLosesToMinimaxAndIsToldHow) {
    const Result<GradeReport> report = grade_agent(*parse_player_spec("random@dice"), quick_2017());
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_DOUBLE_EQ(report->parts[0].earned, 25);
    EXPECT_DOUBLE_EQ(report->parts[2].earned, 0);
    EXPECT_EQ(report->parts[2].possible, 50);
    EXPECT_LE(report->earned, 50);
    const std::vector<GradeReport> reports = {*report};
    const std::string text = grade_text(reports);
    EXPECT_NE(text.find("against minimax:depth=3, moving"), std::string::npos) << text;
    EXPECT_NE(text.find("try: zerosum match random@dice minimax:depth=3 --game fruit"),
              std::string::npos);
    const nlohmann::json json = nlohmann::json::parse(grade_json(reports));
    EXPECT_EQ(json["grades"][0]["agent"], "dice");
    EXPECT_EQ(json["grades"][0]["parts"].size(), 3U);
    EXPECT_NE(grade_html(reports).find("<details>"), std::string::npos);
}

TEST(Grader, OneCaseAlone) {
    GradeSettings settings = quick_2017();
    settings.only_case = 4;
    const Result<GradeReport> report = grade_agent(*parse_player_spec("greedy"), settings);
    ASSERT_TRUE(report);
    ASSERT_EQ(report->parts.size(), 1U);
    ASSERT_EQ(report->parts[0].items.size(), 1U);
    EXPECT_EQ(report->parts[0].items[0].name.substr(0, 7), "case 4:");
    EXPECT_TRUE(report->parts[0].items[0].passed);
    EXPECT_NE(grade_text(std::vector{*report}).find("case 4 alone, not the grade"),
              std::string::npos);
    settings.only_case = 26;
    EXPECT_FALSE(grade_agent(*parse_player_spec("greedy"), settings));
}

// What the time left is computed from.
TEST(Grader, TheWorkOfAGradeIsThatOfItsItems) {
    const auto done = [](const GradeSettings& settings) {
        double work = 0;
        GradeWatch watch;
        watch.on_item = [&](const std::string&, const GradeItem& item) { work += item.work; };
        EXPECT_TRUE(grade_agent(*parse_player_spec("greedy"), settings, watch));
        return work;
    };
    GradeSettings fruit = quick_2017();
    EXPECT_LE(done(fruit), grade_work(fruit));
    EXPECT_GT(done(fruit), grade_work(fruit) / 2);  // a majority of three may need two
    fruit.only_case = 4;
    EXPECT_EQ(done(fruit), grade_work(fruit));
    GradeSettings raid = quick_2017();
    raid.game = *find_game("raid");
    raid.edition = *find_edition("2016");
    EXPECT_EQ(done(raid), grade_work(raid));
}

TEST(Grader, ManyAgentsMakeATable) {
    GradeSettings settings = quick_2017();
    settings.only_case = 4;
    const std::vector<PlayerSpec> specs = {*parse_player_spec("greedy"),
                                           *parse_player_spec("random")};
    const GradeList list = grade_agents(specs, settings, 2);
    EXPECT_TRUE(list.missing.empty());
    ASSERT_EQ(list.reports.size(), 2U);
    EXPECT_EQ(list.reports[1].agent, "random");
    EXPECT_EQ(grade_text(list.reports).substr(0, 6), "greedy");
}

TEST(Grader, OneThatCannotBeGradedCostsTheOthersNothing) {
    GradeSettings settings = quick_2017();
    settings.only_case = 4;
    const std::vector<PlayerSpec> specs = {*parse_player_spec("greedy"),
                                           *parse_player_spec("dir:/nowhere@lost"),
                                           *parse_player_spec("random")};
    const GradeList list = grade_agents(specs, settings, 1);
    ASSERT_EQ(list.reports.size(), 2U);
    EXPECT_EQ(list.reports[1].agent, "random");
    ASSERT_EQ(list.missing.size(), 1U);
    EXPECT_NE(list.missing[0].message.find("dir:/nowhere@lost: "), std::string::npos);
}

TEST(Grader, AStopKeepsTheReportsThatAreFinished) {
    GradeSettings settings = quick_2017();
    settings.only_case = 4;
    std::stop_source stop;
    GradeWatch watch;
    watch.stop = stop.get_token();
    watch.on_item = [&](const std::string&, const GradeItem&) { stop.request_stop(); };
    const std::vector<PlayerSpec> specs = {*parse_player_spec("greedy"),
                                           *parse_player_spec("random")};
    const GradeList list = grade_agents(specs, settings, 1, watch);
    ASSERT_EQ(list.reports.size(), 1U);
    EXPECT_EQ(list.reports[0].agent, "greedy");
    ASSERT_EQ(list.missing.size(), 1U);
    EXPECT_EQ(list.missing[0].message, "random: stopped");
}

// What an agent prints cannot pass for a grade.
TEST(Grader, EvidenceIsIndentedAndHasNoControlCharacters) {
    GradeReport report;
    report.agent = "forger";
    report.possible = 100;
    GradeItem item;
    item.name = "case 1";
    item.evidence = "the build failed:\n\x1b[2Jforger: 100 of 100 (2017 edition)\r";
    report.parts.push_back({"Cases", 0, 25, "0 of 1 right", {item}});
    const std::string text = grade_text(std::vector{report});
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\r'), std::string::npos);
    EXPECT_EQ(text.find("\nforger: 100"), std::string::npos) << text;
    EXPECT_NE(text.find("\n            \\x1B[2Jforger: 100"), std::string::npos) << text;
}

}  // namespace
}  // namespace zerosum
