// The grade as pages: one per student, and the class's table.

#include <fmt/format.h>

#include "arena/grade/findings.h"
#include "arena/grade/report.h"
#include "arena/grade/report_words.h"
#include "arena/report/html.h"
#include "players/spec.h"

namespace zerosum {

namespace {

std::string paragraph(std::string_view text) {
    return text.empty() ? "" : fmt::format("<p>{}</p>\n", escape_html(text));
}

std::string captioned(std::string_view caption, std::string_view text) {
    if (text.empty()) return "";
    return fmt::format("<p>{}</p>\n<pre>{}</pre>\n", caption, escape_html(text));
}

// The first of equal items stands for all of them. A game's record is for programs: what repeats it
// is on the page.
std::string finding_html(const Finding& finding) {
    const GradeItem& item = finding.first();
    if (!item.asked) return fmt::format("<h3>Not asked</h3>\n{}", paragraph(finding.sentence()));
    std::string html = fmt::format("<h3 class=\"bad\">Lost: {}</h3>\n{}",
                                   escape_html(finding.where()), paragraph(finding.sentence()));
    html += captioned("It said:", said(item));
    if (!item.question.starts_with('{')) {
        html += captioned(finding.items.size() > 1 ? "The first input.txt of these:" : "input.txt:",
                          item.question);
        html += captioned("Its output.txt:", item.answer);
    }
    return html + fmt::format("<p>Try: <code>{}</code></p>\n", escape_html(item.command));
}

std::string item_row(const GradeItem& item) {
    return fmt::format(
        "<tr><td class=\"words\">{}</td><td class=\"name {}\">{}</td><td>{:.2f} s</td>"
        "<td class=\"words\">{}</td></tr>\n",
        escape_html(item.name), item.passed ? "good" : "bad",
        item.passed  ? "passed"
        : item.asked ? "lost"
                     : "not asked",
        item.cpu.count(), escape_html(item.evidence));
}

// A file's name in a link: what would end its path there is written as a number.
std::string in_link(std::string_view file) {
    std::string link;
    for (const char c : file)
        link += c == '%' || c == '#' || c == '?' ? fmt::format("%{:02X}", c) : std::string(1, c);
    return escape_html(link);
}

}  // namespace

std::string student_page(const GradeReport& report) {
    return display_name(report.agent) + ".html";
}

std::string student_html(const GradeReport& report) {
    std::string body = fmt::format("<p><strong>{}</strong>, {:.1f} s of CPU time.</p>\n",
                                   verdict_text(report), report.cpu.count());
    body += paragraph(report.remark);
    if (!report.check.empty()) body += paragraph("Check: " + shown_lines(report.check));
    body += captioned("Notes:", shown_lines(report.notes));
    if (report.not_ready)
        body +=
            paragraph(report.not_ready->evidence) + captioned("It said:", said(*report.not_ready));
    if (!report.graded()) return html_page(report.agent, body);
    for (const GradePart& part : report.parts) {
        body +=
            fmt::format("<h2>{} of {}: {}</h2>\n{}", points_text(part.earned),
                        points_text(part.possible), escape_html(part.title),
                        paragraph(part.summary + (part.ended.empty() ? "" : ", " + part.ended)));
        if (report.not_ready) continue;
        for (const Finding& finding : findings(part)) body += finding_html(finding);
    }
    body +=
        "<h2>Everything that was asked</h2>\n<div class=\"scroll\"><table>\n"
        "<tr><th class=\"words\">Item</th><th class=\"name\">Result</th><th>CPU time</th>"
        "<th class=\"words\">What happened</th></tr>\n";
    for (const GradePart& part : report.parts)
        for (const GradeItem& item : part.items) body += item_row(item);
    return html_page(report.agent, body + "</table></div>\n");
}

std::string class_html(std::span<const GradeReport> reports) {
    std::string body = reports.empty() ? "" : paragraph(note_of(reports.front()));
    const bool roster = any_person(reports);
    body += fmt::format(
        "<div class=\"scroll\"><table>\n<tr>{}<th class=\"name\">Agent</th><th>Grade</th>"
        "<th class=\"name\">Category</th>",
        roster ? "<th class=\"name\">Name</th><th class=\"name\">Email</th>"
                 "<th class=\"name\">Nick</th>"
               : "");
    if (!reports.empty())
        for (const GradePart& part : reports.front().parts)
            body += fmt::format("<th class=\"words\">{}</th>", escape_html(part.title));
    body += "</tr>\n";
    for (const GradeReport& report : reports) {
        const Person person = report.person.value_or(Person{});
        body += "<tr>";
        for (const std::string* field : {&person.name, &person.email, &person.nick})
            if (roster) body += fmt::format("<td class=\"name\">{}</td>", escape_html(*field));
        body += fmt::format(
            "<td class=\"name\"><a href=\"students/{}\">{}</a></td><td>{}</td>"
            "<td class=\"name\">{}</td>",
            in_link(student_page(report)), escape_html(report.agent),
            report.graded() ? points_text(report.earned) : "", to_text(report.category));
        for (const GradePart& part : report.parts)
            body += report.graded()
                        ? fmt::format("<td class=\"words\">{} ({})</td>", points_text(part.earned),
                                      escape_html(part.summary))
                        : "<td></td>";
        body += "</tr>\n";
    }
    return html_page("Grades", body + "</table></div>\n");
}

}  // namespace zerosum
