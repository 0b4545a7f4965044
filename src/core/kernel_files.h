#pragma once
// Files of /proc and /sys: they have no size, and the process or the device that one of them tells
// of may go away between open and read. (A std::istreambuf_iterator throws there.)

#include <string>

namespace zerosum {

// The whole file; empty when it cannot be read, and what was read until then when it ends early.
[[nodiscard]] std::string kernel_file(const std::string& path);

}  // namespace zerosum
