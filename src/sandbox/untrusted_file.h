#pragma once
// Reads a file that an untrusted program has left.

#include <cstdint>
#include <filesystem>
#include <string>
#include <tl/expected.hpp>

namespace zerosum {

enum class FileTrouble : std::uint8_t {
    Missing,
    NotAFile,  // a link, a pipe, a directory, a device
    TooLong,
    Unreadable,  // no permission, or an error of the disk
};

// At most `limit` bytes. Follows no link and does not wait: a pipe in the file's place is
// recognised without being opened for long.
[[nodiscard]] tl::expected<std::string, FileTrouble> read_untrusted_file(
    const std::filesystem::path& path, std::size_t limit);

}  // namespace zerosum
