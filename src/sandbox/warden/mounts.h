#pragma once
// A mount namespace in which everything is read-only but the program's own directories, and /tmp
// and /dev/shm are its own. Root may always make one; others through a user namespace. Where root
// makes it, /proc shows to a program of another user no processes but that user's; in process
// numbers of its own it shows nothing else anyway.

#include <sys/types.h>

#include <string>
#include <vector>

#include "core/result.h"

namespace zerosum::warden {

// Moves the calling process into such a namespace. `directory` stays where it is and writable;
// `temporary` becomes /tmp; `readable` paths that /tmp would hide are shown again, read-only.
// `own_pids`: the process is already in new process numbers, and /proc becomes theirs.
[[nodiscard]] Result<void> enter_private_mounts(const std::string& directory,
                                                const std::string& temporary,
                                                const std::vector<std::string>& readable,
                                                bool own_pids);

// Makes the user and group the same inside a new user namespace as outside: the process owns its
// files and holds no power after exec.
[[nodiscard]] Result<void> keep_user(uid_t user, gid_t group);

}  // namespace zerosum::warden
