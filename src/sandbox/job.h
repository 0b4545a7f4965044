#pragma once
// What is to be run.

#include <filesystem>
#include <string>
#include <vector>

#include "sandbox/limits.h"

namespace zerosum {

// A program, where it runs and what it may touch. All paths are absolute.
//
// When we are root, the program runs as the owner of `directory` (see Workspace), so that what it
// may do to files is decided by the oldest wall there is. Its environment is PATH, HOME (its
// directory), TMPDIR, LANG and nothing else; its standard input is empty; it has no other open
// file and leads its own session.
struct Job {
    std::vector<std::string> command;             // command[0]: a path, or a name found in PATH
    std::filesystem::path directory;              // its current directory; it may write there
    std::filesystem::path temporary;              // its TMPDIR; it may write there
    std::vector<std::filesystem::path> readable;  // also readable and executable for it
    Limits limits;
};

// The directories that a command without a slash is looked for in, for us and for the program.
inline constexpr const char* kProgramPath = "/usr/local/bin:/usr/bin:/bin";

}  // namespace zerosum
