#pragma once
// One process at a time works on a file: a lock file beside it, which the kernel frees when the
// process dies, however it dies.

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "core/result.h"

namespace zerosum {

// Holds the lock while it lives.
class ProcessLock {
 public:
    // One lock file has two locks, each a byte of it. Both are of open files, not of processes: two
    // holders in one process exclude each other too.
    enum class Part : std::uint8_t {
        Whole,     // works on the file
        Planning,  // plans what the others are to do: see tournament/planner.h
    };

    // `doing`: what another process that holds it is doing, for the message: "playing on".
    [[nodiscard]] static Result<ProcessLock> take(const std::filesystem::path& path,
                                                  std::string_view doing, Part part = Part::Whole);
    // Whether anybody holds it now. Asking disturbs nobody.
    [[nodiscard]] static Result<bool> is_held(const std::filesystem::path& path, Part part);

    ProcessLock(ProcessLock&& other) noexcept;
    ProcessLock& operator=(ProcessLock&& other) noexcept;
    ~ProcessLock();

 private:
    explicit ProcessLock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_;
};

}  // namespace zerosum
