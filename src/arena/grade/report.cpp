// The grade as text, JSON and HTML.

#include <nlohmann/json.hpp>

#include "arena/grade/grader.h"
#include "arena/report/html.h"
#include "core/text.h"

namespace zerosum {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kQuickNote = "a quick look, not the grade";

std::string percent(double points) {
    return fmt::format("{:.4g}", points);
}

std::string total(const GradeReport& report) {
    return fmt::format("{} of {}", percent(report.earned), percent(report.possible));
}

// What to call a report of a part of the grade (quick, one case); empty for the whole grade.
std::string note_of(const GradeReport& report) {
    if (report.only_case > 0) return fmt::format("case {} alone, not the grade", report.only_case);
    return report.quick ? std::string(kQuickNote) : "";
}

// What an agent printed must not pass for a line of ours, nor move a terminal's cursor.
std::string quoted_lines(std::string_view text, std::size_t blanks) {
    constexpr std::size_t widest = 1000;
    std::string out;
    for (const std::string_view line : split_lines(text)) {
        if (!out.empty()) out += fmt::format("\n{:{}}", "", blanks);
        out += printable(line, widest);
    }
    return out;
}

std::string agent_text(const GradeReport& report) {
    const std::string note = note_of(report);
    std::string text = fmt::format("{}: {} ({} edition{}{})\n", report.agent, total(report),
                                   report.edition, note.empty() ? "" : ", ", note);
    for (const GradePart& part : report.parts) {
        text += fmt::format("\n  {:>5} of {:<3}  {}: {}\n", percent(part.earned),
                            percent(part.possible), part.title, part.summary);
        for (const GradeItem& item : part.items) {
            if (item.passed) continue;
            text += fmt::format("      lost: {}\n            {}\n            try: {}\n", item.name,
                                quoted_lines(item.evidence, 12), item.command);
        }
    }
    return text;
}

Json report_json(const GradeReport& report) {
    Json parts = Json::array();
    for (const GradePart& part : report.parts) {
        Json items = Json::array();
        for (const GradeItem& item : part.items) {
            items.push_back({{"name", item.name},
                             {"passed", item.passed},
                             {"evidence", item.evidence},
                             {"command", item.command},
                             {"question", item.question},
                             {"answer", item.answer}});
        }
        parts.push_back({{"title", part.title},
                         {"earned", part.earned},
                         {"possible", part.possible},
                         {"summary", part.summary},
                         {"items", std::move(items)}});
    }
    return {{"agent", report.agent},
            {"spec", report.spec},
            {"edition", report.edition},
            {"quick", report.quick},
            {"case", report.only_case > 0 ? Json(report.only_case) : Json()},
            {"earned", report.earned},
            {"possible", report.possible},
            {"parts", std::move(parts)}};
}

std::string agent_html(const GradeReport& report) {
    std::string body =
        fmt::format("<h2 id=\"{0}\">{0}: {1}</h2>\n", escape_html(report.agent), total(report));
    for (const GradePart& part : report.parts) {
        body +=
            fmt::format("<h3>{} of {}: {}</h3>\n<p>{}</p>\n", percent(part.earned),
                        percent(part.possible), escape_html(part.title), escape_html(part.summary));
        for (const GradeItem& item : part.items) {
            body += fmt::format("<details><summary class=\"{}\">{} {}{}{}</summary>\n",
                                item.passed ? "good" : "bad",
                                item.passed ? "right:" : "lost:", escape_html(item.name),
                                item.evidence.empty() ? "" : ": ", escape_html(item.evidence));
            body += fmt::format("<p>Try: <code>{}</code></p>\n<pre>{}</pre>\n",
                                escape_html(item.command), escape_html(item.question));
            if (!item.answer.empty()) {
                body += fmt::format("<p>Answer:</p><pre>{}</pre>\n", escape_html(item.answer));
            }
            body += "</details>\n";
        }
    }
    return body;
}

}  // namespace

std::string grade_text(std::span<const GradeReport> reports) {
    std::string text;
    if (reports.size() > 1) {
        std::size_t widest = 5;
        for (const GradeReport& report : reports) widest = std::max(widest, report.agent.size());
        for (const GradeReport& report : reports) {
            text += fmt::format("{:<{}}  {:>6}", report.agent, widest, percent(report.earned));
            for (const GradePart& part : report.parts) text += fmt::format("   {}", part.summary);
            text += '\n';
        }
        text += '\n';
    }
    for (const GradeReport& report : reports) text += agent_text(report) + "\n";
    return text;
}

std::string grade_json(std::span<const GradeReport> reports) {
    Json all = Json::array();
    for (const GradeReport& report : reports) all.push_back(report_json(report));
    const Json whole = {{"grades", std::move(all)}};
    // Answers come from outside: bytes that are not UTF-8 must not throw.
    return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string grade_html(std::span<const GradeReport> reports) {
    std::string body;
    if (const std::string note = reports.empty() ? "" : note_of(reports.front()); !note.empty())
        body += fmt::format("<p>This is {}.</p>\n", note);
    body += "<div class=\"scroll\"><table>\n<tr><th class=\"name\">Agent</th><th>Grade</th>";
    if (!reports.empty()) {
        for (const GradePart& part : reports.front().parts) {
            body += fmt::format("<th class=\"words\">{}</th>", escape_html(part.title));
        }
    }
    body += "</tr>\n";
    for (const GradeReport& report : reports) {
        body += fmt::format("<tr><td class=\"name\"><a href=\"#{0}\">{0}</a></td><td>{1}</td>",
                            escape_html(report.agent), percent(report.earned));
        for (const GradePart& part : report.parts) {
            body += fmt::format("<td class=\"words\">{} ({})</td>", percent(part.earned),
                                escape_html(part.summary));
        }
        body += "</tr>\n";
    }
    body += "</table></div>\n";
    for (const GradeReport& report : reports) body += agent_html(report);
    return html_page("Grade", body);
}

}  // namespace zerosum
