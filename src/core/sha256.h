#pragma once
// SHA-256 (FIPS 180-4), for contents named by it and secrets that are kept as hashes only.

#include <string>
#include <string_view>

namespace zerosum {

// 64 hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace zerosum
