#include "arena/rating/ratings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace zerosum {

namespace {

constexpr double kPriorWeight = 0.5;  // games drawn against an imaginary player of rating zero
constexpr double kBar = 1.959963984540054;  // 95 % of a normal distribution lie within

// A symmetric positive definite matrix, dense and row-major.
class SymmetricMatrix {
 public:
    explicit SymmetricMatrix(std::size_t size) : size_(size), cells_(size * size) {}
    [[nodiscard]] std::size_t size() const { return size_; }
    double& operator()(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }
    double operator()(std::size_t row, std::size_t column) const {
        return cells_[row * size_ + column];
    }

    // Replaces the lower triangle by Cholesky's factor L with L L' = this.
    void factorise() {
        for (std::size_t j = 0; j < size_; ++j) {
            for (std::size_t i = j; i < size_; ++i) {
                double sum = (*this)(i, j);
                for (std::size_t k = 0; k < j; ++k) sum -= (*this)(i, k) * (*this)(j, k);
                (*this)(i, j) = i == j ? std::sqrt(sum) : sum / (*this)(j, j);
            }
        }
    }

    // Solves L L' x = b in place, after factorise().
    void solve(std::span<double> b) const {
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t k = 0; k < i; ++k) b[i] -= (*this)(i, k) * b[k];
            b[i] /= (*this)(i, i);
        }
        for (std::size_t i = size_; i-- > 0;) {
            for (std::size_t k = i + 1; k < size_; ++k) b[i] -= (*this)(k, i) * b[k];
            b[i] /= (*this)(i, i);
        }
    }

 private:
    std::size_t size_;
    std::vector<double> cells_;
};

// All games with the same player first and the same player second.
struct Meeting {
    std::size_t first = 0;
    std::size_t second = 0;
    double games = 0;
    double points = 0;  // of the first player
};

std::vector<Meeting> gather(std::span<const RatedGame> games) {
    std::map<std::pair<std::size_t, std::size_t>, Meeting> meetings;
    for (const RatedGame& game : games) {
        Meeting& meeting = meetings[{game.first, game.second}];
        meeting.first = game.first;
        meeting.second = game.second;
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

    [[nodiscard]] double value(std::span<const double> x) const {
        double sum = 0;
        for (const Meeting& m : meetings_) {
            const double d = edge(m, x);
            sum += m.points * log_logistic(d) + (m.games - m.points) * log_logistic(-d);
        }
        for (const double parameter : x) {
            sum += kPriorWeight / 2 * (log_logistic(parameter) + log_logistic(-parameter));
        }
        return sum;
    }

    // The gradient, and the observed information: minus the matrix of second derivatives.
    void derive(std::span<const double> x, std::span<double> gradient,
                SymmetricMatrix& information) const {
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double p = logistic(x[i]);
            gradient[i] = kPriorWeight * (0.5 - p);
            for (std::size_t j = 0; j < x.size(); ++j) information(i, j) = 0;
            information(i, i) = kPriorWeight * p * (1 - p);
        }
        for (const Meeting& m : meetings_) {
            const double p = logistic(edge(m, x));
            const double surprise = m.points - m.games * p;
            const double weight = m.games * p * (1 - p);
            const std::array<std::pair<std::size_t, double>, 3> terms = {
                {{m.first, 1.0}, {m.second, -1.0}, {players_, 1.0}}};
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
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double p = logistic(x[i]);
            sum += kPriorWeight * p * (1 - p) * inverse[i] * inverse[i];
        }
        std::map<std::size_t, double> moved_by_board;
        for (const RatedGame& game : games) {
            const double p = logistic(edge(game, x));
            const double moved = std::sqrt(p * (1 - p)) * std::abs(edge(game, inverse));
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
    [[nodiscard]] double edge(const Seats& seats, std::span<const double> x) const {
        return x[seats.first] - x[seats.second] + x[players_];
    }

    std::size_t players_;
    std::vector<Meeting> meetings_;
};

// Newton's method. The function is strictly concave, so the only care needed is not to overshoot:
// a step that does not climb is halved.
std::vector<double> maximise(const Likelihood& likelihood, std::size_t parameters,
                             SymmetricMatrix& information) {
    std::vector<double> x(parameters, 0.0);
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
        if (largest < 1e-10) break;
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

}  // namespace

Ratings::Ratings(std::size_t players, std::span<const RatedGame> games) {
    assert(std::all_of(games.begin(), games.end(), [players](const RatedGame& game) {
        return game.first < players && game.second < players && game.first != game.second;
    }));
    std::vector<Meeting> meetings = gather(games);
    std::tie(group_, groups_) = linked_groups(players, meetings);

    const std::size_t parameters = players + 1;
    SymmetricMatrix factor(parameters);
    const Likelihood likelihood(players, std::move(meetings));
    strength_ = maximise(likelihood, parameters, factor);
    std::vector<double> inverse(parameters, 0.0);
    inverse.back() = 1;
    factor.solve(inverse);
    first_move_variance_ = likelihood.first_move_variance(strength_, inverse, games);
    first_move_ = strength_.back();
    strength_.pop_back();

    const double count = std::max(1.0, static_cast<double>(players));
    const double average = std::accumulate(strength_.begin(), strength_.end(), 0.0) / count;
    for (double& strength : strength_) strength -= average;

    // The covariance is the information's inverse, projected on "the ratings add up to zero": from
    // each column's strengths their average is taken, then the same along the rows.
    covariance_.assign(parameters * parameters, 0.0);
    for (std::size_t j = 0; j < parameters; ++j) {
        const std::span<double> row(&covariance_[j * parameters], parameters);
        row[j] = 1;
        factor.solve(row);
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
