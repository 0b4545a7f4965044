#include "arena/grade/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace zerosum {
namespace {

GradeItem report_item(int number, const char* name, bool passed, const char* reason,
                      const char* evidence) {
    GradeItem item;
    item.number = number;
    item.name = name;
    item.passed = passed;
    item.reason = reason;
    item.evidence = evidence;
    item.cpu = Seconds{0.25};
    item.command = "zerosum grade dir:ann --case 1";
    return item;
}

GradeReport ann() {
    GradeReport report;
    report.agent = "ann";
    report.spec = "dir:ann";
    report.edition = "2017";
    report.category = Category::Crashes;
    report.remark = "graded again, after 2026-11-18 07:12";
    report.earned = 25 + 1;
    report.possible = 100;
    report.cpu = Seconds{1.25};
    GradePart cases{
        "cases", "Cases: legal move", 1, 25, "1 of 3 right", "5 cases failed in the same way", {}};
    cases.items.push_back(report_item(1, "case 1: 1 x 1", true, "", ""));
    cases.items.back().points = cases.items.back().possible = 1;
    cases.items.push_back(
        report_item(2, "case 2: 2 x 2", false, "crash", "the program exited with status 1"));
    cases.items.back().output = "Traceback\nZeroDivisionError: \"x\"\n";
    cases.items.back().question = "2\n1\n3\n00\n00\n";
    cases.items.back().possible = 1;
    cases.items.push_back(report_item(3, "case 3: 3 x 3", false, "", "why"));
    cases.items.back().asked = false;
    cases.items.back().possible = 1;
    GradePart games{"random",
                    "A majority of 11 games against random",
                    25,
                    25,
                    "6 won, 1 lost: a majority",
                    "decided after 7 of 11 games",
                    {}};
    games.items.push_back(
        report_item(1, "game 1 against random, moving first", false, "points", "20 to 30 points"));
    report.parts = {cases, games};
    return report;
}

TEST(GradeReport, TextTellsWhatWasLostAndWhatTheProgramSaid) {
    EXPECT_EQ(grade_text(ann()),
              "ann: 26 of 100, crashes (2017 edition)\n"
              "  graded again, after 2026-11-18 07:12\n"
              "\n"
              "      1 of 25   Cases: legal move: 1 of 3 right, 5 cases failed in the same way\n"
              "      lost: case 2: 2 x 2\n"
              "            the program exited with status 1\n"
              "            it said:\n"
              "            | Traceback\n"
              "            | ZeroDivisionError: \"x\"\n"
              "            try: zerosum grade dir:ann --case 1\n"
              "      not asked: 1 case: why\n"
              "\n"
              "     25 of 25   A majority of 11 games against random: 6 won, 1 lost: a majority, "
              "decided after 7 of 11 games\n");
}

TEST(GradeReport, TellsWhatWasSeenBeforeTheGrade) {
    GradeReport report = ann();
    report.check = "late: 10 x 10: used 5.1 s";
    report.notes = "homework.py is run with Python 3\n\x1b[2J";
    const std::string said =
        "  check: late: 10 x 10: used 5.1 s\n"
        "  note: homework.py is run with Python 3\n"
        "  note: \\x1B[2J\n";
    EXPECT_NE(grade_text(report).find(said), std::string::npos) << grade_text(report);
    const nlohmann::json json = nlohmann::json::parse(grade_json(std::vector{report}));
    EXPECT_EQ(json["grades"][0]["check"], report.check);
    EXPECT_EQ(json["grades"][0]["notes"], "homework.py is run with Python 3\n\\x1B[2J");
    for (const std::string& form : {student_html(report), gradescope_json(report)}) {
        EXPECT_NE(form.find("used 5.1 s"), std::string::npos) << form;
        EXPECT_NE(form.find("is run with Python 3"), std::string::npos) << form;
    }
}

// An autograder without a score has failed, which is seen; a score of 0 would be a grade.
TEST(GradeReport, WhoWasNotRunHasNoScoreAnywhere) {
    GradeReport lacking = ann();
    lacking.category = Category::NotRun;
    lacking.not_ready = report_item(0, "", false, "not run", "not run: needs Python 2");
    EXPECT_TRUE(grade_text(lacking).starts_with("ann: not run (2017 edition)\n"))
        << grade_text(lacking);
    EXPECT_EQ(autolab_json(lacking), "");
    const nlohmann::json json = nlohmann::json::parse(gradescope_json(lacking));
    for (const char* scored : {"score", "tests", "leaderboard"})
        EXPECT_FALSE(json.contains(scored)) << scored;
    EXPECT_NE(json["output"].get<std::string>().find("needs Python 2"), std::string::npos);
}

TEST(GradeReport, CsvIsOneLinePerAgentAndQuotesWhatItMust) {
    GradeReport lacking = ann();
    lacking.agent = "bob, the \"old\"";
    lacking.category = Category::NotRun;
    lacking.not_ready = report_item(0, "", false, "not run", "not run: needs Python 2");
    EXPECT_EQ(grade_csv(std::vector{ann(), lacking}),
              "agent,grade,possible,category,cpu,cases,cases summary,random,random summary,remark\n"
              "ann,26,100,crashes,1.250,1,1 of 3 right,25,\"6 won, 1 lost: a majority\","
              "\"graded again, after 2026-11-18 07:12\"\n"
              "\"bob, the \"\"old\"\"\",,100,not run,1.250,,,,,not run: needs Python 2\n");
}

TEST(GradeReport, JsonHasPointsStatusCpuAndOutputPerItem) {
    const nlohmann::json json = nlohmann::json::parse(grade_json(std::vector{ann()}));
    const nlohmann::json& grade = json["grades"][0];
    EXPECT_EQ(grade["category"], "crashes");
    EXPECT_EQ(grade["earned"], 26);
    EXPECT_EQ(grade["parts"][0]["key"], "cases");
    const auto expected = nlohmann::json::parse(R"({
        "name": "case 2: 2 x 2", "status": "failed", "passed": false, "points": 0.0,
        "possible": 1.0, "reason": "crash", "evidence": "the program exited with status 1",
        "cpu": 0.25, "output": "Traceback\nZeroDivisionError: \"x\"",
        "command": "zerosum grade dir:ann --case 1", "question": "2\n1\n3\n00\n00\n",
        "answer": ""})");
    EXPECT_EQ(grade["parts"][0]["items"][1], expected);
    EXPECT_EQ(grade["parts"][0]["items"][2]["status"], "not asked");
    GradeReport lacking = ann();
    lacking.category = Category::NotRun;
    const nlohmann::json none = nlohmann::json::parse(grade_json(std::vector{lacking}));
    EXPECT_TRUE(none["grades"][0]["earned"].is_null());
}

