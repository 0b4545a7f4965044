#include "core/kernel_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

#include "core/descriptor.h"

namespace zerosum {

std::string kernel_file(const std::string& path) {
    const Descriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string bytes;
    if (!fd.open()) return bytes;
    std::array<char, 4096> buffer;  // not cleared: the warden reads thousands of these
    for (;;) {
        const ssize_t n = read(fd.get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return bytes;
        bytes.append(buffer.data(), static_cast<std::size_t>(n));
    }
}

}  // namespace zerosum
