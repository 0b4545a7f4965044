#pragma once
// Learns the estimate of The Fruit Rage from self-play: which share of the alternating sum a game
// brings, by the number of groups (search/fruit/evaluation.h).
//
// The engine plays itself on boards of every size and number of kinds. Positions a few plausible
// moves off the games' path are valued by a longer search, and the shares are fitted to these
// values by weighted least squares: an error counts in proportion to what is at stake. A part of
// the games is left out of the fit and tells how good it is.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/units.h"
#include "search/fruit/evaluation.h"

namespace zerosum {

struct TrainingOptions {
    int games = 600;
    std::uint64_t nodes = 6'000;  // of the search that values a position
    std::uint64_t seed = 1;
};

// A position as the fit sees it.
struct TrainingSample {
    std::size_t groups = 0;
    double sum = 0;    // the alternating sum
    double value = 0;  // what a search says the position is worth
    double stake = 1;  // the scale of an error
};

using Shares = std::array<double, fruit::kShareKnots.size()>;  // 1: the whole sum

struct Training {
    Shares shares{};
    std::array<std::size_t, fruit::kShareKnots.size()> samples{};  // next to every knot
    std::size_t held_out = 0;
    // Weighted squared error on the positions left out, as a part of the values' own squares.
    double error_before = 0;  // with the shares compiled in
    double error_after = 0;
};

// The samples of one game of self-play; the same for the same number and options.
using GameSamples = std::vector<TrainingSample>;
[[nodiscard]] GameSamples training_game(const TrainingOptions& options, int number);

// Tells one search from another by the samples that it makes of a few quick games: machines whose
// programs agree in it make the same samples of every game.
[[nodiscard]] std::string training_signature();

[[nodiscard]] Shares fit_shares(const std::vector<TrainingSample>& samples);
[[nodiscard]] double fit_error(const Shares& shares, const std::vector<TrainingSample>& samples);

// Fits games by their numbers: the first and every fifth after it are left out of the fit.
[[nodiscard]] Training fit_training(const std::vector<GameSamples>& games);

// Plays on `jobs` threads and fits: the same result for every number of them. `on_game` is called
// with the number of games played so far, never twice at once; may be empty. Nothing when a stop
// was requested before the last game.
[[nodiscard]] Result<std::optional<Training>> train_fruit(
    const TrainingOptions& options, int jobs = 1, const std::function<void(int)>& on_game = {},
    const std::stop_token& stop = {});

// The text of data/fruit/shares.txt.
[[nodiscard]] std::string write_shares(const Shares& shares);

}  // namespace zerosum
