#pragma once
// What programs and compilers said, for people: the lines that matter, safe to show, with paths as
// the author knows them.

#include <filesystem>
#include <string>
#include <string_view>

#include "sandbox/account.h"

namespace zerosum {

struct EvidenceShape {
    std::size_t lines = 12;
    std::size_t width = 120;  // characters per line
};

// The part of an output that says what went wrong, each line made safe (core/text.h), without a
// newline at the end. From a compiler, its first error with the source lines under it and the
// number of others; from an uncaught exception of Java, its name and where it was thrown; from
// anything else the last lines, because a traceback ends with the exception. What is left out is
// said in brackets.
//
//   homework.cpp:3:14: error: expected ';' before 'return'
//       3 |     int depth = 4
//         |              ^
//   [and 6 more errors]
[[nodiscard]] std::string evidence(std::string_view said, EvidenceShape shape = {});

// The same text with paths below `home` as seen from there: "homework.py", not
// "/tmp/zerosum.1/AbCdEf/home/homework.py".
[[nodiscard]] std::string relative_paths(std::string_view said, const std::filesystem::path& home);

// The first and the last lines of a text that fit into `limit` bytes: the first error is at the
// start, the exception at the end.
[[nodiscard]] std::string ends_of(std::string_view text, std::size_t limit);

// describe_ending of account.h, with both numbers where a limit ended the run: what it was, and
// what was used, as far as that is measured.
[[nodiscard]] std::string describe_ending(const Account& account, const Limits& limits);

// "1.5 GB", "64 MB", "900 bytes": by powers of 1024, as limits are set.
[[nodiscard]] std::string bytes_text(std::size_t bytes);

}  // namespace zerosum
