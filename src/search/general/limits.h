#pragma once
// What a search may use, and what it answers: the same two types for every game and every question.

#include <cassert>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/cpu_clock.h"
#include "core/units.h"
#include "search/general/time.h"

namespace zerosum {

// Beyond every score of every game, and safe to negate and to add a gain to.
inline constexpr Score kScoreInfinity = std::numeric_limits<Score>::max() / 4;

inline constexpr int kMostThreads = 256;

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
    // CPU time, over all threads used. At `soft` no new depth is begun; at `hard` the search
    // returns what it has. No value: no limit.
    std::optional<Seconds> soft = {};
    std::optional<Seconds> hard = {};
    // CPU seconds left for the rest of the game: the searcher plans this move's share, within soft
    // and hard. No value: no game is at stake.
    std::optional<Seconds> bank = {};
    TimeSettings time = {};   // for that plan
    std::uint64_t nodes = 0;  // 0: no limit
    int depth = 0;            // in plies; 0: no limit

    int lines = 1;    // how many of the best moves get an exact value and a main line
    int threads = 1;  // more than one: answers depend on timing
    // The part of the moves that a weak player does not notice at the root, the two with the
    // largest gains half as often. Which ones depends on the position alone.
    double overlook = 0;
    bool solve = false;  // near the end: try to prove the best move before searching
    bool adapt = false;  // learn how the opponent plays, and make use of it
    // The mover's points minus the other's, when they are known. Then a proved win is enough.
    std::optional<Score> lead = {};
    bool lead_at_least = false;  // the lead may be larger: no game is lost for certain

    std::stop_token stop = {};
    CpuTimer timer{thread_cpu};

    // The search takes this long at most.
    void set_time(Seconds most) { soft = hard = most; }

    // Sets soft and hard from the bank, if there is one. `decisions` and `moves` as for plan_time.
    // False: there is no time to search at all.
    [[nodiscard]] bool plan(double decisions, double moves) {
        if (!bank) return true;
        const TimePlan planned = plan_time(*bank, decisions, moves, time);
        if (planned.at_once()) return false;
        soft = std::min(soft.value_or(planned.soft), planned.soft);
        hard = std::min(hard.value_or(planned.hard), planned.hard);
        return true;
    }
};

// One root move with its value, as far as it was searched.
template <typename Move>
struct SearchLine {
    Move move{};
    Score score = 0;  // expected future difference from the mover's view
    int depth = 0;
    bool exact = false;    // the score is proved
    std::vector<Move> pv;  // main line, the move first

    friend bool operator==(const SearchLine&, const SearchLine&) = default;
};

// The answer of a search or a solver.
//   search: the best moves first, at least one line
//   solve:  every optimal move in official order when solved and asked for; else at most one line
template <typename Move>
struct SearchResult {
    std::vector<SearchLine<Move>> lines;
    bool solved = false;            // the value is proved, and all moves that were asked for
    Score lower = -kScoreInfinity;  // proved: lower <= value <= upper, equal when solved
    Score upper = kScoreInfinity;
    std::uint64_t nodes = 0;
    Seconds cpu{0};
    [[nodiscard]] const SearchLine<Move>& best() const { return lines.front(); }
};

// What a solver believes: the value under the game's rule of thumb (rule_of_thumb.h). Nearly always
// right, and never a proof.
template <typename Move>
struct Belief {
    bool complete = false;   // within the limits; else the rest means little
    Score value = 0;         // future difference from the mover's view
    std::vector<Move> best;  // the moves that reach it, in official order, as far as asked for
    std::uint64_t nodes = 0;
    Seconds cpu{0};
};

// Called after every completed depth (search) or answered question (solve) with what is known so
// far. May be empty.
template <typename Move>
using OnUpdate = std::function<void(const SearchResult<Move>&)>;

// What a solver is to find out.
enum class Want : std::uint8_t { Value, EveryBestMove };

// Decides for a running search whether it has to end. Reads the clock once in a while, more
// often when little time is left, so that a limit is passed by microseconds only. The limits must
// outlive it.
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
        return ask_clock();
    }
    // For a search that spaces the calls itself: reads the clock each time.
    [[nodiscard]] bool now(std::uint64_t nodes) {
        if (limits_.nodes != 0 && nodes >= limits_.nodes) stopped_ = true;
        return ask_clock();
    }
    [[nodiscard]] bool stopped() const { return stopped_; }
    [[nodiscard]] bool past_soft_limit() const {
        return limits_.soft && limits_.timer.elapsed() >= *limits_.soft;
    }

 private:
    bool ask_clock() {
        if (limits_.stop.stop_requested()) stopped_ = true;
        if (limits_.hard && limits_.timer.elapsed() >= *limits_.hard) stopped_ = true;
        return stopped_;
    }

    const SearchLimits& limits_;
    int interval_ = 128;
    int countdown_ = 1;
    bool stopped_ = false;
};

}  // namespace zerosum