// The fields, their types and their words as published at
// gradescope-autograders.readthedocs.io/en/latest/specs/ ("Output format").
TEST(GradeReport, GradescopeGetsItsPublishedFieldsAndNothingElse) {
    const nlohmann::json json = nlohmann::json::parse(gradescope_json(ann()));
    const std::set<std::string> visibilities = {"hidden", "after_due_date", "after_published",
                                                "visible"};
    const std::set<std::string> formats = {"text", "html", "simple_format", "md", "ansi"};
    const auto check = [&](const std::string& name, const nlohmann::json& value) {
        if (name == "score" || name == "execution_time" || name == "max_score")
            return value.is_number();
        if (name == "output" || name == "name" || name == "number") return value.is_string();
        if (name.ends_with("_format")) return formats.contains(value.get<std::string>());
        if (name.ends_with("visibility")) return visibilities.contains(value.get<std::string>());
        if (name == "status") return value == "passed" || value == "failed";
        if (name == "extra_data") return value.is_object();
        return (name == "tests" || name == "leaderboard" || name == "tags") && value.is_array();
    };
    const std::set<std::string> top = {"score",         "execution_time",     "output",
                                       "output_format", "test_output_format", "test_name_format",
                                       "visibility",    "stdout_visibility",  "extra_data",
                                       "tests",         "leaderboard"};
    const std::set<std::string> in_test = {
        "score",  "max_score",     "status", "name",       "name_format", "number",
        "output", "output_format", "tags",   "visibility", "extra_data"};
    for (const auto& [name, value] : json.items())
        EXPECT_TRUE(top.contains(name) && check(name, value)) << name << ": " << value;
    ASSERT_EQ(json["tests"].size(), 4U);  // three cases and the games together
    for (const nlohmann::json& test : json["tests"]) {
        for (const auto& [name, value] : test.items())
            EXPECT_TRUE(in_test.contains(name) && check(name, value)) << name << ": " << value;
        for (const char* needed : {"score", "max_score", "status", "output", "visibility"})
            EXPECT_TRUE(test.contains(needed)) << needed;
        EXPECT_LE(test["score"], test["max_score"]);
    }
    for (const nlohmann::json& column : json["leaderboard"]) {
        EXPECT_TRUE(column["name"].is_string());
        EXPECT_TRUE(column["value"].is_number());
        EXPECT_TRUE(!column.contains("order") || column["order"] == "asc");
    }
    EXPECT_EQ(json["score"], 26);
    EXPECT_EQ(json["tests"][1]["output"],
              "the program exited with status 1\n\nIt said:\nTraceback\nZeroDivisionError: "
              "\"x\"\n\nTry: zerosum grade dir:ann --case 1");
    EXPECT_EQ(json["tests"][3]["status"], "passed");
}

