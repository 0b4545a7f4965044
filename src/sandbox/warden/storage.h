#pragma once
// What a program has on disk: its directories, and files without a name that it holds open.

#include <sys/types.h>

#include <array>
#include <span>

#include "sandbox/job.h"
#include "sandbox/warden/held_files.h"

namespace zerosum::warden {

class Storage {
 public:
    explicit Storage(const Job& job);

    // Looks at the files that these processes hold.
    void look(std::span<const pid_t> pids) { held_ = held_files(pids, disks_); }
    [[nodiscard]] const HeldFiles& held() const { return held_; }

    // The limit that is passed, with what was held at the last look: a file that loses its name
    // meanwhile is missed once, never counted twice.
    [[nodiscard]] Limit limit() const { return limit_with(held_); }
    // The same when no process is left.
    [[nodiscard]] Limit limit_at_end() const { return limit_with({}); }

 private:
    [[nodiscard]] Limit limit_with(const HeldFiles& held) const;

    const Job& job_;
    std::array<dev_t, 2> disks_;  // of its directories
    HeldFiles held_;
};

}  // namespace zerosum::warden
