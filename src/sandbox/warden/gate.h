#pragma once
// The gate: the socket on which a child that is being set up tells how that went. A line that
// begins with E says why it cannot go on.

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace zerosum::warden {

// What the last system call failed by.
[[nodiscard]] inline std::string reason() {
    return std::strerror(errno);
}

[[noreturn]] inline void give_up(int gate, const std::string& why) {
    const std::string message = "E" + why;
    (void)!write(gate, message.data(), message.size());
    _exit(127);
}

}  // namespace zerosum::warden
