// zerosum-warden: the small process that stands between the referee and a program.
//
// The referee's process may be large, have many threads and be killed at any instant. The warden
// is small, so that starting a program from it is cheap; has one thread, so that ptrace and wait
// see everything; adopts every orphan of its program, so that nothing escapes; and notices when
// the referee dies. It is embedded in the library (warden_image.S) and started from memory.
//
//   zerosum-warden           one order from descriptor 3, the account back to it
//   zerosum-warden inside    the second half of a start inside bubblewrap
//   zerosum-warden users     holds a new user namespace open, for our other processes to enter
//   zerosum-warden reclaim   makes a tree the account's own that was lent to a program's user
//   zerosum-warden evade     one of the evasions that `zerosum doctor` proves the tiers with

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

#include "sandbox/warden/child.h"
#include "sandbox/warden/evasions.h"
#include "sandbox/warden/supervisor.h"
#include "sandbox/warden/users.h"

namespace {

constexpr int kControl = 3;
constexpr int kCallerIn = 4;
constexpr int kCallerOut = 5;
constexpr int kUsers = 6;

// With a user of the account's for the program, where the order names one.
zerosum::Account run(const zerosum::Order& order) {
    using namespace zerosum::warden;
    const bool session = order.streams_are_ours;
    const auto supervised = [&] {
        return supervise(order, kControl, session ? kCallerIn : -1, session ? kCallerOut : -1);
    };
    if (order.user == 0) return supervised();
    zerosum::Result<void> ready = enter_users(kUsers);
    close(kUsers);
    if (ready) ready = lend(order);
    zerosum::Account account;
    if (ready) {
        account = supervised();
    } else {
        account.ending = zerosum::Ending::NotStarted;
        account.trouble = ready.error().message;
    }
    take_back(order);
    return account;
}

int serve() {
    close_range(kUsers + 1, ~0U, 0);
    // Of the same user as the program, where neither has root: not to be looked into.
    (void)prctl(PR_SET_DUMPABLE, 0);
    (void)std::signal(SIGPIPE, SIG_IGN);
    const auto bytes = zerosum::receive_message(kControl);
    if (!bytes) return 1;
    const auto order = zerosum::decode_order(*bytes);
    if (!order || order->job.command.empty()) return 1;
    zerosum::Notice notice;
    notice.account = run(*order);
    return zerosum::send_message(kControl, zerosum::encode(notice)) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 4 && std::strcmp(argv[1], "inside") == 0)
        zerosum::warden::continue_inside_bwrap(std::atoi(argv[2]), std::atoi(argv[3]));
    if (argc >= 3 && std::strcmp(argv[1], "evade") == 0)
        return zerosum::warden::evade({argv + 2, argv + argc});
    if (argc == 2 && std::strcmp(argv[1], "users") == 0)
        return zerosum::warden::hold_namespace(kControl);
    if (argc == 3 && std::strcmp(argv[1], "reclaim") == 0)
        return zerosum::warden::reclaim(kUsers, argv[2]);
    return serve();
}
