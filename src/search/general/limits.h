#pragma once
// What a search is allowed to use, and what it answers.

#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/cpu_clock.h"
#include "core/units.h"

namespace zerosum {

// Beyond every score of every game, and safe to negate and to add a gain to.
inline constexpr Score score_infinity = std::numeric_limits<Score>::max() / 4;

// A CPU clock and the reading that counts as zero. In the arena: the thinking thread's clock,
// from when it was asked. In `homework`: the process's clock, from its start.
class CpuTimer {
 public:
    using Clock = Seconds (*)();
    explicit CpuTimer(Clock clock) : clock_(clock), zero_(clock()) {}
    CpuTimer(Clock clock, Seconds zero) : clock_(clock), zero_(zero) {}
    [[nodiscard]] Seconds elapsed() const { return clock_() - zero_; }

 private:
    Clock clock_;
    Seconds zero_;
};

struct SearchLimits {
    // At `soft` no new depth is begun; at `hard` the search returns what it has. No value: none.
    std::optional<Seconds> soft = {};
    std::optional<Seconds> hard = {};
    std::uint64_t nodes = 0;  // 0: no limit
    int depth = 0;            // 0: no limit
    int lines = 1;            // how many of the best moves get an exact rank
    // The part of the moves that a weak player does not notice at the root, the best by gain
    // less often than the others. Which ones depends on the position alone.
    double overlook = 0;
    std::stop_token stop = {};
    CpuTimer timer{thread_cpu};
};

// One root move with its value, as far as it was searched.
template <typename Move>
struct SearchLine {
    Move move{};
    Score score = 0;  // expected future difference from the mover's view
    int depth = 0;
    bool exact = false;    // the score is proved
    std::vector<Move> pv;  // the move first
};

template <typename Move>
struct SearchResult {
    std::vector<SearchLine<Move>> lines;  // best first, at least one
    std::uint64_t nodes = 0;
    Seconds cpu{0};
    [[nodiscard]] const SearchLine<Move>& best() const { return lines.front(); }
};

// Decides for a running search whether it has to end. Reads the clock once in a while, more
// often when little time is left, so that a limit is passed by microseconds only.
class StopCheck {
 public:
    explicit StopCheck(const SearchLimits& limits) : limits_(limits) {
        interval_ = limits.hard && *limits.hard < Seconds(0.004) ? 16 : 128;
    }

    // Called at every node. True from the moment on that the search has to end.
    [[nodiscard]] bool operator()(std::uint64_t nodes) {
        if (stopped_) return true;
        if (limits_.nodes != 0 && nodes >= limits_.nodes) return stopped_ = true;
        if (--countdown_ > 0) return false;
        countdown_ = interval_;
        if (limits_.stop.stop_requested()) return stopped_ = true;
        if (limits_.hard && limits_.timer.elapsed() >= *limits_.hard) stopped_ = true;
        return stopped_;
    }
    [[nodiscard]] bool stopped() const { return stopped_; }
    [[nodiscard]] bool past_soft_limit() const {
        return limits_.soft && limits_.timer.elapsed() >= *limits_.soft;
    }

 private:
    const SearchLimits& limits_;
    int interval_ = 128;
    int countdown_ = 1;
    bool stopped_ = false;
};

}  // namespace zerosum
