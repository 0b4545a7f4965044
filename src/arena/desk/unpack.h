#pragma once
// What a student uploads, made into files: one source file, or a tar, tar.gz or zip archive.

#include <filesystem>
#include <string>
#include <string_view>

#include "arena/storage/archive.h"
#include "core/result.h"

namespace zerosum {

// Fills the new directory `to`; its parent must be there. An error says what is wrong for the one
// who uploaded it, and leaves nothing behind. `file` is what the upload is called, and decides
// whether it is an archive (.zip, .tar, .tar.gz, .tgz).
//
// Where everything is in one folder, as most programs that make archives put it, the folder's
// contents are the hand-in. What a Mac adds (__MACOSX, .DS_Store) is left out.
[[nodiscard]] Result<void> unpack_upload(std::string_view file, std::string_view bytes,
                                         const std::filesystem::path& to,
                                         const ArchiveRules& rules = {});

}  // namespace zerosum
