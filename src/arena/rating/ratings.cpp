#include "arena/rating/ratings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "arena/rating/symmetric_matrix.h"

namespace zerosum {

namespace {

constexpr double kPriorWeight = 0.5;     // games drawn against an imaginary player of rating zero
constexpr double kLeastVariance = 0.01;  // of strengths: a spread of 17 Elo
constexpr double kMostVariance = 25;     // 870 Elo
constexpr double kBar = 1.959963984540054;  // 95 % of a normal distribution lie within

// All games with the same player first and the same player second.
struct Meeting {
    std::size_t first = 0;
    std::size_t second = 0;
    double start = 1;  // how often the first move counts in a game: 0 after a fault
    double games = 0;
    double points = 0;  // of the first player
};

std::vector<Meeting> gather(std::span<const RatedGame> games) {
    std::map<std::tuple<std::size_t, std::size_t, bool>, Meeting> meetings;
    for (const RatedGame& game : games) {
        Meeting& meeting = meetings[{game.first, game.second, game.fault}];
        meeting.first = game.first;
        meeting.second = game.second;
        meeting.start = game.fault ? 0 : 1;
        meeting.games += 1;
        meeting.points += static_cast<double>(game.first_player) / 2;
    }
    std::vector<Meeting> list;
    list.reserve(meetings.size());
    for (const auto& [key, meeting] : meetings) list.push_back(meeting);
    return list;
}

double logistic(double x) {
    return 1 / (1 + std::exp(-x));
}

// ln(logistic(x)) without overflow for large |x|.
double log_logistic(double x) {
    return x >= 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x));
}

// The penalised log-likelihood of all strengths, with the first-move advantage as last parameter.
class Likelihood {
 public:
    Likelihood(std::size_t players, std::vector<Meeting> meetings)
        : players_(players), meetings_(std::move(meetings)) {}

    // Strengths are normally distributed with this variance, instead of the usual prior.
    void set_spread(double variance) { precision_ = 1 / variance; }

    [[nodiscard]] double value(std::span<const double> x) const {
        double sum = 0;
        for (const Meeting& m : meetings_) {
            const double d = edge(m, m.start, x);
            sum += m.points * log_logistic(d) + (m.games - m.points) * log_logistic(-d);
        }
        for (std::size_t i = 0; i < x.size(); ++i) {
            sum += spread_holds(i) ? -precision_ / 2 * x[i] * x[i]
                                   : kPriorWeight / 2 * (log_logistic(x[i]) + log_logistic(-x[i]));
        }
        return sum;
    }

    // The gradient, and the observed information: minus the matrix of second derivatives.
    void derive(std::span<const double> x, std::span<double> gradient,
                SymmetricMatrix& information) const {
        for (std::size_t i = 0; i < x.size(); ++i) {
            for (std::size_t j = 0; j < x.size(); ++j) information(i, j) = 0;
            gradient[i] =
                spread_holds(i) ? -precision_ * x[i] : kPriorWeight * (0.5 - logistic(x[i]));
            information(i, i) = prior_information(i, x[i]);
        }
        for (const Meeting& m : meetings_) {
            const double p = logistic(edge(m, m.start, x));
            const double surprise = m.points - m.games * p;
            const double weight = m.games * p * (1 - p);
            const std::array<std::pair<std::size_t, double>, 3> terms = {
                {{m.first, 1.0}, {m.second, -1.0}, {players_, m.start}}};
            for (const auto& [i, sign_i] : terms) {
                gradient[i] += sign_i * surprise;
                for (const auto& [j, sign_j] : terms) information(i, j) += sign_i * sign_j * weight;
            }
        }
    }

