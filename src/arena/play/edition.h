#pragma once
// The rules that editions disagree on: what is charged, what overtime costs, what a tie means, what
// becomes of an answer that is no move. They stand here once; game_in_play.h applies them, and
// docs/rules.md puts them side by side.

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/result.h"
#include "core/units.h"
#include "games/any_game.h"
#include "players/player.h"

namespace zerosum {

enum class TieRule : unsigned char {
    MoreTimeLeft,  // more time left wins; times equal too: the game does not count
    Draw,
};

struct Edition {
    std::string_view name;          // "2017"
    Seconds bank;                   // a player's time for a whole game
    bool user_time_only = false;    // charge user time instead of user + system
    bool thread_time_only = false;  // charge the thread that is asked, where that is known
    bool zero_loses = false;        // a bank of exactly zero is already lost
    bool overtime_loses = true;     // otherwise overtime costs points
    double penalty = 0;  // points per second over the bank, where overtime does not lose;
                         // only whole milliseconds count
    // An answer without a legal move (an empty cell, a crash, none at all) is a pass worth nothing.
    // Otherwise it loses. The game then also ends when both have passed twice in a row.
    bool faults_pass = false;
    TieRule tie = TieRule::Draw;
    StartOptions start = {};  // the edition's own board, where it names one
    // For one move at most, whatever the bank: where a person waits for the answer.
    std::optional<Seconds> reply = {};
    bool fair_starts = false;  // boards are drawn so that neither side is ahead: fair_start.h
};

// The course's 2017, 2016 and 2012, and "casual" for games of persons.
[[nodiscard]] Result<Edition> find_edition(std::string_view name);

// The edition that a game is played by when none is named: the one that the game names.
[[nodiscard]] Edition default_edition(const AnyGame& game);

// The game that is played by it: the first that names it. An edition of every game has none.
[[nodiscard]] Result<const AnyGame*> game_of_edition(std::string_view name);

// The part of a reply's time that is charged.
[[nodiscard]] Seconds charged(const Edition& edition, const Reply& reply);

// Whether a bank with that much left has lost the game; never where overtime only costs points.
[[nodiscard]] bool lost_on_time(const Edition& edition, Seconds left);

// Turns in a row without a move that end a game, where faults pass: two of each player.
inline constexpr std::ptrdiff_t kMostPasses = 4;

// The points that overtime costs so far: 0 within the bank and where overtime loses the game.
[[nodiscard]] Score overtime_cost(const Edition& edition, Seconds left);

// Komi is at most this, for either side: far more than any board is worth, and far from where
// points overflow.
inline constexpr Score kMostKomi = 1'000'000;
// The longest bank that may be asked for.
inline constexpr Seconds kMostBank{1'000'000};

}  // namespace zerosum
