#include "core/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace zerosum {

namespace {

// A file descriptor that closes itself.
class Descriptor {
 public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() {
        if (fd_ > STDERR_FILENO) close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return fd_; }

 private:
    int fd_;
};

std::string reason() {
    return std::strerror(errno);
}

bool write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path, std::size_t limit) {
    const bool standard_input = path == "-";
    const Descriptor fd(standard_input ? STDIN_FILENO
                                       : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (fd.get() < 0) return fail("{}: cannot open: {}", path.string(), reason());
    struct stat status {};
    if (fstat(fd.get(), &status) == 0 && S_ISDIR(status.st_mode))
        return fail("{}: is a directory, expected a file", path.string());

    std::string bytes;
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t n = read(fd.get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail("{}: cannot read: {}", path.string(), reason());
        if (n == 0) return bytes;
        bytes.append(buffer.data(), static_cast<std::size_t>(n));
        if (bytes.size() > limit) return fail("{}: longer than {} bytes", path.string(), limit);
    }
}

Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view bytes) {
    if (path == "-") {
        if (!write_all(STDOUT_FILENO, bytes)) return fail("standard output: {}", reason());
        return {};
    }
    const std::filesystem::path temporary =
        path.string() + fmt::format(".{}.tmp", static_cast<long>(getpid()));
    const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return fail("{}: cannot write: {}", path.string(), reason());
    const bool written = write_all(fd, bytes);
    const std::string why = written ? "" : reason();
    const bool closed = close(fd) == 0;
    if (!written || !closed) {
        unlink(temporary.c_str());
        return fail("{}: cannot write: {}", path.string(), written ? reason() : why);
    }
    if (rename(temporary.c_str(), path.c_str()) != 0) {
        const std::string rename_error = reason();
        unlink(temporary.c_str());
        return fail("{}: cannot replace: {}", path.string(), rename_error);
    }
    return {};
}

Result<void> check_place(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::filesystem::path folder = path.parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
        return fail("{}: there is no folder {}", path.string(), folder.string());
    if (std::filesystem::is_directory(path, ignored))
        return fail("{}: is a directory, expected a file", path.string());
    return {};
}

Result<void> finish_standard_output(int why) {
    static std::atomic<int> first_error = 0;  // stdio keeps that a write failed, but not why
    errno = 0;
    const bool flushed = std::fflush(stdout) == 0;
    if (flushed && std::ferror(stdout) == 0) return {};
    int none = 0;
    first_error.compare_exchange_strong(none, why != 0 ? why : errno);
    if (first_error == EPIPE) return {};
    if (first_error == 0) return fail("standard output: not everything could be written");
    return fail("standard output: {}", std::strerror(first_error));
}

}  // namespace zerosum
