#include "sandbox/user_numbers.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace zerosum {

UserNumbers& UserNumbers::of_this_machine() {
    static UserNumbers numbers((access("/run", W_OK) == 0
                                    ? std::filesystem::path("/run")
                                    : std::filesystem::temp_directory_path()) /
                               "zerosum-users.lock");
    return numbers;
}

Result<void> UserNumbers::open_file() {
    if (file_.open()) return {};
    Descriptor file(
        open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
    struct stat status {};
    if (!file.open() || fstat(file.get(), &status) != 0)
        return fail("{}: {}", path_.string(), std::strerror(errno));
    if (!S_ISREG(status.st_mode) || status.st_uid != geteuid())
        return fail("found something at {}, expected a file of our own", path_.string());
    file_ = std::move(file);
    return {};
}

bool UserNumbers::lock(uid_t number, short type) const {
    struct flock byte {};
    byte.l_type = type;
    byte.l_whence = SEEK_SET;
    byte.l_start = static_cast<off_t>(number - least_);
    byte.l_len = 1;
    return fcntl(file_.get(), F_OFD_SETLK, &byte) == 0;
}

Result<uid_t> UserNumbers::take() {
    const std::lock_guard guard(mutex_);
    if (auto opened = open_file(); !opened) return tl::unexpected(opened.error());
    // From a place that differs between processes: files that outlive their program shall not meet
    // its number again soon.
    if (next_ == 0) next_ = static_cast<uid_t>(getpid()) * 64;
    for (uid_t tries = 0; tries < count_; ++tries) {
        const uid_t number = least_ + next_++ % count_;
        if (taken_.contains(number) || !lock(number, F_WRLCK)) continue;
        taken_.insert(number);
        return number;
    }
    return fail("all {} user numbers for programs are taken: see {}", count_, path_.string());
}

void UserNumbers::give_back(uid_t number) {
    const std::lock_guard guard(mutex_);
    if (taken_.erase(number) > 0) (void)lock(number, F_UNLCK);
}

}  // namespace zerosum
