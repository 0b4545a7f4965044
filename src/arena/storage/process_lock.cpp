#include "arena/storage/process_lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace zerosum {

namespace {

// Close-on-exec: an agent that outlives this process must not keep the file locked.
Result<int> open_lock_file(const std::filesystem::path& path) {
    std::filesystem::path lock = path;
    lock += ".lock";
    const int descriptor = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor >= 0) return descriptor;
    return fail("it cannot be written, its lock file {} cannot be opened: {}", lock.string(),
                std::generic_category().message(errno));
}

struct flock byte_of(ProcessLock::Part part) {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = part == ProcessLock::Part::Whole ? 0 : 1;
    lock.l_len = 1;
    return lock;
}

}  // namespace

Result<ProcessLock> ProcessLock::take(const std::filesystem::path& path, std::string_view doing,
                                      Part part) {
    const Result<int> file = open_lock_file(path);
    if (!file) return tl::unexpected(file.error());
    const struct flock wanted = byte_of(part);
    if (::fcntl(*file, F_OFD_SETLK, &wanted) != 0) {
        const int why = errno;
        ::close(*file);
        if (why == EAGAIN || why == EACCES)
            return fail("another process is {} it. Wait for it or stop it first", doing);
        return fail("it cannot be locked: {}", std::generic_category().message(why));
    }
    return ProcessLock(*file);
}

Result<bool> ProcessLock::is_held(const std::filesystem::path& path, Part part) {
    const Result<int> file = open_lock_file(path);
    if (!file) return tl::unexpected(file.error());
    struct flock wanted = byte_of(part);
    const int asked = ::fcntl(*file, F_OFD_GETLK, &wanted);
    const int why = errno;
    ::close(*file);
    if (asked != 0) return fail("it cannot be locked: {}", std::generic_category().message(why));
    return wanted.l_type != F_UNLCK;
}

ProcessLock::ProcessLock(ProcessLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

ProcessLock& ProcessLock::operator=(ProcessLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

// The file stays: removing it would let two processes hold locks on two files of one name. A child
// that another thread has just forked shares the lock until it runs its program: to close is not
// enough, the lock has to be given up.
ProcessLock::~ProcessLock() {
    if (descriptor_ < 0) return;
    struct flock all {};
    all.l_type = F_UNLCK;
    all.l_whence = SEEK_SET;
    (void)::fcntl(descriptor_, F_OFD_SETLK, &all);
    ::close(descriptor_);
}

}  // namespace zerosum
