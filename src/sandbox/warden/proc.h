#pragma once
// Numbers and names of /proc; core/kernel_files.h reads its files.

#include <dirent.h>
#include <sys/types.h>

#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace zerosum::warden {

inline std::optional<int> parse_number(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// Calls visit(number, directory's descriptor) for every entry whose name is a number. False when
// the directory cannot be read.
template <typename Visit>
bool for_each_number_in(const std::string& directory, Visit visit) {
    DIR* entries = opendir(directory.c_str());
    if (entries == nullptr) return false;
    while (const dirent* entry = readdir(entries))  // NOLINT: this process has one thread
        if (const auto number = parse_number(static_cast<const char*>(entry->d_name)))
            visit(*number, dirfd(entries));
    closedir(entries);
    return true;
}

// The value in bytes of a "Name:   123 kB" line, or the plain number of a line without unit.
inline std::size_t status_field(std::string_view status, std::string_view name, std::size_t unit) {
    const std::size_t at = status.find(name);
    if (at == std::string_view::npos) return 0;
    const std::string number(status.substr(at + name.size(), 32));
    return static_cast<std::size_t>(std::strtoull(number.c_str(), nullptr, 10)) * unit;
}

inline std::string proc(pid_t pid, const char* file) {
    return "/proc/" + std::to_string(pid) + "/" + file;
}

}  // namespace zerosum::warden
