#pragma once
// What runs on this machine, as any user and in any name space of process numbers.

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "core/kernel_files.h"

namespace zerosum::tests {

// Whether a process has this command line, its words with blanks between them.
inline bool is_running(std::string_view command) {
    std::error_code error;
    for (std::filesystem::directory_iterator at("/proc", error), end; !error && at != end;
         at.increment(error)) {
        std::string line = kernel_file(at->path() / "cmdline");
        std::replace(line.begin(), line.end(), '\0', ' ');
        if (line == std::string(command) + " ") return true;
    }
    return false;
}

// "sleep N": longer than any test, and no other process of tests sleeps as long.
inline std::string own_sleep() {
    return "sleep " + std::to_string(10'000'000 + ::getpid());
}

}  // namespace zerosum::tests
