#pragma once
// Comma-separated values as RFC 4180 writes them.

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace zerosum {

// A text as one field: in quotes when it holds a comma, a quote or the end of a line. What a
// spreadsheet would take for a formula gets an apostrophe before it, which makes it a text there.
[[nodiscard]] std::string quoted_csv(std::string_view text);

struct CsvRow {
    int line = 0;  // on which it begins, from 1
    std::vector<std::string> fields;
};

// The rows of a file, also with CR LF and a byte order mark; blank lines are left out. The error
// names the line of a quote that has no end, or has something behind it.
[[nodiscard]] Result<std::vector<CsvRow>> parse_csv(std::string_view text);

}  // namespace zerosum
