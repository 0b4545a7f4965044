#include "app/cli/man_pages.h"

#include <fmt/format.h>

#include <cctype>
#include <string_view>

#include "core/text.h"

namespace zerosum::cli {

namespace {

// Text as roff shows it: a backslash, a minus and a quote as they are typed, and no line that
// begins with a dot or a quote, which would be a request.
std::string roff(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool starts = out.empty() || out.back() == '\n';
        if (starts && (c == '.' || c == '\'')) out += "\\&";
        switch (c) {
            case '\\':
                out += "\\e";
                break;
            case '-':
                out += "\\-";
                break;
            case '\'':
                out += "\\(aq";
                break;
            case '^':
                out += "\\(ha";
                break;
            case '~':
                out += "\\(ti";
                break;
            case '`':
                out += "\\(ga";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string bold(std::string_view text) {
    return fmt::format("\\fB{}\\fR", roff(text));
}
std::string italic(std::string_view text) {
    return fmt::format("\\fI{}\\fR", roff(text));
}

std::string upper(std::string_view text) {
    std::string out;
    for (const char c : text) out += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return out;
}

// No date: the same sources make the same page.
std::string title(std::string_view page, const ProgramText& program) {
    return fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n", roff(upper(page)),
                       roff(program.name), roff(program.version));
}

// "[--size INT]", "A", "[AGENT...]"
std::string usage_of(const OptionText& option) {
    std::string text = option.argument ? italic(option.names.front()) : bold(option.names.back());
    if (option.argument && option.repeats) text += "...";
    if (!option.argument && option.takes_value()) text += " " + italic(option.value);
    return option.required ? text : "[" + text + "]";
}

std::string entry_of(const OptionText& option) {
    std::string head;
    for (const std::string& name : option.names)
        head += (head.empty() ? "" : ", ") + (option.argument ? italic(name) : bold(name));
    if (!option.argument && option.takes_value()) head += " " + italic(option.value);
    std::string text = fmt::format(".TP\n{}\n{}", head, roff(option.description));
    if (!option.default_value.empty())
        text += fmt::format(" (default: {})", roff(option.default_value));
    return text + (text.ends_with('.') ? "\n" : ".\n");
}

std::string entries(const CommandText& command, bool arguments) {
    std::string text;
    for (const OptionText& option : command.options)
        if (option.argument == arguments) text += entry_of(option);
    if (text.empty()) return "";
    return fmt::format(".SH {}\n{}", arguments ? "ARGUMENTS" : "OPTIONS", text);
}

std::string example_block(std::string_view examples) {
    return fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", roff(examples));
}

constexpr std::string_view kStatus =
    ".SH EXIT STATUS\n"
    "0: done. 1: it ran, and the answer is no (a lost grade, a failed check, stopped before the "
    "end). "
    "2: bad input or usage.\n";

}  // namespace

std::string man_page(const ProgramText& program) {
    const std::vector<std::string_view> lines = split(program.description, '\n');
    std::string text = title(program.name, program);
    text += fmt::format(".SH NAME\n{} \\- {}\n", roff(program.name), roff(program.summary));
    text += fmt::format(".SH SYNOPSIS\n{}", bold(program.name));
    if (!program.commands.empty())
        text += fmt::format(" [{} [{}...]]", italic("COMMAND"), italic("ARGUMENT"));
    text += "\n.SH DESCRIPTION\n";
    for (const std::string_view line : lines) text += roff(line) + "\n";
    if (!program.commands.empty()) text += ".SH COMMANDS\n";
    for (const CommandText& command : program.commands)
        text += fmt::format(".TP\n{}\n{}.\n", bold(command.name), roff(command.summary));
    if (program.commands.empty()) return text;
    text += kStatus;
    text += ".SH SEE ALSO\n";
    for (const CommandText& command : program.commands)
        text += fmt::format(".BR {}\\-{} (1){}\n", roff(program.name), roff(command.name),
                            &command == &program.commands.back() ? "" : ",");
    return text;
}

std::string man_page(const ProgramText& program, const CommandText& command) {
    std::string text = title(program.name + "-" + command.name, program);
    text += fmt::format(".SH NAME\n{}\\-{} \\- {}\n", roff(program.name), roff(command.name),
                        roff(command.summary));
    text += fmt::format(".SH SYNOPSIS\n{}\n", bold(program.name + " " + command.name));
    for (const bool arguments : {true, false})
        for (const OptionText& option : command.options)
            if (option.argument == arguments) text += usage_of(option) + "\n";
    text += entries(command, true) + entries(command, false);
    text += example_block(command.examples);
    text += kStatus;
    return text + fmt::format(".SH SEE ALSO\n.BR {} (1)\n", roff(program.name));
}

}  // namespace zerosum::cli
