#include "sandbox/run.h"

#include <utility>

#include "sandbox/order.h"
#include "sandbox/warden_process.h"

namespace zerosum {

namespace {
Account not_started(std::string why) {
    Account account;
    account.ending = Ending::NotStarted;
    account.trouble = std::move(why);
    return account;
}
}  // namespace

Account run(const Job& job, const Setup& setup, const std::stop_token& stop) {
    const Result<Order> order = make_order(job, setup);
    if (!order) return not_started(order.error().message);
    Result<WardenProcess> warden = WardenProcess::start(*order);
    if (!warden) return not_started(warden.error().message);
    const std::stop_callback on_stop(stop, [&] { (void)warden->ask(Request::Stop); });
    const auto notice = warden->listen();
    if (!notice || !notice->account) return not_started("its warden was killed");
    return *notice->account;
}

}  // namespace zerosum
