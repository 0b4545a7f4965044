#pragma once
// One process at a time works on a file: a lock file beside it, which the kernel frees when the
// process dies, however it dies.

#include <filesystem>
#include <string_view>

#include "core/result.h"

namespace zerosum {

// Holds the lock while it lives.
class ProcessLock {
 public:
    // `doing`: what another process that holds it is doing, for the message: "playing on".
    [[nodiscard]] static Result<ProcessLock> take(const std::filesystem::path& path,
                                                  std::string_view doing);
    ProcessLock(ProcessLock&& other) noexcept;
    ProcessLock& operator=(ProcessLock&& other) noexcept;
    ~ProcessLock();

 private:
    explicit ProcessLock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_;
};

}  // namespace zerosum
