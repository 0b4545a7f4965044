#pragma once
// The system calls that a program is refused, as a BPF program for the kernel.

#include <string>

#include "core/result.h"

namespace zerosum {

// `deny_metadata` also refuses changes of permissions, owners and times by path. Landlock does not
// cover them, so this is for a program that shares our user and sees our file system writable.
//
// The bytes of a sock_filter array. Everything is allowed except what is listed in the .cpp:
// agents come in any language, and a list of allowed calls would be a list of runtimes.
[[nodiscard]] Result<std::string> make_seccomp_filter(bool deny_metadata);

}  // namespace zerosum