TEST(GradeReport, AutolabGetsOneLineWithItsScores) {
    EXPECT_EQ(autolab_json(ann()),
              "{\"scores\":{\"cases\":1.0,\"random\":25.0},\"scoreboard\":[26.0,1.0,25.0]}\n");
}

TEST(GradeReport, PagesHoldEveryItemAndEscapeWhatComesFromOutside) {
    GradeReport report = ann();
    report.agent = "a<b>/../c";
    report.parts[0].items[1].output = "<script>alert(1)</script>";
    EXPECT_EQ(student_page(report), "a<b>_.._c.html");
    const std::string page = student_html(report);
    EXPECT_EQ(page.find("<script>"), std::string::npos);
    EXPECT_NE(page.find("&lt;script&gt;"), std::string::npos);
    EXPECT_NE(page.find("a&lt;b&gt;"), std::string::npos);
    for (const GradePart& part : report.parts)
        for (const GradeItem& item : part.items)
            EXPECT_NE(page.find(item.name), std::string::npos) << item.name;
    const std::string table = class_html(std::vector{report});
    EXPECT_NE(table.find("href=\"students/a&lt;b&gt;_.._c.html\""), std::string::npos) << table;
    EXPECT_NE(table.find("crashes"), std::string::npos);
    report.agent = "team#1?100%";
    EXPECT_NE(
        class_html(std::vector{report}).find("href=\"students/team%231%3F100%25.html\">team#1"),
        std::string::npos);
}

// What an agent prints cannot pass for a grade.
TEST(GradeReport, WhatAProgramSaidIsMarkedAndHasNoControlCharacters) {
    GradeReport report = ann();
    report.parts[0].items[1].output = "\x1b[2Jann: 100 of 100 (2017 edition)\r\nann: 100 of 100\n";
    report.parts[0].items[1].evidence = "left \x1b[2J";
    const std::string text = grade_text(report);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\r'), std::string::npos);
    EXPECT_EQ(text.find("\nann: 100"), std::string::npos) << text;
    EXPECT_NE(text.find("| ann: 100"), std::string::npos) << text;
}

TEST(GradeReport, ABuildFailureIsToldOnce) {
    GradeReport report = ann();
    report.category = Category::DidNotBuild;
    report.not_ready = report_item(0, "making it ready", false, "did not build",
                                   "'g++ homework.cpp' exited with status 1");
    report.not_ready->output = "homework.cpp:3:14: error: expected ';' before 'return'\n";
    const std::string text = grade_text(report);
    EXPECT_EQ(text.find("error: expected"), text.rfind("error: expected")) << text;
    EXPECT_NE(text.find("  | homework.cpp:3:14: error"), std::string::npos) << text;
    EXPECT_EQ(text.find("      lost:"), std::string::npos) << text;
}

}  // namespace
}  // namespace zerosum
