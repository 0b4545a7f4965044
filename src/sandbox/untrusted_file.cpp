#include "sandbox/untrusted_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>

#include "core/descriptor.h"

namespace zerosum {

tl::expected<std::string, FileTrouble> read_untrusted_file(const std::filesystem::path& path,
                                                           std::size_t limit) {
    const Descriptor fd(
        open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!fd.open()) {
        if (errno == ENOENT) return tl::unexpected(FileTrouble::Missing);
        // ELOOP: a link. ENXIO: a socket or a device.
        if (errno == ELOOP || errno == ENXIO) return tl::unexpected(FileTrouble::NotAFile);
        return tl::unexpected(FileTrouble::Unreadable);
    }
    struct stat status {};
    if (fstat(fd.get(), &status) != 0) return tl::unexpected(FileTrouble::Unreadable);
    if (!S_ISREG(status.st_mode)) return tl::unexpected(FileTrouble::NotAFile);
    // Root could read it all the same: but the verdict must not depend on who runs the match.
    if ((status.st_mode & S_IRUSR) == 0) return tl::unexpected(FileTrouble::Unreadable);
    if (static_cast<std::size_t>(status.st_size) > limit)
        return tl::unexpected(FileTrouble::TooLong);

    std::string bytes;
    std::array<char, 16384> buffer{};
    for (;;) {
        const ssize_t n = read(fd.get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return tl::unexpected(FileTrouble::Unreadable);
        if (n == 0) return bytes;
        bytes.append(buffer.data(), static_cast<std::size_t>(n));
        if (bytes.size() > limit) return tl::unexpected(FileTrouble::TooLong);
    }
}

}  // namespace zerosum
