// The grade as text, JSON and CSV.

#include "arena/grade/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arena/grade/findings.h"
#include "arena/grade/report_words.h"
#include "arena/report/csv.h"
#include "core/text.h"
#include "players/programs/evidence.h"

namespace zerosum {

namespace {

using Json = nlohmann::ordered_json;

// Every line of a text behind these blanks. What an agent printed must not pass for a line of ours.
std::string lines_behind(std::string_view text, std::size_t blanks, std::string_view mark = "") {
    std::string out;
    for (const std::string_view line : split_lines(text))
        out += fmt::format("{:{}}{}{}\n", "", blanks, mark, line);
    return out;
}

std::string finding_text(const Finding& finding) {
    const GradeItem& first = finding.first();
    std::string text = fmt::format("      {}: {}\n", first.asked ? "lost" : "not asked",
                                   first.asked ? finding.where() : finding.sentence());
    if (!first.asked) return text;
    text += lines_behind(evidence(finding.sentence(), {.lines = 4, .width = 400}), 12);
    if (const std::string words = said(first); !words.empty())
        text += "            it said:\n" + lines_behind(words, 12, "| ");
    return text + fmt::format("            try: {}\n", first.command);
}

std::string not_ready_text(const GradeItem& item) {
    return lines_behind(evidence(item.evidence, {.lines = 4, .width = 400}), 2) +
           lines_behind(said(item), 2, "| ");
}

Json item_json(const GradeItem& item) {
    return {{"name", item.name},
            {"status", item.passed  ? "passed"
                       : item.asked ? "failed"
                                    : "not asked"},
            {"passed", item.passed},
            {"points", item.points},
            {"possible", item.possible},
            {"reason", item.reason},
            {"evidence", item.evidence},
            {"cpu", item.cpu.count()},
            {"output", said(item)},
            {"command", item.command},
            {"question", item.question},
            {"answer", item.answer}};
}

Json report_json(const GradeReport& report) {
    Json parts = Json::array();
    for (const GradePart& part : report.parts) {
        Json items = Json::array();
        for (const GradeItem& item : part.items) items.push_back(item_json(item));
        parts.push_back({{"key", part.key},
                         {"title", part.title},
                         {"earned", part.earned},
                         {"possible", part.possible},
                         {"summary", part.summary},
                         {"ended", part.ended},
                         {"items", std::move(items)}});
    }
    return {{"agent", report.agent},
            {"spec", report.spec},
            {"edition", report.edition},
            {"quick", report.quick},
            {"case", report.only_case > 0 ? Json(report.only_case) : Json()},
            {"category", to_text(report.category)},
            {"remark", report.remark},
            {"check", shown_lines(report.check)},
            {"notes", shown_lines(report.notes)},
            {"not_ready", report.not_ready ? item_json(*report.not_ready) : Json()},
            {"earned", report.graded() ? Json(report.earned) : Json()},
            {"possible", report.possible},
            {"cpu", report.cpu.count()},
            {"parts", std::move(parts)}};
}

}  // namespace

std::string points_text(double points) {
    return fmt::format("{:.4g}", points);
}

std::string total_text(const GradeReport& report) {
    if (!report.graded()) return "not run";
    return fmt::format("{} of {}", points_text(report.earned), points_text(report.possible));
}

std::string note_of(const GradeReport& report) {
    if (report.only_case > 0) return fmt::format("case {} alone, not the grade", report.only_case);
    return report.quick ? "a quick look, not the grade" : "";
}

std::string verdict_text(const GradeReport& report) {
    const std::string note = note_of(report);
    return fmt::format("{}{}{} ({} edition{}{})", total_text(report), report.graded() ? ", " : "",
                       report.graded() ? to_text(report.category) : "", report.edition,
                       note.empty() ? "" : ", ", note);
}

std::string shown_lines(std::string_view words) {
    std::string text;
    for (const std::string_view line : split_lines(words))
        text += (text.empty() ? "" : "\n") + safe_line(line, EvidenceShape{}.width);
    return text;
}

bool any_person(std::span<const GradeReport> reports) {
    return std::any_of(reports.begin(), reports.end(),
                       [](const GradeReport& report) { return report.person.has_value(); });
}

std::string said(const GradeItem& item) {
    if (item.number != kMakingReady) return evidence(item.output);
    // What a build said has been cut to what matters already.
    return shown_lines(item.output);
}

std::string part_line(const GradePart& part) {
    return fmt::format("{}: {}{}{}", part.title, part.summary, part.ended.empty() ? "" : ", ",
                       part.ended);
}

std::string grade_text(const GradeReport& report) {
    std::string text = fmt::format("{}: {}\n", report.agent, verdict_text(report));
    if (!report.remark.empty()) text += fmt::format("  {}\n", report.remark);
    if (!report.check.empty()) text += lines_behind(shown_lines(report.check), 2, "check: ");
    text += lines_behind(shown_lines(report.notes), 2, "note: ");
    if (report.not_ready) text += not_ready_text(*report.not_ready);
    if (!report.graded()) return text;
    for (const GradePart& part : report.parts) {
        text += fmt::format("\n  {:>5} of {:<3}  {}\n", points_text(part.earned),
                            points_text(part.possible), part_line(part));
        // A part that was won needs no excuse for the games that it lost.
        if (part.earned == part.possible || report.not_ready) continue;
        for (const Finding& finding : findings(part)) text += finding_text(finding);
    }
    return text;
}

std::string grade_table(std::span<const GradeReport> reports) {
    std::size_t widest = 5;
    std::size_t widest_category = 8;
    for (const GradeReport& report : reports) {
        widest = std::max(widest, report.agent.size());
        widest_category = std::max(widest_category, to_text(report.category).size());
    }
    std::string text = fmt::format("{:<{}}   grade  {:<{}}\n", "agent", widest, "category",
                                   reports.empty() ? 8 : widest_category);
    for (const GradeReport& report : reports) {
        text += fmt::format("{:<{}}  {:>6}  {:<{}}", report.agent, widest,
                            report.graded() ? points_text(report.earned) : "-",
                            to_text(report.category), widest_category);
        for (const GradePart& part : report.parts) {
            if (report.graded()) text += fmt::format("   {} {}", part.key, part.summary);
        }
        text += '\n';
    }
    return text;
}

std::string grade_json(std::span<const GradeReport> reports) {
    Json all = Json::array();
    for (const GradeReport& report : reports) all.push_back(report_json(report));
    const Json whole = {{"grades", std::move(all)}};
    // Answers come from outside: bytes that are not UTF-8 must not throw.
    return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string grade_csv(std::span<const GradeReport> reports) {
    const bool roster = any_person(reports);
    std::string csv = roster ? "name,email,nick," : "";
    csv += "agent,grade,possible,category,cpu";
    if (!reports.empty())
        for (const GradePart& part : reports.front().parts)
            csv += fmt::format(",{0},{0} summary", part.key);
    csv += ",remark\n";
    for (const GradeReport& report : reports) {
        const Person person = report.person.value_or(Person{});
        if (roster)
            csv += fmt::format("{},{},{},", quoted_csv(person.name), quoted_csv(person.email),
                               quoted_csv(person.nick));
        csv +=
            fmt::format("{},{},{},{},{:.3f}", quoted_csv(report.agent),
                        report.graded() ? points_text(report.earned) : "",
                        points_text(report.possible), to_text(report.category), report.cpu.count());
        for (const GradePart& part : report.parts)
            csv += report.graded()
                       ? fmt::format(",{},{}", points_text(part.earned), quoted_csv(part.summary))
                       : ",,";
        csv += fmt::format(
            ",{}\n", quoted_csv(report.not_ready ? report.not_ready->evidence : report.remark));
    }
    return csv;
}

}  // namespace zerosum
