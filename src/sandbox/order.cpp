#include "sandbox/order.h"

#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "sandbox/seccomp_filter.h"

namespace zerosum {

namespace {

const Result<std::string>& filter_for(bool deny_metadata) {
    static const Result<std::string> usual = make_seccomp_filter(false);
    static const Result<std::string> strict = make_seccomp_filter(true);
    return deny_metadata ? strict : usual;
}

// For tests: walls as they stand on an older kernel.
int landlock_cap() {
    const char* text = std::getenv("ZEROSUM_LANDLOCK_ABI");  // NOLINT: it does not change meanwhile
    return text != nullptr ? std::atoi(text) : 0;
}

}  // namespace

bool shares_our_files(const Confinement& walls) {
    return geteuid() != 0 && !walls.mounts && !walls.bwrap;
}

Result<Order> make_order(const Job& job, const Setup& setup) {
    if (job.command.empty() || job.command[0].empty()) return fail("there is no command to run");
    if (!job.directory.is_absolute() || !job.temporary.is_absolute())
        return fail("a program's directories must be absolute paths");
    Order order;
    order.job = job;
    order.setup = setup;
    order.landlock_cap = landlock_cap();
    static std::atomic<bool> swept = false;
    order.sweep = !swept.exchange(true);
    if (setup.confinement.seccomp) {
        const Result<std::string>& filter = filter_for(shares_our_files(setup.confinement));
        if (!filter) return tl::unexpected(filter.error());
        order.seccomp_filter = *filter;
    }
    return order;
}

}  // namespace zerosum
