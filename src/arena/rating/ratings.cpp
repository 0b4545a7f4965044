#include "arena/rating/ratings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "arena/rating/likelihood.h"

namespace zerosum {

namespace {

constexpr double kLeastVariance = 0.01;     // of strengths: a spread of 17 Elo
constexpr double kMostVariance = 25;        // 870 Elo
constexpr double kBar = 1.959963984540054;  // 95 % of a normal distribution lie within

// The inverse of a factorised matrix, row-major.
std::vector<double> inverse_of(const SymmetricMatrix& factor) {
    const std::size_t size = factor.size();
    std::vector<double> inverse(size * size, 0.0);
    for (std::size_t j = 0; j < size; ++j) {
        const std::span<double> row(&inverse[j * size], size);
        row[j] = 1;
        factor.solve(row);
    }
    return inverse;
}

// Union-find, flattened to group numbers in order of first appearance.
std::pair<std::vector<std::size_t>, std::size_t> linked_groups(std::size_t players,
                                                               std::span<const Meeting> meetings) {
    std::vector<std::size_t> parent(players);
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&parent](std::size_t i) {
        while (parent[i] != i) i = parent[i] = parent[parent[i]];
        return i;
    };
    for (const Meeting& m : meetings) parent[root(m.first)] = root(m.second);

    std::map<std::size_t, std::size_t> number;
    std::vector<std::size_t> group(players);
    for (std::size_t i = 0; i < players; ++i) {
        group[i] = number.try_emplace(root(i), number.size()).first->second;
    }
    return {group, number.size()};
}

// The mean of all parameters and their covariance, row-major.
struct Estimate {
    std::vector<double> mean;
    std::vector<double> covariance;
};

Estimate estimate_with_usual_prior(const Likelihood& likelihood) {
    const std::size_t parameters = likelihood.players() + 1;
    SymmetricMatrix factor(parameters);
    std::vector<double> x =
        maximise(likelihood, std::vector<double>(parameters, 0.0), factor, kExactly);
    return {std::move(x), inverse_of(factor)};
}

// Estimates under a normal distribution of the strengths whose variance the games have to tell.
class SpreadEstimate {
 public:
    explicit SpreadEstimate(Likelihood& likelihood)
        : likelihood_(likelihood),
          x_(likelihood.players() + 1, 0.0),
          factor_(likelihood.players() + 1) {}

    [[nodiscard]] Estimate run();

 private:
    [[nodiscard]] double evidence(double logarithm);
    [[nodiscard]] double most_likely();
    [[nodiscard]] double deviation(double logarithm);

    Likelihood& likelihood_;
    std::vector<double> x_;  // most likely under the variance that was looked at last
    SymmetricMatrix factor_;
};

// How likely the games are under a variance (its logarithm), whatever the strengths are: those are
// integrated out by Laplace's method, as the value at the top times the root of the width around
// it. (MacKay, "Bayesian interpolation", 1992, with the width's own change taken along.)
double SpreadEstimate::evidence(double logarithm) {
    likelihood_.set_spread(std::exp(logarithm));
    x_ = maximise(likelihood_, std::move(x_), factor_, kRoughly);
    double sum = likelihood_.value(x_) - logarithm / 2 * static_cast<double>(likelihood_.players());
    for (std::size_t i = 0; i < factor_.size(); ++i) sum -= std::log(factor_(i, i));
    return sum;
}

// Golden section over the logarithm.
double SpreadEstimate::most_likely() {
    constexpr double golden = 0.6180339887498949;
    constexpr double near_enough = 0.03;  // 1.5 % of the spread
    double low = std::log(kLeastVariance);
    double high = std::log(kMostVariance);
    double left = high - golden * (high - low);
    double right = low + golden * (high - low);
    double at_left = evidence(left);
    double at_right = evidence(right);
    while (high - low > near_enough) {
        if (at_left > at_right) {
            high = std::exchange(right, left);
            at_right = at_left;
            left = high - golden * (high - low);
            at_left = evidence(left);
        } else {
            low = std::exchange(left, right);
            at_left = at_right;
            right = low + golden * (high - low);
            at_right = evidence(right);
        }
    }
    return (low + high) / 2;
}

// The standard deviation of the logarithm, from the evidence's curvature.
double SpreadEstimate::deviation(double logarithm) {
    constexpr double step = 0.3;
    constexpr double most = 1;  // a few games say next to nothing of the spread
    const double curvature =
        (2 * evidence(logarithm) - evidence(logarithm - step) - evidence(logarithm + step)) /
        (step * step);
    return curvature > 1 / (most * most) ? 1 / std::sqrt(curvature) : most;
}

// The mean over three variances, by Gauss and Hermite's points with the evidence as weight: who is
// far from the middle is as far as the spread is wide, and that is not known for certain.
Estimate SpreadEstimate::run() {
    const double middle = most_likely();
    const double width = deviation(middle);
    constexpr std::array<std::pair<double, double>, 3> points = {
        {{-1.7320508075688772, 1.0 / 6}, {0.0, 2.0 / 3}, {1.7320508075688772, 1.0 / 6}}};
    const std::size_t parameters = x_.size();
    std::array<Estimate, points.size()> found;
    std::array<double, points.size()> weights{};
    for (std::size_t k = 0; k < points.size(); ++k) {
        const auto [at, weight] = points[k];
        weights[k] = std::log(weight) + at * at / 2 + evidence(middle + at * width);
        found[k] = {x_, inverse_of(factor_)};
        const std::vector<double> lean = likelihood_.lean(x_, found[k].covariance);
        for (std::size_t i = 0; i < parameters; ++i) found[k].mean[i] += lean[i];
    }
    const double largest = *std::max_element(weights.begin(), weights.end());
    for (double& weight : weights) weight = std::exp(weight - largest);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);

