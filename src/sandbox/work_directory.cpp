#include "sandbox/work_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "core/descriptor.h"
#include "sandbox/process_name.h"
#include "sandbox/subordinate_users.h"

namespace zerosum {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "zerosum-";

struct Use {
    Descriptor lock;
    std::size_t count = 0;
};
std::mutex mutex;                // NOLINT: of the two below
std::map<fs::path, Use> in_use;  // NOLINT: what this process has made, and is to remove
std::map<fs::path, bool> swept;  // NOLINT

// The descriptor of a directory of our own that no living process has locked.
Descriptor locked(const fs::path& path) {
    Descriptor fd(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status {};
    if (!fd.open() || fstat(fd.get(), &status) != 0 || status.st_uid != geteuid() ||
        flock(fd.get(), LOCK_EX | LOCK_NB) != 0)
        fd.reset();
    return fd;
}

bool stands_at(const Descriptor& fd, const fs::path& path) {
    struct stat here {};
    struct stat there {};
    return fstat(fd.get(), &here) == 0 && lstat(path.c_str(), &there) == 0 &&
           here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

Result<Descriptor> make(const fs::path& path) {
    // Between the making and the lock another process may sweep it.
    for (int tries = 0; tries < 10; ++tries) {
        if (mkdir(path.c_str(), 0711) != 0 && errno != EEXIST) break;
        Descriptor lock = locked(path);
        if (!lock.open() || !stands_at(lock, path)) continue;
        if (fchmod(lock.get(), 0711) != 0) break;  // whatever the mask of this process
        return lock;
    }
    return fail("{}: {}", path.string(), std::strerror(errno));
}

}  // namespace

void sweep_work(const fs::path& base) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(base, error)) {
        const std::string name = entry.path().filename();
        if (!is_named_by_process(name, kPrefix)) continue;
        const Descriptor lock = locked(entry.path());
        if (lock.open()) (void)remove_lent_tree(entry.path());
    }
}

Result<WorkDirectory> WorkDirectory::use() {
    std::error_code error;
    const fs::path base = fs::canonical(fs::temp_directory_path(error), error);
    if (error) return fail("no directory for temporary files: {}", error.message());
    const std::lock_guard guard(mutex);
    if (!std::exchange(swept[base], true)) sweep_work(base);
    const fs::path path = base / named_by_process(kPrefix);
    Use& use = in_use[path];
    if (use.count == 0) {
        Result<Descriptor> lock = make(path);
        if (!lock) return tl::unexpected(lock.error());
        use.lock = std::move(*lock);
    }
    ++use.count;
    return WorkDirectory(path);
}

WorkDirectory::WorkDirectory(WorkDirectory&& other) noexcept : path_(std::move(other.path_)) {
    other.path_.clear();
}

WorkDirectory::~WorkDirectory() {
    if (path_.empty()) return;
    const std::lock_guard guard(mutex);
    Use& use = in_use[path_];
    if (--use.count > 0) return;
    (void)rmdir(path_.c_str());
    in_use.erase(path_);
}

}  // namespace zerosum
