#pragma once
// Whole files in and out.

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/result.h"

namespace zerosum {

// The file's bytes; "-" is standard input, and /dev/stdin and /dev/fd/N are what the caller was
// given open. Refuses at once what is no plain file (a pipe would be waited for, a device may have
// no end) and files over `limit` bytes.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& path,
                                            std::size_t limit = std::size_t{16} << 20U);

// Replaces the file in one step (temporary file beside it, then rename): a reader, or a kill at
// any instant, sees the old bytes or the new ones, never a part. "-" is standard output.
[[nodiscard]] Result<void> write_file_atomically(const std::filesystem::path& path,
                                                 std::string_view bytes);

// Removes what killed processes left beside `paths`, all in one folder, in the middle of
// write_file_atomically.
void remove_leftovers(std::initializer_list<std::filesystem::path> paths);
// Removes a plain file. What is not there, no plain file, or "-", is left alone.
void remove_file(const std::filesystem::path& path);

// Whether a file can go there, as far as that can be checked before the work that fills it.
[[nodiscard]] Result<void> check_place(const std::filesystem::path& path);

// Writes out what was printed to standard output; an error also when an earlier print failed. For
// the end of a program: what could not be written must not pass for done. A reader who went away
// (EPIPE) is no error. `why` is the errno of a print that is known to have failed: stdio forgets
// it.
[[nodiscard]] Result<void> finish_standard_output(int why = 0);

}  // namespace zerosum
