#pragma once
// Texts that nobody can guess: tokens, invitations.

#include <string>

#include "core/result.h"

namespace zerosum {

// 128 random bits of the operating system, as 32 hexadecimal digits.
[[nodiscard]] Result<std::string> fresh_secret();

}  // namespace zerosum
