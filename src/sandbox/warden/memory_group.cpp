#include "sandbox/warden/memory_group.h"

#include <string>

namespace zerosum::warden {

void MemoryGroup::prepare(std::size_t limit, bool sweep) {
    if (limit == 0) return;
    const std::string bytes = std::to_string(limit);
    Result<Cgroup> group = Cgroup::make("memory", sweep);
    if (!group || !group->write("memory.limit_in_bytes", bytes)) return;
    // Memory and swap together; not every kernel counts swap.
    (void)group->write("memory.memsw.limit_in_bytes", bytes);
    group_.emplace(std::move(*group));
}

void MemoryGroup::join(Birthplace& birthplace) const {
    if (group_) birthplace.entries.push_back(group_->entry());
}

void MemoryGroup::adopt(pid_t child) {
    if (group_ && !group_->take(child)) group_.reset();
}

bool MemoryGroup::out_of_memory() const {
    return group_ && group_->number("memory.oom_control", "oom_kill") > 0;
}

std::size_t MemoryGroup::peak() const {
    return group_ ? static_cast<std::size_t>(group_->number("memory.max_usage_in_bytes", "")) : 0;
}

}  // namespace zerosum::warden
