#include "sandbox/warden/storage.h"

#include <sys/stat.h>

#include <algorithm>

#include "sandbox/tree.h"

namespace zerosum::warden {

namespace {

dev_t device_of(const std::filesystem::path& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 ? status.st_dev : dev_t{0};
}

}  // namespace

Storage::Storage(const Job& job)
    : job_(job), disks_{device_of(job.directory), device_of(job.temporary)} {}

Limit Storage::limit_with(const HeldFiles& held) const {
    const Limits& limits = job_.limits;
    const std::size_t entry_limit = limits.files > 0 ? limits.files : SIZE_MAX;
    TreeSize use = measure_tree(job_.directory, entry_limit);
    const TreeSize temporary = measure_tree(job_.temporary, entry_limit);
    use.bytes += temporary.bytes + held.disk;
    use.entries += temporary.entries;
    if (use.entries >= entry_limit || !held.complete) return Limit::Files;
    if (limits.disk > 0 && use.bytes > limits.disk) return Limit::Disk;
    if (limits.file_size > 0 && std::max(use.largest, temporary.largest) >= limits.file_size)
        return Limit::FileSize;
    return Limit::None;
}

}  // namespace zerosum::warden
