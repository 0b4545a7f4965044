#include "arena/rating/likelihood.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace zerosum {

namespace {

constexpr double kPriorWeight = 0.5;  // games drawn against an imaginary player of rating zero

double logistic(double x) {
    return 1 / (1 + std::exp(-x));
}

// ln(logistic(x)) without overflow for large |x|.
double log_logistic(double x) {
    return x >= 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x));
}

}  // namespace

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

double Likelihood::value(std::span<const double> x) const {
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

void Likelihood::derive(std::span<const double> x, std::span<double> gradient,
                        SymmetricMatrix& information) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j = 0; j < x.size(); ++j) information(i, j) = 0;
        gradient[i] = spread_holds(i) ? -precision_ * x[i] : kPriorWeight * (0.5 - logistic(x[i]));
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

std::vector<double> Likelihood::lean(std::span<const double> x,
                                     std::span<const double> inverse) const {
    const std::size_t size = x.size();
    std::vector<double> pull(size, 0.0);
    for (const Meeting& m : meetings_) {
        const double p = logistic(edge(m, m.start, x));
        const std::array<std::pair<std::size_t, double>, 3> terms = {
            {{m.first, 1.0}, {m.second, -1.0}, {players_, m.start}}};
        double variance = 0;
        for (const auto& [i, sign_i] : terms)
            for (const auto& [j, sign_j] : terms)
                variance += sign_i * sign_j * inverse[i * size + j];
        const double third = m.games * p * (1 - p) * (1 - 2 * p);
        for (const auto& [i, sign] : terms) pull[i] -= sign * third * variance / 2;
    }
    std::vector<double> shift(size, 0.0);
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) shift[i] += inverse[i * size + j] * pull[j];
    return shift;
}

double Likelihood::first_move_variance(std::span<const double> x, std::span<const double> inverse,
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

double Likelihood::prior_information(std::size_t parameter, double x) const {
    if (spread_holds(parameter)) return precision_;
    const double p = logistic(x);
    return kPriorWeight * p * (1 - p);
}

// Newton's method. The function is strictly concave, so the only care needed is not to overshoot:
// a step that does not climb is halved.
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

}  // namespace zerosum
