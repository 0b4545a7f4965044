#include "sandbox/warden/held_files.h"

#include <linux/kcmp.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/kernel_files.h"
#include "core/text.h"
#include "sandbox/warden/proc.h"

namespace zerosum::warden {

namespace {

// A descriptor costs about a microsecond, and the program is being timed. Twenty processes with
// as many open files as they have from the start reach this; an honest program is far below.
constexpr std::size_t kMostDescriptors = 20'000;

using FileId = std::pair<dev_t, ino_t>;

bool lives_in_memory(const std::string& path) {
    struct statfs status {};
    if (statfs(path.c_str(), &status) != 0) return false;
    const auto type = static_cast<std::uint64_t>(status.f_type);
    return type == TMPFS_MAGIC || type == HUGETLBFS_MAGIC || type == RAMFS_MAGIC;
}

class Walk {
 public:
    explicit Walk(std::span<const dev_t> disks) : disks_(disks) {}

    // A thread can have a table of open files of its own, and lives on when the first one is gone.
    void visit_process(pid_t pid) {
        pid_t visited = 0;
        const std::string tasks = proc(pid, "task");
        for_each_number_in(tasks, [&](pid_t thread, int /*directory*/) {
            if (visited != 0 && !differ(visited, thread)) return;
            if (visit_table(tasks + "/" + std::to_string(thread) + "/fd")) visited = thread;
        });
    }
    HeldFiles take() { return std::move(held_); }

 private:
    // Kernels that cannot tell say that they do not.
    static bool differ(pid_t one, pid_t other) {
        return syscall(SYS_kcmp, one, other, KCMP_FILES, 0, 0) > 0;
    }

    bool visit_table(const std::string& table) {
        return for_each_number_in(table, [&](int number, int directory) {
            if (visited_ >= kMostDescriptors) {
                held_.complete = false;
                return;
            }
            ++visited_;
            const std::string name = std::to_string(number);
            struct stat status {};
            if (fstatat(directory, name.c_str(), &status, 0) != 0) return;
            if (!S_ISREG(status.st_mode) || status.st_nlink != 0 || status.st_blocks == 0) return;
            if (!seen_.emplace(status.st_dev, status.st_ino).second) return;
            const std::size_t bytes = static_cast<std::size_t>(status.st_blocks) * 512;
            const bool on_its_disk =
                std::find(disks_.begin(), disks_.end(), status.st_dev) != disks_.end();
            if (on_its_disk || !lives_in_memory(table + "/" + name)) {
                held_.disk += bytes;
            } else {
                held_.memory += bytes;
                held_.in_memory.push_back({status.st_dev, status.st_ino, bytes});
            }
        });
    }

    std::span<const dev_t> disks_;
    std::set<FileId> seen_;
    std::size_t visited_ = 0;
    HeldFiles held_;
};

// The file behind a line of smaps that begins a mapping:
//   7f0c2a000000-7f0c2e000000 rw-s 00000000 00:01 4242   /memfd:name (deleted)
std::optional<FileId> mapped_file(const std::string& line) {
    unsigned major_number = 0;
    unsigned minor_number = 0;
    unsigned long inode = 0;
    if (std::sscanf(line.c_str(), "%*x-%*x %*s %*x %x:%x %lu", &major_number, &minor_number,
                    &inode) != 3)
        return std::nullopt;
    return FileId{makedev(major_number, minor_number), inode};
}

}  // namespace

HeldFiles held_files(std::span<const pid_t> pids, std::span<const dev_t> disks) {
    Walk walk(disks);
    for (const pid_t pid : pids) walk.visit_process(pid);
    return walk.take();
}

std::size_t unmapped_memory(const HeldFiles& held, std::span<const pid_t> pids) {
    std::map<FileId, std::size_t> left;
    for (const HeldFile& file : held.in_memory) left[{file.device, file.inode}] = file.bytes;
    for (const pid_t pid : pids) {
        const std::string smaps = left.empty() ? "" : kernel_file(proc(pid, "smaps"));
        auto file = left.end();
        std::size_t share = 0;  // of this process in the mapping: its Pss
        for (const std::string_view line : split_lines(smaps)) {
            if (const auto id = mapped_file(std::string(line))) {
                file = left.find(*id);
            } else if (file != left.end() && line.starts_with("Pss:")) {
                share = status_field(line, "Pss:", 1024);
            } else if (file != left.end() && line.starts_with("Anonymous:")) {
                // Pages that it has made its own are the process's, not the file's.
                share -= std::min(share, status_field(line, "Anonymous:", 1024));
                file->second -= std::min(file->second, share);
            }
        }
    }
    std::size_t bytes = 0;
    for (const auto& [id, rest] : left) bytes += rest;
    return bytes;
}

}  // namespace zerosum::warden
