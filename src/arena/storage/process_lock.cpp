#include "arena/storage/process_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace zerosum {

Result<ProcessLock> ProcessLock::take(const std::filesystem::path& path, std::string_view doing) {
    std::filesystem::path lock = path;
    lock += ".lock";
    // Close-on-exec: an agent that outlives this process must not keep the file locked.
    const int descriptor = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor < 0) {
        return fail("it cannot be written, its lock file {} cannot be opened: {}", lock.string(),
                    std::generic_category().message(errno));
    }
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        const int why = errno;
        ::close(descriptor);
        if (why == EWOULDBLOCK)
            return fail("another process is {} it. Wait for it or stop it first", doing);
        return fail("it cannot be locked: {}", std::generic_category().message(why));
    }
    return ProcessLock(descriptor);
}

ProcessLock::ProcessLock(ProcessLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

ProcessLock& ProcessLock::operator=(ProcessLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

// The file stays: removing it would let two processes hold locks on two files of one name.
ProcessLock::~ProcessLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace zerosum
