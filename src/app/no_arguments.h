#pragma once
// The course calls homework and calibrate without arguments, and they take none: arguments
// would have no effect, so they are refused.

#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <string_view>

#include "core/text.h"

namespace zerosum {

// The status to end with when there are arguments: 0 after --help, 2 after anything else.
[[nodiscard]] inline std::optional<int> refuse_arguments(int argc, char** argv,
                                                         std::string_view program,
                                                         std::string_view usage) {
    if (argc < 2) return std::nullopt;
    const std::string_view argument = argv[1];
    if (argc == 2 && (argument == "--help" || argument == "-h")) {
        (void)std::fwrite(usage.data(), 1, usage.size(), stdout);
        return std::fflush(stdout) == 0 ? 0 : 2;
    }
    fmt::print(stderr, "{}: found '{}', expected no arguments\n{}", program, printable(argument),
               usage);
    return 2;
}

}  // namespace zerosum
