#pragma once
// The compilers and interpreters that hand-ins need, and where this machine has them.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace zerosum {

// What a user has named. Everything else is looked for where programs in the sandbox look.
struct Tools {
    std::string python2;  // --python2, [tools] python2; empty: $ZEROSUM_PYTHON2, else what is found

    friend bool operator==(const Tools&, const Tools&) = default;
};

// An interpreter outside of the system's directories may bring a library beside it.
struct Tool {
    std::string command;
    std::vector<std::filesystem::path> readable;  // what a program in the sandbox must see of it
};

// Nothing when this machine has no such program.
[[nodiscard]] std::optional<Tool> find_tool(std::string_view name);
[[nodiscard]] std::optional<std::filesystem::path> path_of_tool(std::string_view name);
[[nodiscard]] std::optional<Tool> find_python2(const Tools& tools);

// Whether what was named can be run by an agent; the error says what was found.
[[nodiscard]] Result<void> check_tools(const Tools& tools);

}  // namespace zerosum
