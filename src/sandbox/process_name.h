#pragma once
// Names for what a process makes and may leave behind when it is killed: its number and the time
// of its start, so that a number that comes round again makes no mistake.

#include <optional>
#include <string>
#include <string_view>

namespace zerosum {

// "zerosum-4711-123456": the number, and the start in clock ticks since boot.
[[nodiscard]] std::string named_by_process(std::string_view prefix);
[[nodiscard]] bool is_named_by_process(std::string_view name, std::string_view prefix);
// Whether the process of such a name is at work.
[[nodiscard]] bool namesake_lives(std::string_view name, std::string_view prefix);

}  // namespace zerosum
