#pragma once
// The warden among the users of an ordinary account (subordinate_users.h): in the namespace that
// knows them it may do to them what root may do to all.

#include <filesystem>

#include "core/result.h"
#include "sandbox/wire.h"

namespace zerosum::warden {

// Makes this process one of the namespace. It keeps its own user.
[[nodiscard]] Result<void> enter_users(int user_namespace);

// The program's directories become its user's, and this process's own again. Nothing of the
// program may be alive.
[[nodiscard]] Result<void> lend(const Order& order);
void take_back(const Order& order);

// `users`: stands in a new user namespace until the other end of the socket is closed.
[[nodiscard]] int hold_namespace(int control);
// `reclaim`: makes a tree this process's own.
[[nodiscard]] int reclaim(int user_namespace, const std::filesystem::path& top);

}  // namespace zerosum::warden
