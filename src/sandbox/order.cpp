#include "sandbox/order.h"

#include <unistd.h>

#include "sandbox/seccomp_filter.h"

namespace zerosum {

namespace {

const Result<std::string>& filter_for(bool deny_metadata) {
    static const Result<std::string> usual = make_seccomp_filter(false);
    static const Result<std::string> strict = make_seccomp_filter(true);
    return deny_metadata ? strict : usual;
}

}  // namespace

Result<Order> make_order(const Job& job, const Setup& setup) {
    if (job.command.empty() || job.command[0].empty()) return fail("there is no command to run");
    if (!job.directory.is_absolute() || !job.temporary.is_absolute())
        return fail("a program's directories must be absolute paths");
    Order order;
    order.job = job;
    order.setup = setup;
    if (setup.confinement.seccomp) {
        const bool shares_our_files =
            geteuid() != 0 && !setup.confinement.mounts && !setup.confinement.bwrap;
        const Result<std::string>& filter = filter_for(shares_our_files);
        if (!filter) return tl::unexpected(filter.error());
        order.seccomp_filter = *filter;
    }
    return order;
}

}  // namespace zerosum
