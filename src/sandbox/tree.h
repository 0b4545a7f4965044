#pragma once
// Directory trees that an untrusted program has written: measured, emptied and copied without
// following a link out of them, whatever their depth, permissions and names.

#include <sys/types.h>

#include <cstddef>
#include <filesystem>

#include "core/result.h"

namespace zerosum {

struct TreeSize {
    std::size_t bytes = 0;  // allocated on disk
    std::size_t entries = 0;
    std::size_t largest = 0;  // length of the longest regular file
};

// Stops counting at `entry_limit` entries, and counts a tree deeper than 64 levels as that many.
[[nodiscard]] TreeSize measure_tree(const std::filesystem::path& top, std::size_t entry_limit);

// Removes everything below `top`; `top` itself stays.
[[nodiscard]] Result<void> empty_tree(const std::filesystem::path& top);
// The same, and `top` as well. A missing tree is as good as a removed one.
[[nodiscard]] Result<void> remove_tree(const std::filesystem::path& top);
// Renames a tree to a place on the same disk. What is there is removed first: a kill in between
// leaves neither.
[[nodiscard]] Result<void> replace_tree(const std::filesystem::path& from,
                                        const std::filesystem::path& to);

// Gives a tree, the top as well, to a user, whatever its depth. Nobody may be at work in it.
[[nodiscard]] Result<void> give_tree(const std::filesystem::path& top, uid_t user, gid_t group);

// Lets the owner run what a linker has made below `top`: it marks a program by chmod, which a
// filter may have refused it. Links are not followed. Nobody may be at work in the tree.
void mark_programs(const std::filesystem::path& top);

struct CopyLimits {
    std::size_t bytes = std::size_t{1} << 30U;
    std::size_t entries = 50'000;
};
// Copies regular files (with their permissions and times), directories and symbolic links (as
// links) of `from` into the existing directory `to`. Pipes, sockets and devices are left out.
[[nodiscard]] Result<void> copy_tree(const std::filesystem::path& from,
                                     const std::filesystem::path& to, CopyLimits limits = {});

}  // namespace zerosum
