#include "core/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "core/descriptor.h"
#include "core/text.h"

namespace zerosum {

namespace {

std::string reason() {
    return std::strerror(errno);
}

// A path in a message.
std::string shown(const std::filesystem::path& path) {
    constexpr std::size_t longest = 300;
    return printable(path.native(), longest);
}

// What stands in the place of a file, or nothing when it is one.
std::string_view not_a_file(mode_t mode) {
    if (S_ISDIR(mode)) return "a directory";
    if (S_ISFIFO(mode)) return "a pipe";
    if (S_ISSOCK(mode)) return "a socket";
    return S_ISREG(mode) ? "" : "a device";
}

// Opened by the process that started us: "-", or <(command) of a shell.
bool was_given_open(std::string_view path) {
    return path == "-" || path == "/dev/stdin" || path.starts_with("/dev/fd/") ||
           path.starts_with("/proc/self/fd/");
}

constexpr std::string_view kTemporarySuffix = ".tmp";

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
    const bool given_open = was_given_open(path.native());
    // A pipe without a writer is opened without waiting for one, and then refused.
    const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (given_open ? 0 : O_NONBLOCK);
    const Descriptor fd(path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                    : open(path.c_str(), flags));
    if (fd.get() < 0)  // of a socket, and of a device that nobody serves: ENXIO
        return fail("{}: cannot open: {}", shown(path),
                    errno == ENXIO ? "is a socket or a device, expected a file" : reason());
    struct stat status {};
    if (fstat(fd.get(), &status) != 0) return fail("{}: cannot open: {}", shown(path), reason());
    if (const std::string_view found = not_a_file(status.st_mode);
        !found.empty() && (!given_open || S_ISDIR(status.st_mode)))
        return fail("{}: is {}, expected a file{}", shown(path), found,
                    S_ISFIFO(status.st_mode) ? "; - is standard input" : "");

    std::string bytes;
    std::array<char, 65536> buffer;  // not cleared: that costs more than to read a small file
    for (;;) {
        const ssize_t n = read(fd.get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail("{}: cannot read: {}", shown(path), reason());
        if (n == 0) return bytes;
        bytes.append(buffer.data(), static_cast<std::size_t>(n));
        if (bytes.size() > limit) return fail("{}: longer than {} bytes", shown(path), limit);
    }
}

Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view bytes) {
    if (path == "-") {
        if (!write_all(STDOUT_FILENO, bytes)) return fail("standard output: {}", reason());
        return {};
    }
    const std::filesystem::path temporary =
        path.string() + fmt::format(".{}{}", static_cast<long>(getpid()), kTemporarySuffix);
    const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return fail("{}: cannot write: {}", shown(path), reason());
    const bool written = write_all(fd, bytes);
    const std::string why = written ? "" : reason();
    const bool closed = close(fd) == 0;
    if (!written || !closed) {
        unlink(temporary.c_str());
        return fail("{}: cannot write: {}", shown(path), written ? reason() : why);
    }
    if (rename(temporary.c_str(), path.c_str()) != 0) {
        const std::string rename_error = reason();
        unlink(temporary.c_str());
        return fail("{}: cannot replace: {}", shown(path), rename_error);
    }
    return {};
}

void remove_leftovers(std::initializer_list<std::filesystem::path> paths) {
    namespace fs = std::filesystem;
    const fs::path& first = *paths.begin();
    const fs::path folder = first.has_parent_path() ? first.parent_path() : fs::path(".");
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (!entry.path().native().ends_with(kTemporarySuffix)) continue;
        const fs::path of = entry.path().stem();  // NAME.PID, of NAME.PID.tmp
        const auto beside = [&](const fs::path& path) { return path.filename() == of.stem(); };
        if (std::none_of(paths.begin(), paths.end(), beside) || !of.has_extension()) continue;
        const std::optional<std::int64_t> pid =
            parse_int(std::string_view(of.extension().native()).substr(1));
        const bool gone =
            pid && *pid > 0 && kill(static_cast<pid_t>(*pid), 0) != 0 && errno == ESRCH;
        if (gone) remove_file(entry.path());
    }
}

void remove_file(const std::filesystem::path& path) {
    struct stat status {};
    if (path != "-" && lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode))
        (void)unlink(path.c_str());
}

Result<void> check_place(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::filesystem::path folder = path.parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
        return fail("{}: there is no folder {}", shown(path), shown(folder));
    if (std::filesystem::is_directory(path, ignored))
        return fail("{}: is a directory, expected a file", shown(path));
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
