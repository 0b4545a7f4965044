#pragma once
// Bradley-Terry ratings with a first-move advantage.
//
// Player i has a strength r_i, and moving first is worth f to all of them:
//   P(first beats second) = 1 / (1 + exp(-(r_first - r_second + f)))
// A draw counts as half a win and half a loss. Strengths are shown in Elo (173.7 per unit) with an
// average of zero. (Bradley and Terry 1952; the order effect as in Davidson and Beaver 1977; the
// chess form as in Hunter, "MM algorithms for generalized Bradley-Terry models", 2004.)
//
// Prior: every player has also drawn half a game against an imaginary player of rating zero, and
// the advantage half a game between equals. That keeps the rating of a player who won or lost
// everything finite, and is forgotten after a few games.
//
// Where results decide who meets whom, as in a ladder, that prior is too weak: who was lucky meets
// stronger players, whose ratings rise with its own, and all of them drift apart. There the
// strengths are taken to be normally distributed, with a spread that is estimated from the games:
// a posterior does not depend on how the games were chosen. The spread's own uncertainty is part of
// the bars, which makes them longer far from the middle, and the estimates are means: the most
// likely strengths of the best would be too low.
//
// Error bars are 95 %: 1.96 times the square root of the inverse observed information's diagonal,
// under the constraint that the ratings add up to zero. Draws make results less random than the
// model assumes, so with many draws the bars are a little too long, never too short.
//
// Games on one board share its luck: who starts tends to win them all or to lose them all. That
// luck falls on the first move, whose bar therefore counts every board once, as share95 does: as if
// the games of a board always ended alike. In the strengths that luck cancels when a board is
// played from both sides: their bars count games, and are then rather too long than too short.
//
// A game that ended by a fault (a crash, an illegal move, a bank that ran out) would have ended so
// no matter who moved first: f is left out of it.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arena/rating/statistics.h"
#include "arena/rating/tally.h"

namespace zerosum {

// One game for the ratings; players are numbered from 0.
struct RatedGame {
    std::size_t first = 0;
    std::size_t second = 0;
    Outcome first_player = Outcome::Draw;  // what the game gave to the player who moved first
    std::size_t board = 0;  // games of equal numbers were played on one board; 0: on one of its own
    bool fault = false;     // ended by a crash, say: it tells of the two, not of who moved first
};

// What is assumed of strengths before any game.
enum class Prior : std::uint8_t {
    HalfADraw,  // half a game drawn against an imaginary player
    Spread,     // a normal distribution, as wide as the games say
};

class Ratings {
 public:
    // `games` may be in any order; a player without games is rated 0 with a very long bar.
    // A player number out of range, or a game of a player against itself, is the caller's bug.
    Ratings(std::size_t players, std::span<const RatedGame> games, Prior prior = Prior::HalfADraw);

    [[nodiscard]] std::size_t players() const { return strength_.size(); }
    [[nodiscard]] Interval elo(std::size_t player) const;
    [[nodiscard]] Interval first_move_elo() const;

    // In natural units: kEloPerNat Elo each.
    [[nodiscard]] double strength(std::size_t player) const { return strength_[player]; }
    [[nodiscard]] double first_move() const { return first_move_; }
    [[nodiscard]] double covariance(std::size_t a, std::size_t b) const;

    // The difference a - b: its bar is not the sum of the two bars, the estimates are correlated.
    [[nodiscard]] Interval difference(std::size_t a, std::size_t b) const;

    // The probability that a is stronger than b.
    [[nodiscard]] double superiority(std::size_t a, std::size_t b) const;

    // Players of the same group are linked by games, perhaps through others. Between groups the
    // prior alone sets the ratings: a difference there means nothing. Groups count from 0.
    [[nodiscard]] std::size_t group(std::size_t player) const { return group_[player]; }
    [[nodiscard]] std::size_t groups() const { return groups_; }

 private:
    std::vector<double> strength_;    // natural units, sum zero
    double first_move_ = 0;           // natural units
    std::vector<double> covariance_;  // (players + 1)^2, row-major; the last row is the first move
    double first_move_variance_ = 0;  // over boards; covariance_ is over games
    std::vector<std::size_t> group_;
    std::size_t groups_ = 0;
};

}  // namespace zerosum
