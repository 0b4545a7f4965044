#pragma once
// What the ladder of a class held a moment ago. To read and rate a class of 300 takes a good part
// of a second, and 300 pages ask for it again and again: at most a tenth of the time goes into it.

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "arena/tournament/standings.h"

namespace zerosum::web {

// A ladder at one instant.
struct LadderNow {
    Standings standings;
    std::vector<LedgerPlayer> players;
    std::vector<LedgerGame> games;  // in the order in which they ended
};

// May be called from several threads. Nobody waits for a ladder that another is reading, unless
// none was read before.
class LadderMemory {
 public:
    // Null while there is none: it has a ledger once it has begun.
    [[nodiscard]] std::shared_ptr<const LadderNow> of(const std::string& ledger);

 private:
    using Clock = std::chrono::steady_clock;
    std::mutex reading_;
    std::mutex mutex_;  // of what follows
    std::shared_ptr<const LadderNow> latest_;
    Clock::time_point next_;  // not to be read before
};

}  // namespace zerosum::web
