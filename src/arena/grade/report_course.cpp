// The grade for Gradescope and Autolab.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "arena/grade/findings.h"
#include "arena/grade/report.h"
#include "arena/grade/report_words.h"

namespace zerosum {

namespace {

using CourseJson = nlohmann::ordered_json;

// What a student reads under a test: what happened, what the program said, how to see it again.
std::string test_output(std::string_view sentence, const GradeItem& item) {
    std::string text(sentence);
    if (const std::string words = said(item); !words.empty()) text += "\n\nIt said:\n" + words;
    if (item.asked) text += "\n\nTry: " + item.command;
    return text;
}

CourseJson test_json(const std::string& name, const std::string& number, double score,
                     double max_score, bool passed, const std::string& output) {
    return {{"name", name},
            {"number", number},
            {"score", score},
            {"max_score", max_score},
            {"status", passed ? "passed" : "failed"},
            {"output", output},
            {"visibility", "visible"}};
}

// Cases count one by one; games count together.
void add_tests(CourseJson& tests, const GradePart& part, std::size_t place) {
    const std::string number = std::to_string(place);
    if (part.key == "cases") {
        for (const GradeItem& item : part.items)
            tests.push_back(test_json(item.name, fmt::format("{}.{}", number, item.number),
                                      item.points, item.possible, item.passed,
                                      item.passed ? "right" : test_output(item.evidence, item)));
        return;
    }
    std::string output = part.summary + (part.ended.empty() ? "" : ", " + part.ended);
    for (const Finding& finding : findings(part))
        output += fmt::format("\n\nLost: {}: {}", finding.where(),
                              test_output(finding.sentence(), finding.first()));
    tests.push_back(test_json(part.title, number, part.earned, part.possible,
                              part.earned == part.possible, output));
}

}  // namespace

std::string gradescope_json(const GradeReport& report) {
    CourseJson tests = CourseJson::array();
    CourseJson leaderboard = {{{"name", "grade"}, {"value", report.earned}}};
    for (std::size_t i = 0; i < report.parts.size(); ++i) {
        const GradePart& part = report.parts[i];
        add_tests(tests, part, i + 1);
        leaderboard.push_back({{"name", part.key}, {"value", part.earned}});
    }
    leaderboard.push_back(
        {{"name", "CPU seconds"}, {"value", report.cpu.count()}, {"order", "asc"}});
    std::string output = fmt::format("{}\n{}", verdict_text(report), report.remark);
    for (const std::string& text : {shown_lines(report.check), shown_lines(report.notes)})
        if (!text.empty()) output += "\n" + text;
    if (report.not_ready)
        output += fmt::format("\n{}\n{}", report.not_ready->evidence, said(*report.not_ready));
    if (!report.graded()) output += "\nThis is no grade of 0.";
    CourseJson results = {{"score", report.earned},
                          {"execution_time", report.cpu.count()},
                          {"output", output},
                          {"output_format", "text"},
                          {"test_output_format", "text"},
                          {"test_name_format", "text"},
                          {"visibility", "visible"},
                          {"stdout_visibility", "hidden"},
                          {"extra_data", {{"category", to_text(report.category)}}},
                          {"tests", std::move(tests)},
                          {"leaderboard", std::move(leaderboard)}};
    // Results without any score are an autograder that failed: shown as that, and no 0.
    if (!report.graded())
        for (const char* scored : {"score", "tests", "leaderboard"}) results.erase(scored);
    return results.dump(2, ' ', false, CourseJson::error_handler_t::replace) + "\n";
}

std::string autolab_json(const GradeReport& report) {
    if (!report.graded()) return "";
    CourseJson scores = CourseJson::object();
    CourseJson scoreboard = CourseJson::array({report.earned});
    for (const GradePart& part : report.parts) {
        scores[part.key] = part.earned;
        scoreboard.push_back(part.earned);
    }
    const CourseJson line = {{"scores", std::move(scores)}, {"scoreboard", std::move(scoreboard)}};
    return line.dump(-1, ' ', false, CourseJson::error_handler_t::replace) + "\n";
}

}  // namespace zerosum
