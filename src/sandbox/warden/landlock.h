#pragma once
// Landlock: an unprivileged process gives up file access, TCP and signals for itself and all that
// it starts. Used through its raw system calls, as C libraries have no wrappers yet.

#include <string>
#include <vector>

#include "core/result.h"

namespace zerosum::warden {

// The kernel's version of the interface, at most `cap` unless that is 0; 0 when there is none or it
// is switched off.
[[nodiscard]] int landlock_version(int cap = 0);
// From this version on, signals to processes outside are refused.
inline constexpr int kLandlockVersionWithSignals = 6;

struct AllowedPaths {
    std::vector<std::string> readable;  // files and trees to read and execute
    std::vector<std::string> writable;  // trees to do anything in
    std::vector<std::string> devices;   // files to read and write
};

// Restricts the calling process to these paths; ones that do not exist are passed over. Needs
// PR_SET_NO_NEW_PRIVS.
[[nodiscard]] Result<void> restrict_to(const AllowedPaths& paths, int version);

}  // namespace zerosum::warden
