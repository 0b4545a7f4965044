#pragma once
// A control group of the v1 memory controller: the kernel's own limit on everything that a program
// holds in memory, mapped or not (files in memory and what waits in sockets included).

#include <sys/types.h>

#include <cstddef>
#include <optional>

#include "sandbox/warden/cgroup.h"
#include "sandbox/warden/child.h"

namespace zerosum::warden {

// Where there is no limit, or no such hierarchy that we may write, it does nothing.
class MemoryGroup {
 public:
    void prepare(std::size_t limit, bool sweep);
    void join(Birthplace& birthplace) const;
    void adopt(pid_t child);

    [[nodiscard]] bool limits() const { return group_.has_value(); }
    [[nodiscard]] bool out_of_memory() const;
    [[nodiscard]] std::size_t peak() const;

 private:
    std::optional<Cgroup> group_;
};

}  // namespace zerosum::warden