    Estimate all{std::vector<double>(parameters, 0.0),
                 std::vector<double>(parameters * parameters, 0.0)};
    for (std::size_t k = 0; k < found.size(); ++k)
        for (std::size_t i = 0; i < parameters; ++i)
            all.mean[i] += weights[k] / sum * found[k].mean[i];
    // The variance is the mean of the variances plus the variance of the means.
    for (std::size_t k = 0; k < found.size(); ++k) {
        for (std::size_t i = 0; i < parameters; ++i) {
            const double off = found[k].mean[i] - all.mean[i];
            for (std::size_t j = 0; j < parameters; ++j)
                all.covariance[i * parameters + j] += weights[k] / sum *
                                                      (found[k].covariance[i * parameters + j] +
                                                       off * (found[k].mean[j] - all.mean[j]));
        }
    }
    likelihood_.set_spread(std::exp(middle));
    return all;
}

}  // namespace

Ratings::Ratings(std::size_t players, std::span<const RatedGame> games, Prior prior) {
    assert(std::all_of(games.begin(), games.end(), [players](const RatedGame& game) {
        return game.first < players && game.second < players && game.first != game.second;
    }));
    std::vector<Meeting> meetings = gather(games);
    std::tie(group_, groups_) = linked_groups(players, meetings);

    const std::size_t parameters = players + 1;
    Likelihood likelihood(players, std::move(meetings));
    Estimate estimate = prior == Prior::Spread && players > 0
                            ? SpreadEstimate(likelihood).run()
                            : estimate_with_usual_prior(likelihood);
    strength_ = std::move(estimate.mean);
    covariance_ = std::move(estimate.covariance);
    const std::span<const double> last(&covariance_[players * parameters], parameters);
    first_move_variance_ = likelihood.first_move_variance(strength_, last, games);
    first_move_ = strength_.back();
    strength_.pop_back();

    const double count = std::max(1.0, static_cast<double>(players));
    const double average = std::accumulate(strength_.begin(), strength_.end(), 0.0) / count;
    for (double& strength : strength_) strength -= average;

    // The covariance is the information's inverse, projected on "the ratings add up to zero": from
    // each column's strengths their average is taken, then the same along the rows.
    for (std::size_t j = 0; j < parameters; ++j) {
        const std::span<double> row(&covariance_[j * parameters], parameters);
        const double mean = std::accumulate(row.begin(), row.end() - 1, 0.0) / count;
        for (std::size_t i = 0; i < players; ++i) row[i] -= mean;
    }
    for (std::size_t i = 0; i < parameters; ++i) {
        double mean = 0;
        for (std::size_t j = 0; j < players; ++j) mean += covariance_[j * parameters + i] / count;
        for (std::size_t j = 0; j < players; ++j) covariance_[j * parameters + i] -= mean;
    }
}

double Ratings::covariance(std::size_t a, std::size_t b) const {
    return covariance_[a * (players() + 1) + b];
}

Interval Ratings::elo(std::size_t player) const {
    const double value = kEloPerNat * strength_[player];
    const double error = kEloPerNat * kBar * std::sqrt(covariance(player, player));
    return {value, value - error, value + error};
}

Interval Ratings::first_move_elo() const {
    const double value = kEloPerNat * first_move_;
    const double error = kEloPerNat * kBar * std::sqrt(first_move_variance_);
    return {value, value - error, value + error};
}

Interval Ratings::difference(std::size_t a, std::size_t b) const {
    const double variance = covariance(a, a) + covariance(b, b) - 2 * covariance(a, b);
    const double value = kEloPerNat * (strength_[a] - strength_[b]);
    const double error = kEloPerNat * kBar * std::sqrt(std::max(0.0, variance));
    return {value, value - error, value + error};
}

double Ratings::superiority(std::size_t a, std::size_t b) const {
    const Interval gap = difference(a, b);
    const double deviation = (gap.high - gap.value) / kBar;
    return deviation > 0 ? normal_cdf(gap.value / deviation) : 0.5;
}

}  // namespace zerosum
