#pragma once
// What the course's editions disagree on: what is charged, what overtime costs, what a tie means.

#include <string_view>

#include "core/result.h"
#include "core/units.h"
#include "games/any_game.h"

namespace zerosum {

enum class TieRule : unsigned char {
    MoreTimeLeft,  // more time left wins; times equal too: the game does not count
    Draw,
};

struct Edition {
    std::string_view name;  // "2017"
    Seconds bank;           // a player's CPU time for a whole game
    bool user_time_only;    // charge user time instead of user + system
    bool zero_loses;        // a bank of exactly zero is already lost
    bool overtime_loses;    // otherwise overtime costs points
    double penalty;         // points a second over the bank, where overtime does not lose
    TieRule tie;
    StartOptions start;  // the edition's own board, where it names one
};

// The 2017, 2016 and 2012 editions; docs/rules.md has their texts.
[[nodiscard]] Result<Edition> find_edition(std::string_view name);

// The edition that a game is played by when none is named: the one that the game names.
[[nodiscard]] Edition default_edition(const AnyGame& game);

// Whether a bank with so much left has lost the game; never where overtime only costs points.
[[nodiscard]] bool lost_on_time(const Edition& edition, Seconds left);

// The points that overtime costs so far: 0 within the bank and where overtime loses the game.
[[nodiscard]] Score overtime_cost(const Edition& edition, Seconds left);

// Komi is at most this, for either side: far more than any board is worth, and far from where
// points overflow.
inline constexpr Score most_komi = 1'000'000;
// The longest bank that may be asked for.
inline constexpr Seconds most_bank{1'000'000};

// On the wall clock a move may take the time left plus this before it is killed.
inline constexpr Seconds kGrace{10};

}  // namespace zerosum
