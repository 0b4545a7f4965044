#include "app/web/ladder_memory.h"

#include <utility>

namespace zerosum::web {

namespace {

constexpr int kRestPerRead = 9;  // times as long as it took

std::shared_ptr<const LadderNow> read_ladder(const std::string& file) {
    const Result<Ledger> ledger = Ledger::open_to_read(file);
    if (!ledger) return nullptr;
    Result<std::vector<LedgerGame>> games = ledger->games();
    Result<Standings> standings = make_standings(*ledger);
    // Players last: all who play in the games that were read are among them.
    Result<std::vector<LedgerPlayer>> players = ledger->players();
    if (!games || !standings || !players) return nullptr;
    return std::make_shared<const LadderNow>(
        LadderNow{std::move(*standings), std::move(*players), std::move(*games)});
}

}  // namespace

std::shared_ptr<const LadderNow> LadderMemory::of(const std::string& ledger) {
    std::unique_lock reading(reading_, std::defer_lock);
    {
        const std::lock_guard lock(mutex_);
        if (latest_ && (Clock::now() < next_ || !reading.try_lock())) return latest_;
    }
    if (!reading) {
        reading.lock();
        const std::lock_guard lock(mutex_);
        if (latest_ && Clock::now() < next_) return latest_;
    }
    const Clock::time_point begun = Clock::now();
    std::shared_ptr<const LadderNow> now = read_ladder(ledger);
    const Clock::time_point ended = Clock::now();
    const std::lock_guard lock(mutex_);
    latest_ = std::move(now);
    next_ = ended + kRestPerRead * (ended - begun);
    return latest_;
}

}  // namespace zerosum::web
