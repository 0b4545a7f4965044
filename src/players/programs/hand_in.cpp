#include "players/programs/hand_in.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/text.h"
#include "players/programs/python_source.h"
#include "sandbox/limits.h"

namespace zerosum {

namespace fs = std::filesystem;

namespace {

std::string stem_of(const std::string& file, std::string_view ending) {
    return file.substr(0, file.size() - ending.size());
}

// Fills in what is needed of this machine; what is not here is `missing`.
Way with_tools(Way way, std::initializer_list<const char*> names, std::string_view called) {
    for (const char* name : names)
        if (!find_tool(name)) way.missing = called;
    way.repeat = fmt::format("{}", fmt::join(way.build, " "));
    return way;
}

Way cpp_way(const std::string& file, const std::string& program, const char* language,
            const char* standard) {
    return with_tools({.language = language,
                       .build = {"g++", standard, "-O2", "-pthread", "-o", program, file},
                       .run = {"./" + program}},
                      {"g++"}, "g++");
}

// The newest standard that accepts a source of unknown age. GNU's dialects, as g++ has them when
// it is given no standard, which is how such sources were compiled.
std::vector<Way> cpp_ways(const std::string& file, std::string_view ending, const Tools&) {
    constexpr std::array<std::array<const char*, 2>, 5> standards{{{"C++20", "-std=gnu++20"},
                                                                   {"C++17", "-std=gnu++17"},
                                                                   {"C++14", "-std=gnu++14"},
                                                                   {"C++11", "-std=gnu++11"},
                                                                   {"C++98", "-std=gnu++98"}}};
    std::vector<Way> ways;
    for (const auto& [language, standard] : standards)
        ways.push_back(cpp_way(file, stem_of(file, ending), language, standard));
    return ways;
}

std::vector<Way> cpp11_ways(const std::string& file, std::string_view ending, const Tools&) {
    return {cpp_way(file, stem_of(file, ending), "C++11", "-std=c++11")};
}

// The heap stays inside the memory limit: by default it is sized after the machine's memory.
std::vector<Way> java_ways(const std::string& file, std::string_view ending, const Tools&) {
    const std::string heap = fmt::format("-Xmx{}m", (Limits{}.memory >> 20U) * 3 / 4);
    return {with_tools({.language = "Java",
                        .build = {"javac", file},
                        .run = {"java", heap, stem_of(file, ending)}},
                       {"javac", "java"}, "Java (javac and java)")};
}

Way python_way(const std::string& file, const char* language, const std::optional<Tool>& tool,
               const char* usual_name, PythonNames names) {
    Way way;
    way.language = language;
    const std::string command = tool ? tool->command : usual_name;
    way.build = python_check(command, file, names);
    way.run = {command, file};
    way.repeat = fmt::format("{} -m py_compile {}", command, file);
    if (tool)
        way.readable = tool->readable;
    else
        way.missing = language;
    return way;
}

// By its name it is Python 2. Where the source is no Python 2, or none is here and the source can
// do without, Python 3 runs it.
std::vector<Way> python2_ways(const std::string& file, std::string_view, const Tools& tools) {
    const std::optional<Tool> python2 = find_python2(tools);
    return {python_way(file, "Python 2", python2, "python2", PythonNames::Any),
            python_way(file, "Python 3", find_tool("python3"), "python3",
                       python2 ? PythonNames::Any : PythonNames::OfPython3)};
}

std::vector<Way> python3_ways(const std::string& file, std::string_view, const Tools&) {
    return {python_way(file, "Python 3", find_tool("python3"), "python3", PythonNames::Any)};
}

// THE TABLE of names: "homework" or "calibrate" and one of these. docs/agents.md says the same.
struct NameEnding {
    std::string_view ending;
    std::vector<Way> (*ways)(const std::string& file, std::string_view ending, const Tools& tools);
};
constexpr std::array kEndings{
    NameEnding{".cpp", cpp_ways},     NameEnding{"11.cpp", cpp11_ways},
    NameEnding{".java", java_ways},   NameEnding{".py", python2_ways},
    NameEnding{"3.py", python3_ways},
};

std::string names_of(std::string_view stem) {
    std::vector<std::string> names;
    for (const NameEnding& row : kEndings) names.push_back(fmt::format("{}{}", stem, row.ending));
    const std::string last = names.back();
    names.pop_back();
    return fmt::format("{} or {}", fmt::join(names, ", "), last);
}

constexpr std::array kMakefiles{"GNUmakefile", "makefile", "Makefile"};

AgentPlan makefile_plan(const char* file) {
    const auto make = [](const char* target) {
        return CommandWords{"make", "-s", "--no-print-directory", target};
    };
    AgentPlan plan;
    plan.makefile = true;
    plan.agent = {file,
                  {with_tools({.language = "Makefile", .build = make("agent"), .run = make("run")},
                              {"make"}, "make")}};
    plan.agent.ways[0].repeat = "make agent";
    return plan;
}

// The file of this stem; the error names two of them.
Result<std::optional<Source>> find_source(const fs::path& directory, const fs::path& called,
                                          std::string_view stem, const Tools& tools) {
    std::optional<Source> found;
    for (const NameEnding& row : kEndings) {
        const std::string file = fmt::format("{}{}", stem, row.ending);
        std::error_code error;
        if (!fs::is_regular_file(directory / file, error)) continue;
        if (found)
            return fail("{}: holds {} and {}, expected one of them, or a Makefile", called.string(),
                        found->file, file);
        found = Source{file, row.ways(file, row.ending, tools)};
    }
    return found;
}

bool is_hand_in_name(const std::string& name) {
    return std::any_of(kEndings.begin(), kEndings.end(),
                       [&](const NameEnding& row) {
                           return name == fmt::format("homework{}", row.ending);
                       }) ||
           std::find(kMakefiles.begin(), kMakefiles.end(), name) != kMakefiles.end();
}

// Why there may be no agent here: a name in the wrong case, or the hand-in one folder below.
// Empty: no guess.
std::string guess(const fs::path& directory) {
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        const std::string lower = lower_case(name);
        if (lower != name && is_hand_in_name(lower))
            return fmt::format("found {}, whose name should be {}: capital letters count",
                               safe_line(name, 100), lower);
        std::error_code closed;
        if (!entry->is_directory(closed) || entry->is_symlink(closed)) continue;
        for (fs::directory_iterator below(*entry, closed), last; !closed && below != last;
             below.increment(closed))
            if (is_hand_in_name(below->path().filename().string()))
                return fmt::format("found {0} in the folder {1}: hand in what is in {1}",
                                   below->path().filename().string(), safe_line(name, 100));
    }
    return "";
}

}  // namespace

