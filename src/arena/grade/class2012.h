#pragma once
// The grade of the 2012 course, which is won in games alone:
//
//   0         loses to random (no majority of the games)
//   20        beats random only
//   40 to 70  beats greedy as well: by its margin, in greedy's points over all games. 40 for none,
//             70 for kFullMargin more than greedy's and above
//
// and for the first three of the class tournament that stand above greedy something extra.

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "arena/play/match.h"
#include "arena/rating/tally.h"

namespace zerosum {

inline constexpr double kMost2012 = 70;
// Measured on 32 x 32 with 10 s: our alpha-beta player takes 23 % more than greedy, the engine 38
// %.
inline constexpr double kFullMargin = 0.30;

[[nodiscard]] double scale_2012(bool beats_random, bool beats_greedy, double margin);
// `rank` from 1 on; 0: none.
[[nodiscard]] double extra_2012(std::size_t rank);

struct Grade2012Settings {
    const AnyGame* game = nullptr;
    Edition edition;
    Seconds bank{10};
    std::uint64_t seed = 2012;
    int games = 11;  // against each
};

struct Grade2012 {
    std::string agent;
    Tally random;
    Tally greedy;       // no games when it lost to random
    double margin = 0;  // (its points - greedy's) / greedy's, over all games
    double earned = 0;
    std::string reason;  // how the first lost game ended; empty: none was lost
};

// `on_game` gets every game with the opponent's name. An error when the agent is none, or a stop.
[[nodiscard]] Result<Grade2012> grade_2012(
    const PlayerSpec& agent, const Grade2012Settings& settings, const std::stop_token& stop = {},
    const std::function<void(std::string_view opponent, const GameRecord&)>& on_game = {});

}  // namespace zerosum