    // The variance of the estimate of `x`'s last parameter, the first move, when the games of a
    // board always end alike. `inverse` is that parameter's row of the information's inverse.
    //
    // A game moves the estimate by its surprise, whose variance is p (1 - p), times its influence.
    // Independent moves add up by their squares, and with every game on a board of its own the sum
    // is the inverse's own diagonal cell; moves that go together add up before they are squared.
    [[nodiscard]] double first_move_variance(std::span<const double> x,
                                             std::span<const double> inverse,
                                             std::span<const RatedGame> games) const {
        double sum = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
            sum += prior_information(i, x[i]) * inverse[i] * inverse[i];
        std::map<std::size_t, double> moved_by_board;
        for (const RatedGame& game : games) {
            const double start = game.fault ? 0 : 1;
            const double p = logistic(edge(game, start, x));
            const double moved = std::sqrt(p * (1 - p)) * std::abs(edge(game, start, inverse));
            if (game.board == 0) {
                sum += moved * moved;
            } else {
                moved_by_board[game.board] += moved;
            }
        }
        for (const auto& [board, moved] : moved_by_board) sum += moved * moved;
        return sum;
    }

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
    [[nodiscard]] double prior_information(std::size_t parameter, double x) const {
        if (spread_holds(parameter)) return precision_;
        const double p = logistic(x);
        return kPriorWeight * p * (1 - p);
    }

    std::size_t players_;
    std::vector<Meeting> meetings_;
    double precision_ = 0;  // of the strengths' distribution; 0: the usual prior
};

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

// Newton's method. The function is strictly concave, so the only care needed is not to overshoot:
// a step that does not climb is halved.
// Begins at `x`, and ends with a step that is not larger than that.
constexpr double kExactly = 1e-10;
constexpr double kRoughly = 1e-3;
std::vector<double> maximise(const Likelihood& likelihood, std::vector<double> x,
                             SymmetricMatrix& information, double largest_step) {
    const std::size_t parameters = x.size();
    std::vector<double> step(parameters);
    std::vector<double> next(parameters);
    double value = likelihood.value(x);
    for (int round = 0; round < 100; ++round) {
        likelihood.derive(x, step, information);
        information.factorise();
        information.solve(step);
        bool climbed = false;
        for (int halvings = 0; halvings < 20 && !climbed; ++halvings) {
            const double scale = std::ldexp(1.0, -halvings);
            for (std::size_t i = 0; i < parameters; ++i) next[i] = x[i] + scale * step[i];
            const double next_value = likelihood.value(next);
            climbed = next_value >= value;
            if (climbed) value = next_value;
        }
        if (!climbed) break;  // at the top, as far as doubles can see
        double largest = 0;
        for (const double s : step) largest = std::max(largest, std::abs(s));
        x = next;
        if (largest < largest_step) break;
    }
    likelihood.derive(x, step, information);
    information.factorise();
    return x;
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

// The variance of strengths under which the games are most likely, whatever the strengths are:
// those are integrated out by Laplace's method, as the value at the top times the root of the width
// around it. (MacKay, "Bayesian interpolation", 1992, with the width's own change taken along.)
// Golden section over the logarithm.
double most_likely_spread(Likelihood& likelihood, std::size_t players) {
    std::vector<double> x(players + 1, 0.0);
    SymmetricMatrix factor(players + 1);
    const auto evidence = [&](double logarithm) {
        likelihood.set_spread(std::exp(logarithm));
        x = maximise(likelihood, std::move(x), factor, kRoughly);
        double sum = likelihood.value(x) - logarithm / 2 * static_cast<double>(players);
        for (std::size_t i = 0; i < factor.size(); ++i) sum -= std::log(factor(i, i));
        return sum;
    };
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
    return std::exp((low + high) / 2);
}

}  // namespace

Ratings::Ratings(std::size_t players, std::span<const RatedGame> games, Prior prior) {
    assert(std::all_of(games.begin(), games.end(), [players](const RatedGame& game) {
        return game.first < players && game.second < players && game.first != game.second;
    }));
    std::vector<Meeting> meetings = gather(games);
    std::tie(group_, groups_) = linked_groups(players, meetings);

    const std::size_t parameters = players + 1;
    SymmetricMatrix factor(parameters);
    Likelihood likelihood(players, std::move(meetings));
    strength_.assign(parameters, 0.0);
    if (prior == Prior::Spread && players > 0)
        likelihood.set_spread(most_likely_spread(likelihood, players));
    strength_ = maximise(likelihood, std::move(strength_), factor, kExactly);
    covariance_ = inverse_of(factor);
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