AgentPlan java_2012_plan(const java2012::HandIn& hand_in) {
    AgentPlan plan;
    plan.java_2012 = true;
    plan.agent = {hand_in.player + ".java",
                  {with_tools({.language = "Java, class of 2012",
                               .build = java2012::build_command(hand_in),
                               .run = java2012::run_command(hand_in)},
                              {"javac", "java"}, "Java (javac and java)")}};
    plan.agent.ways[0].repeat = fmt::format("javac {}", fmt::join(hand_in.sources, " "));
    return plan;
}

Result<AgentPlan> plan_agent(const fs::path& directory, const fs::path& called,
                             const Tools& tools) {
    std::error_code error;
    if (!fs::is_directory(directory, error))
        return fail("found no directory '{}', expected an agent's", called.string());
    for (const char* name : kMakefiles)
        if (fs::exists(directory / name, error)) return makefile_plan(name);

    Result<std::optional<Source>> agent = find_source(directory, called, "homework", tools);
    if (!agent) return tl::unexpected(agent.error());
    if (!*agent) {
        const Result<std::optional<java2012::HandIn>> java = java2012::find_hand_in(directory);
        if (!java) return tl::unexpected(java.error());
        if (*java) return java_2012_plan(**java);
        const std::string hint = guess(directory);
        return fail("{}: no agent here: {}expected a Makefile, or {}, or a class of 2012",
                    called.string(), hint.empty() ? "" : hint + "; ", names_of("homework"));
    }
    Result<std::optional<Source>> calibrate = find_source(directory, called, "calibrate", tools);
    if (!calibrate) return tl::unexpected(calibrate.error());
    return AgentPlan{std::move(**agent), std::move(*calibrate)};
}

}  // namespace zerosum
