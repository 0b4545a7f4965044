#include "players/programs/tools.h"

#include <unistd.h>

#include <cstdlib>

#include "core/text.h"
#include "players/programs/command_line.h"
#include "sandbox/job.h"

namespace zerosum {

namespace fs = std::filesystem;

namespace {

bool is_executable(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

// What the user has named, from wherever.
std::string named_python2(const Tools& tools) {
    if (!tools.python2.empty()) return tools.python2;
    const char* named = std::getenv("ZEROSUM_PYTHON2");
    return named != nullptr ? named : "";
}

// An interpreter of its own directory, PREFIX/bin/python2, has its library in PREFIX/lib/python2.7.
// Nothing else beside a program is opened: ~/bin/python2 must not open the home.
std::optional<fs::path> library_of(const fs::path& program) {
    const fs::path prefix = program.parent_path().parent_path();
    std::error_code error;
    for (fs::directory_iterator entry(prefix / "lib", error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().filename().string().starts_with("python")) return prefix / "lib";
    return std::nullopt;
}

Tool tool_at(const fs::path& given) {
    std::error_code error;
    Tool tool;
    const fs::path path = fs::absolute(given, error).lexically_normal();
    tool.command = path.string();
    for (const fs::path& program : {path, fs::canonical(path, error)}) {
        if (program.empty()) continue;
        tool.readable.push_back(program);
        if (const std::optional<fs::path> library = library_of(program))
            tool.readable.push_back(*library);
    }
    return tool;
}

}  // namespace

std::optional<fs::path> path_of_tool(std::string_view name) {
    for (const std::string_view directory : split(kProgramPath, ':'))
        if (is_executable(fs::path(directory) / name)) return fs::path(directory) / name;
    return std::nullopt;
}

std::optional<Tool> find_tool(std::string_view name) {
    if (path_of_tool(name)) return Tool{std::string(name), {}};
    return std::nullopt;
}

std::optional<Tool> find_python2(const Tools& tools) {
    if (const std::string named = named_python2(tools); !named.empty())
        return check_tools(tools) ? std::optional(tool_at(named)) : std::nullopt;
    for (const char* name : {"python2", "python2.7"})
        if (std::optional<Tool> found = find_tool(name)) return found;
    return std::nullopt;
}

Result<void> check_tools(const Tools& tools) {
    const std::string named = named_python2(tools);
    if (named.empty()) return {};
    if (!is_executable(named))
        return fail("python2 {}: found no program there, expected an interpreter of Python 2",
                    printable(named, 200));
    std::error_code error;
    if (geteuid() == 0 && !open_to_all(fs::absolute(named, error).lexically_normal()))
        return fail(
            "python2 {}: found a program that other users cannot reach, expected one that they "
            "can: agents run as a user of their own",
            printable(named, 200));
    return {};
}

}  // namespace zerosum
