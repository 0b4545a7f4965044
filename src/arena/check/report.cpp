// A check as text and JSON.

#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "arena/check/check.h"
#include "core/counted.h"
#include "core/text.h"
#include "players/programs/evidence.h"

namespace zerosum {

namespace {

using Json = nlohmann::ordered_json;

// What every category means for the one who has to mend it.
std::string_view advice(Category category) {
    switch (category) {
        case Category::Sound:
            return "everything that was asked was answered by the rules";
        case Category::Late:
            return "it does not keep to the time left that input.txt names";
        case Category::Illegal:
            return "its answer is not a legal one in the right format";
        case Category::NoAnswer:
            return "it ended and left no output.txt in the current directory";
        case Category::Wrong:
            return "there is one right answer, and it gave another";
        case Category::OverLimit:
            return "it used more memory, processes, files or output than a move may";
        case Category::Crashes:
            return "it ended by a signal, an exception or a status that is not 0, without an "
                   "answer";
        default:
            return "";
    }
}

std::string row(std::string_view name, std::string_view text) {
    std::string out;
    for (const std::string_view line : split(text, '\n')) {
        out += fmt::format("  {:<11}{}\n", out.empty() ? name : "", line);
    }
    return out;
}

std::string found_text(const CheckReport& report) {
    if (report.file.empty()) return "nothing to build or run";
    std::string text = report.file;
    if (!report.language.empty() && report.language != report.file)
        text += fmt::format(", {}", report.language);
    if (report.new_game) text += ", target newgame";
    if (!report.other.empty()) text += fmt::format("; besides {}", fmt::join(report.other, ", "));
    return text;
}

std::string part_text(const CheckPart& part) {
    std::string text = fmt::format("{} of {} right", part.right, part.planned);
    if (part.asked < part.planned)
        text += fmt::format(", {} not asked: it went wrong the same way before",
                            part.planned - part.asked);
    return text;
}

// The first failure of a part in full, and how many are like it.
std::string failure_text(const CheckReport& report, const CheckPart& part) {
    std::string text;
    int others = 0;
    for (const CheckItem& item : report.items) {
        if (item.part != part.name || item.category == Category::Sound) continue;
        if (!text.empty()) {
            ++others;
            continue;
        }
        text = fmt::format("\n{}: {}", item.name, item.sentence);
        for (const std::string_view line : split_lines(item.said))
            text += fmt::format("\n    {}", line);
    }
    if (others > 0) text += fmt::format("\n[and {}]", counted(others, "more failure"));
    return text;
}

Json part_json(const CheckPart& part) {
    return {{"name", part.name},
            {"right", part.right},
            {"asked", part.asked},
            {"planned", part.planned}};
}

Json item_json(const CheckItem& item) {
    return {{"part", item.part},         {"name", item.name},  {"category", to_text(item.category)},
            {"sentence", item.sentence}, {"said", item.said},  {"bank", item.bank.count()},
            {"cpu", item.cpu.count()},   {"input", item.input}};
}

Json report_json(const CheckReport& report) {
    Json parts = Json::array();
    for (const CheckPart& part : report.parts) parts.push_back(part_json(part));
    Json items = Json::array();
    for (const CheckItem& item : report.items) items.push_back(item_json(item));
    return {{"agent", report.agent},
            {"directory", report.directory},
            {"category", to_text(report.category)},
            {"sentence", report.sentence},
            {"evidence", report.evidence},
            {"file", report.file},
            {"language", report.language},
            {"calibration", report.calibration},
            {"newgame", report.new_game},
            {"other", report.other},
            {"notes", report.notes},
            {"parts", std::move(parts)},
            {"items", std::move(items)},
            {"prints", report.printed},
            {"leaves", report.leaves},
            {"longest", report.longest.count()},
            {"peak_memory", report.peak_memory},
            {"wall", report.wall.count()}};
}

}  // namespace

std::string check_text(const CheckReport& report) {
    std::string text = fmt::format("{}: {}\n", report.agent, to_text(report.category));
    text += row("found", found_text(report));
    const bool asked = !report.parts.empty();
    if (!asked) {
        text += row("verdict", report.sentence);
        if (!report.evidence.empty()) text += row("", report.evidence);
    } else {
        if (!report.calibration.empty()) text += row("calibrate", report.calibration);
        for (const CheckPart& part : report.parts)
            text += row(part.name, part_text(part) + failure_text(report, part));
        text += row("prints", report.printed.empty() ? "nothing" : report.printed);
        text += row("leaves", report.leaves.empty()
                                  ? "no files"
                                  : fmt::format("{}", fmt::join(report.leaves, ", ")));
        std::string cost =
            fmt::format("at most {:.3f} s of CPU time per answer", report.longest.count());
        if (report.peak_memory > 0) cost += fmt::format(", {}", bytes_text(report.peak_memory));
        text += row("costs", cost);
        if (const std::string_view means = advice(report.category); !means.empty())
            text += row("verdict", fmt::format("{}: {}", to_text(report.category), means));
        else
            text += row("verdict",
                        report.sentence + (report.evidence.empty() ? "" : "\n") + report.evidence);
    }
    for (const std::string& note : report.notes) text += row("note", note);
    return text;
}

std::string check_table(std::span<const CheckReport> reports) {
    std::size_t widest = 5;
    std::size_t widest_file = 14;
    for (const CheckReport& report : reports) {
        widest = std::max(widest, report.agent.size());
        widest_file = std::max(widest_file, report.file.size());
    }
    std::string text;
    for (const CheckReport& report : reports) {
        const std::string_view first = split(report.sentence, '\n').front();
        text +=
            fmt::format("{:<{}}  {:<13}  {:<{}}  {}\n", report.agent, widest,
                        to_text(report.category), report.file, widest_file, safe_line(first, 100));
    }
    return text;
}

std::string check_json(std::span<const CheckReport> reports) {
    Json all = Json::array();
    for (const CheckReport& report : reports) all.push_back(report_json(report));
    // What hand-ins say and are called need not be UTF-8.
    return Json{{"checks", std::move(all)}}.dump(2, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

}  // namespace zerosum
