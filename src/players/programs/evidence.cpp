#include "players/programs/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/counted.h"
#include "core/text.h"

namespace zerosum {

namespace {

using Lines = std::span<const std::string_view>;

bool holds(std::string_view line, std::string_view words) {
    return line.find(words) != std::string_view::npos;
}

// GCC, javac and the linker; "make: ***" follows them and says nothing new.
bool is_compiler_error(std::string_view line) {
    return holds(line, ": error: ") || holds(line, ": fatal error: ") ||
           holds(line, ": undefined reference to ") || line.starts_with("error: ");
}

// Where the next message of a compiler begins: "file:3:14: warning: ...", "1 error".
bool is_compiler_message(std::string_view line) {
    return is_compiler_error(line) || holds(line, ": warning: ") || holds(line, ": note: ") ||
           holds(line, ": In function ") || holds(line, ": In member function ") ||
           line.ends_with(" error") || line.ends_with(" errors") || line.starts_with("make");
}

std::string joined_safely(Lines lines, std::size_t width) {
    std::string text;
    for (const std::string_view line : lines) {
        if (!text.empty()) text += '\n';
        text += safe_line(line, width);
    }
    return text;
}

std::string in_brackets(std::size_t number, std::string_view noun, std::string_view rest) {
    return fmt::format("[{} {}]", counted(number, noun), rest);
}

std::string first_error(Lines lines, std::size_t at, EvidenceShape shape) {
    const auto errors = std::count_if(lines.begin(), lines.end(), is_compiler_error);
    std::size_t end = at + 1;
    while (end < lines.size() && end - at < shape.lines - 1 && !is_compiler_message(lines[end]))
        ++end;
    std::string text = joined_safely(lines.subspan(at, end - at), shape.width);
    if (errors > 1) text += fmt::format("\n[and {}]", counted(errors - 1, "more error"));
    return text;
}

// Java names the exception first and then up to 1024 lines of where.
std::string java_exception(Lines lines, std::size_t at, EvidenceShape shape) {
    const std::size_t shown = std::min(shape.lines - 1, lines.size() - at);
    std::string text = joined_safely(lines.subspan(at, shown), shape.width);
    if (const std::size_t left = lines.size() - at - shown; left > 0)
        text += "\n" + in_brackets(left, "more line", "left out");
    return text;
}

std::string last_ones(Lines lines, EvidenceShape shape) {
    if (lines.size() <= shape.lines) return joined_safely(lines, shape.width);
    const std::size_t shown = shape.lines - 1;
    return in_brackets(lines.size() - shown, "line", "before these left out") + "\n" +
           joined_safely(lines.last(shown), shape.width);
}

// One clause after "was stopped: ".
std::string limit_clause(const Account& account, const Limits& limits) {
    switch (account.limit) {
        case Limit::None:
            return "";
        case Limit::Cpu:
            return fmt::format("it used {:.3f} s of CPU time, the limit is {:g} s",
                               account.cpu.total().count(), limits.cpu.count());
        case Limit::Wall:
            return fmt::format("it was still running after {:.1f} s, the limit is {:g} s",
                               account.wall.count(), limits.wall.count());
        case Limit::Memory:
            // What went beyond the limit was refused or never sampled: the peak may lie below it.
            return fmt::format("it used {} of memory and asked for more, the limit is {}",
                               bytes_text(account.peak_memory), bytes_text(limits.memory));
        case Limit::Processes:
            return fmt::format("it started more processes and threads than the limit of {} at once",
                               limits.processes);
        case Limit::FileSize:
            return fmt::format("it wrote a file beyond the limit of {}",
                               bytes_text(limits.file_size));
        case Limit::Disk:
            return fmt::format("its files are larger than the limit of {} for all together",
                               bytes_text(limits.disk));
        case Limit::Files:
            return fmt::format("it made more files than the limit of {}", limits.files);
        case Limit::Output:
            return fmt::format("it printed {}, the limit is {}",
                               bytes_text(account.out.total + account.err.total),
                               bytes_text(limits.output));
    }
    return "";
}

}  // namespace

std::string evidence(std::string_view said, EvidenceShape shape) {
    const std::vector<std::string_view> all = split_lines(said);
    const Lines lines(all);
    const auto find = [&](auto wanted) {
        return static_cast<std::size_t>(std::find_if(all.begin(), all.end(), wanted) - all.begin());
    };
    shape.lines = std::max<std::size_t>(3, shape.lines);
    if (const std::size_t at = find(is_compiler_error); at < all.size())
        return first_error(lines, at, shape);
    const std::size_t at =
        find([](std::string_view line) { return line.starts_with("Exception in thread "); });
    if (at < all.size()) return java_exception(lines, at, shape);
    return last_ones(lines, shape);
}

std::string relative_paths(std::string_view said, const std::filesystem::path& home) {
    const std::string top = home.string();
    std::string text;
    for (;;) {
        const std::size_t at = said.find(top);
        text += said.substr(0, at);
        if (top.empty() || at == std::string_view::npos) return text;
        said.remove_prefix(at + top.size());
        if (said.starts_with('/'))
            said.remove_prefix(1);
        else
            text += '.';
    }
}

std::string ends_of(std::string_view text, std::size_t limit) {
    if (text.size() <= limit) return std::string(text);
    const std::size_t part = limit / 2 - std::min<std::size_t>(limit / 2, 20);
    std::string_view first = text.substr(0, part);
    std::string_view last = text.substr(text.size() - part);
    if (const std::size_t line = first.rfind('\n'); line != std::string_view::npos)
        first = first.substr(0, line);
    if (const std::size_t line = last.find('\n');
        line != std::string_view::npos && line + 1 < last.size())
        last.remove_prefix(line + 1);
    return fmt::format("{}\n[... cut ...]\n{}", first, last);
}

std::string describe_ending(const Account& account, const Limits& limits) {
    if (account.ending != Ending::Stopped || account.limit == Limit::None)
        return describe_ending(account);
    return "was stopped: " + limit_clause(account, limits);
}

std::string bytes_text(std::size_t bytes) {
    constexpr std::array units{"KB", "MB", "GB"};
    if (bytes < 1024) return counted(bytes, "byte");
    double number = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    for (; number >= 1024 && unit + 1 < units.size(); ++unit) number /= 1024;
    return fmt::format("{:.4g} {}", number, units[unit]);
}

}  // namespace zerosum
