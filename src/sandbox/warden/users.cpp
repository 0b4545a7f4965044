#include "sandbox/warden/users.h"

#include <sched.h>
#include <unistd.h>

#include <cerrno>

#include "sandbox/tree.h"
#include "sandbox/warden/gate.h"

namespace zerosum::warden {

Result<void> enter_users(int user_namespace) {
    if (setns(user_namespace, CLONE_NEWUSER) != 0)
        return fail("the namespace of this account's users: {}", reason());
    return {};
}

Result<void> lend(const Order& order) {
    for (const auto& directory : {order.job.directory, order.job.temporary})
        if (auto given = give_tree(directory, order.user, order.user); !given) return given;
    return {};
}

void take_back(const Order& order) {
    for (const auto& directory : {order.job.directory, order.job.temporary})
        (void)give_tree(directory, geteuid(), getegid());
}

int hold_namespace(int control) {
    if (unshare(CLONE_NEWUSER) != 0) return 1;
    char last = 0;
    return write(control, "R", 1) == 1 && read(control, &last, 1) == 0 ? 0 : 1;
}

int reclaim(int user_namespace, const std::filesystem::path& top) {
    return enter_users(user_namespace) && give_tree(top, geteuid(), getegid()) ? 0 : 1;
}

}  // namespace zerosum::warden
