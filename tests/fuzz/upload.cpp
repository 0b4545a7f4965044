// Any upload to the hand-in desk, by its name and its bytes. An input is a line with the file's
// name and then the bytes; what libarchive makes of them must stay within the limits and the
// directory.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "arena/desk/unpack.h"
#include "sandbox/workspace.h"

using namespace zerosum;

namespace {

namespace fs = std::filesystem;

constexpr ArchiveRules kLimits{std::size_t{1} << 20U, 50, 4, 40};

void require(bool holds) {
    if (!holds) std::abort();
}

// Only plain files and folders, as many and as large as the limits say.
void check_tree(const fs::path& top) {
    std::size_t entries = 0;
    std::size_t bytes = 0;
    for (fs::recursive_directory_iterator at(top), end; at != end; ++at) {
        require(!at->is_symlink() && (at->is_regular_file() || at->is_directory()));
        require(at->path().filename().string().size() <= kLimits.name);
        require(static_cast<std::size_t>(at.depth()) < kLimits.depth);
        ++entries;
        if (at->is_regular_file()) bytes += at->file_size();
    }
    require(entries > 0 && entries <= kLimits.entries && bytes <= kLimits.bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Workspace space = *Workspace::make();
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t line = std::min(input.find('\n'), size);
    const fs::path to = space.home() / "to";
    const Result<void> done =
        unpack_upload(input.substr(0, line), input.substr(std::min(line + 1, size)), to, kLimits);
    require(done.has_value() == fs::exists(to));
    require(done || !done.error().message.empty());
    if (done) {
        check_tree(to);
        fs::remove_all(to);
    }
    require(fs::is_empty(space.home()));
    return 0;
}
