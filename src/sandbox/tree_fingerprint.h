#pragma once
// What is in a directory tree or a file, in a few letters: two with the same fingerprint are the
// same.

#include <filesystem>
#include <string>

#include "core/result.h"

namespace zerosum {

// Over names, contents and the right to execute of regular files, and over the targets of links, in
// the order of their names. Times, owners and empty directories do not count. It tells a change,
// and is not made to withstand an attempt to make two trees look alike.
[[nodiscard]] Result<std::string> fingerprint_tree(const std::filesystem::path& top);

}  // namespace zerosum
