#pragma once
// The likelihood of strengths, given games: what ratings.h describes, as a function to climb.
//
// Parameters are the strengths of players 0, 1, 2, ... and, as the last one, the first-move
// advantage, all in natural units.

#include <cstddef>
#include <span>
#include <vector>

#include "arena/rating/ratings.h"
#include "arena/rating/symmetric_matrix.h"

namespace zerosum {

// All games with the same player first and the same player second.
struct Meeting {
    std::size_t first = 0;
    std::size_t second = 0;
    double start = 1;  // how often the first move counts in a game: 0 after a fault
    double games = 0;
    double points = 0;  // of the first player
};
[[nodiscard]] std::vector<Meeting> gather(std::span<const RatedGame> games);

// The log-likelihood with what the prior adds to it.
class Likelihood {
 public:
    Likelihood(std::size_t players, std::vector<Meeting> meetings)
        : players_(players), meetings_(std::move(meetings)) {}

    [[nodiscard]] std::size_t players() const { return players_; }
    // Strengths are normally distributed with this variance, instead of the usual prior.
    void set_spread(double variance) { precision_ = 1 / variance; }

    [[nodiscard]] double value(std::span<const double> x) const;
    // The gradient, and the observed information: minus the matrix of second derivatives.
    void derive(std::span<const double> x, std::span<double> gradient,
                SymmetricMatrix& information) const;

    // How far the mean of the parameters lies from the most likely ones. The distribution leans: of
    // a player who wins nearly everything much more strength is less unlikely than much less. To
    // first order it is -1/2 C t, with the covariance C, the information's inverse, and t the sum
    // over games of the third derivative times the variance of what the game depends on. (Tierney
    // and Kadane 1986.)
    [[nodiscard]] std::vector<double> lean(std::span<const double> x,
                                           std::span<const double> inverse) const;

    // The variance of the estimate of `x`'s last parameter, the first move, when the games of a
    // board always end alike. `inverse` is that parameter's row of the covariance.
    //
    // A game moves the estimate by its surprise, whose variance is p (1 - p), times its influence.
    // Independent moves add up by their squares, and with every game on a board of its own the sum
    // is the inverse's own diagonal cell; moves that go together add up before they are squared.
    [[nodiscard]] double first_move_variance(std::span<const double> x,
                                             std::span<const double> inverse,
                                             std::span<const RatedGame> games) const;

 private:
    // What the parameters give to the player who moves first: for `x`, the log odds of winning.
    template <typename Seats>
    [[nodiscard]] double edge(const Seats& seats, double start, std::span<const double> x) const {
        return x[seats.first] - x[seats.second] + start * x[players_];
    }
    // The first move, the last parameter, keeps the usual prior.
    [[nodiscard]] bool spread_holds(std::size_t parameter) const {
        return precision_ > 0 && parameter < players_;
    }
    [[nodiscard]] double prior_information(std::size_t parameter, double x) const;

    std::size_t players_;
    std::vector<Meeting> meetings_;
    double precision_ = 0;  // of the strengths' distribution; 0: the usual prior
};

// Where the likelihood is largest, looked for from `x` on until a step is not larger than that.
// `information` becomes the factorised information there.
inline constexpr double kExactly = 1e-10;
inline constexpr double kRoughly = 1e-3;
[[nodiscard]] std::vector<double> maximise(const Likelihood& likelihood, std::vector<double> x,
                                           SymmetricMatrix& information, double largest_step);

}  // namespace zerosum
