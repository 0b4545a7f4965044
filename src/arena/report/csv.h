#pragma once
// Comma-separated values as RFC 4180 writes them.

#include <string>
#include <string_view>

namespace zerosum {

// A text as one field: in quotes when it holds a comma, a quote or the end of a line.
[[nodiscard]] std::string quoted_csv(std::string_view text);

}  // namespace zerosum
