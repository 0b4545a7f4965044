#pragma once
// Runs one of the warden's evasions (warden/evasions.h) as if it were an agent.

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "sandbox/account.h"
#include "sandbox/limits.h"
#include "sandbox/setup.h"
#include "sandbox/workspace.h"

namespace zerosum {

// A workspace with the program of the evasions in it.
class EvasionRun {
 public:
    [[nodiscard]] static Result<EvasionRun> prepare();

    // {"memory-hog", "500"} under this setup.
    [[nodiscard]] Account operator()(const std::vector<std::string>& arguments, const Setup& setup,
                                     const Limits& limits) const;
    [[nodiscard]] const Workspace& workspace() const { return workspace_; }

 private:
    explicit EvasionRun(Workspace workspace) : workspace_(std::move(workspace)) {}
    Workspace workspace_;
};

}  // namespace zerosum
