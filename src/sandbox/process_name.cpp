#include "sandbox/process_name.h"

#include <unistd.h>

#include "core/kernel_files.h"

namespace zerosum {

namespace {

// Field 22 of /proc/PID/stat; the name in field 2 may hold blanks and parentheses.
std::string start_of(const std::string& pid) {
    const std::string stat = kernel_file("/proc/" + pid + "/stat");
    std::size_t at = stat.rfind(')');
    for (int field = 2; field < 22 && at != std::string::npos; ++field) at = stat.find(' ', at + 1);
    if (at == std::string::npos) return "0";
    return stat.substr(at + 1, stat.find(' ', at + 1) - at - 1);
}

}  // namespace

std::string named_by_process(std::string_view prefix) {
    const std::string pid = std::to_string(getpid());
    return std::string(prefix) + pid + "-" + start_of("self");
}

bool is_named_by_process(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix)) return false;
    name.remove_prefix(prefix.size());
    const std::size_t dash = name.find('-');
    const auto is_number = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return dash != std::string_view::npos && is_number(name.substr(0, dash)) &&
           is_number(name.substr(dash + 1));
}

bool namesake_lives(std::string_view name, std::string_view prefix) {
    name.remove_prefix(prefix.size());
    const std::size_t dash = name.find('-');
    return start_of(std::string(name.substr(0, dash))) == name.substr(dash + 1);
}

}  // namespace zerosum
