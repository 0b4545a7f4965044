#pragma once
// Directories in one piece: packed by us, unpacked from us or from anybody.
//
// An archive may come from anybody. Nothing is made but what the rules allow, below one directory,
// and never through a link: so nothing can lead out of it. Everything is counted while it is
// unpacked, not by what the archive says of itself. libarchive reads the formats; of its filters
// only gzip is switched on.

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace zerosum {

struct ArchiveRules {
    std::size_t bytes = std::size_t{32} << 20U;  // of all files together, unpacked
    std::size_t entries = 500;                   // files and directories
    std::size_t depth = 8;                       // folders in folders
    std::size_t name = 120;                      // bytes of one name
    // What a person has made: only names that no shell, Makefile or terminal could mistake, at
    // least one file, and what a Mac adds is left out.
    bool strict = true;
    bool links = false;     // symbolic links, made as such when all else is there
    bool programs = false;  // the right to execute is kept
};

// An agent's sources as we pack them: any name, links and programs as they are.
inline constexpr ArchiveRules kTreeRules{.bytes = std::size_t{64} << 20U,
                                         .entries = 5000,
                                         .depth = 32,
                                         .name = 255,
                                         .strict = false,
                                         .links = true,
                                         .programs = true};

// A directory's files, folders and links as a tar.gz, sorted by name and without times and owners:
// two trees with the same contents give the same bytes. Pipes, sockets and devices are left out.
// Fails when it is larger or deeper than unpacking would allow.
[[nodiscard]] Result<std::string> pack_tree(const std::filesystem::path& top,
                                            const ArchiveRules& rules = kTreeRules);

// Fills the directory `to`, which is there and empty, from a tar, tar.gz or zip. An error leaves
// what was unpacked before it.
[[nodiscard]] Result<void> unpack_archive(std::string_view bytes, const std::filesystem::path& to,
                                          const ArchiveRules& rules);

// Whether a name is fit for a file of ours: visible, and nothing that a shell, a Makefile or a path
// could mistake.
[[nodiscard]] bool is_plain_name(std::string_view name, std::size_t longest);

// A new file, never one that is there, and not through a link.
[[nodiscard]] Result<void> write_new_file(const std::filesystem::path& path,
                                          std::string_view bytes);

}  // namespace zerosum
