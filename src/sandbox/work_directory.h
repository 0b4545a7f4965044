#pragma once
// The one directory that holds all workspaces of this process, and the sweeping of those that
// killed processes have left.
//
//   TMPDIR/zerosum-PID-START/     START: when the process began, so that a number that comes round
//     XXXXXX/                     again makes no mistake; locked as long as the process lives
//     YYYYYY/

#include <filesystem>

#include "core/result.h"

namespace zerosum {

// A use of the directory: it is made with the first, and removed with the last.
class WorkDirectory {
 public:
    // The first use in a process also sweeps.
    [[nodiscard]] static Result<WorkDirectory> use();

    WorkDirectory(WorkDirectory&& other) noexcept;
    WorkDirectory& operator=(WorkDirectory&&) = delete;
    WorkDirectory(const WorkDirectory&) = delete;
    WorkDirectory& operator=(const WorkDirectory&) = delete;
    ~WorkDirectory();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
    explicit WorkDirectory(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_;
};

// Removes the work directories below `base` that are ours (by user) and whose process is gone.
void sweep_work(const std::filesystem::path& base);

}  // namespace zerosum
