#pragma once
// "Is it stronger?", answered with as few games as honesty allows.
//
// A sequential probability ratio test (Wald 1945) between two hypotheses on the strength
// difference, in normalised Elo:
//   H0: the difference is elo0      H1: the difference is elo1
// Results are counted as pairs: one board, played twice with the sides changed. Both games share
// the board's luck and the first player's advantage, so the pair, not the game, is the independent
// observation, and it has five outcomes (pentanomial).
//
// Normalised Elo measures the mean against the spread of a game's score:
//   nElo = 800 / ln 10 * (score - 1/2) / sigma_game,    sigma_game = sqrt(2) * sigma_pair
// so that the number of games a test needs depends on the bounds alone, not on how drawish or
// one-sided a game is.
//
// The log-likelihood ratio is the generalised one: both likelihoods are maximised over all
// distributions with the hypothesised strength. Source: M. Van den Bergh, "Normalized Elo in
// practice" (https://www.cantate.be/Fishtest/normalized_elo_practical.pdf), sections 4.1 and 4.2,
// and "Comments on Normalized Elo" (normalized_elo.pdf, same site); the method of fishtest and
// fastchess.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "arena/rating/statistics.h"
#include "arena/rating/tally.h"

namespace zerosum {

// How often a pair gave 0, 1/2, 1, 1 1/2 and 2 points.
class Pentanomial {
 public:
    Pentanomial() = default;
    explicit Pentanomial(const std::array<std::int64_t, 5>& counts) : counts_(counts) {}

    // What the two games of a pair gave to the player under test.
    void add(Outcome first_game, Outcome second_game) {
        ++counts_[static_cast<std::size_t>(first_game) + static_cast<std::size_t>(second_game)];
    }
    [[nodiscard]] const std::array<std::int64_t, 5>& counts() const { return counts_; }
    [[nodiscard]] std::int64_t pairs() const;

 private:
    std::array<std::int64_t, 5> counts_{};
};

// The two hypotheses and the accepted probabilities of a wrong answer.
struct SprtSettings {
    double elo0 = 0;      // normalised Elo
    double elo1 = 5;      // normalised Elo, above elo0
    double alpha = 0.05;  // of accepting H1 when H0 is true
    double beta = 0.05;   // of accepting H0 when H1 is true
};

enum class SprtVerdict : std::uint8_t { Continue, AcceptH0, AcceptH1 };
[[nodiscard]] std::string_view to_text(SprtVerdict verdict);  // "continue", "H0", "H1"

struct SprtState {
    double llr = 0;
    double lower = 0;  // at or below: H0 is accepted
    double upper = 0;  // at or above: H1 is accepted
    SprtVerdict verdict = SprtVerdict::Continue;
};

// Where a test stands after these pairs. Ask after every pair, stop at the first verdict.
[[nodiscard]] SprtState sprt(const Pentanomial& results, const SprtSettings& settings);

// The generalised log-likelihood ratio of elo1 against elo0, both in normalised Elo.
[[nodiscard]] double log_likelihood_ratio(const Pentanomial& results, double elo0, double elo1);

// What the pairs say about the difference when no test is run on them.
struct StrengthEstimate {
    Interval elo;  // logistic
    Interval normalised_elo;
    double superiority = 0.5;  // the probability that the first-named player is stronger
};
// No pairs: zero, with infinite intervals.
[[nodiscard]] StrengthEstimate estimate_strength(const Pentanomial& results);

}  // namespace zerosum
