#pragma once
// The table of system_calls.h as a BPF program for the kernel.

#include <string>

#include "core/result.h"

namespace zerosum {

// `deny_metadata` also refuses changes of permissions, owners, times and lengths by path. Landlock
// does not cover them (lengths: before its version 3), so this is for a program that shares our
// user and sees our file system writable.
//
// The bytes of a sock_filter array. Calls of another architecture (i386, x32) are ENOSYS.
[[nodiscard]] Result<std::string> make_seccomp_filter(bool deny_metadata);

}  // namespace zerosum
