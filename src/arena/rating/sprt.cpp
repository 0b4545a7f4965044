#include "arena/rating/sprt.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace zerosum {

namespace {

constexpr std::size_t kOutcomes = 5;
using Values = std::array<double, kOutcomes>;

// A pair's result on the scale of one game's score.
constexpr Values kPairScore = {0.0, 0.25, 0.5, 0.75, 1.0};
constexpr double kNormalisedEloUnit = 2 * kEloPerNat;  // 800 / ln 10

// A count of zero would forbid an outcome that merely has not been seen; fishtest's 1/1000.
constexpr double kUnseen = 1e-3;

struct Observed {
    double pairs = 0;
    Values share{};
};

struct Moments {
    double mean = 0;
    double variance = 0;
};

Observed regularised(const Pentanomial& results) {
    Observed observed;
    for (std::size_t i = 0; i < kOutcomes; ++i) {
        const auto count = static_cast<double>(results.counts()[i]);
        observed.share[i] = count > 0 ? count : kUnseen;
        observed.pairs += observed.share[i];
    }
    for (double& share : observed.share) share /= observed.pairs;
    return observed;
}

Moments moments(const Values& probability) {
    Moments m;
    for (std::size_t i = 0; i < kOutcomes; ++i) m.mean += probability[i] * kPairScore[i];
    for (std::size_t i = 0; i < kOutcomes; ++i) {
        const double distance = kPairScore[i] - m.mean;
        m.variance += probability[i] * distance * distance;
    }
    return m;
}

// The x with sum share_i a_i / (1 + x a_i) = 0, where a has values of both signs. The sum falls
// from +infinity to -infinity between the two poles, so Newton's method inside a shrinking bracket
// always arrives.
double solve_secular(const Values& share, const Values& a) {
    const auto [least, most] = std::minmax_element(a.begin(), a.end());
    double low = -1 / *most;
    double high = -1 / *least;
    double x = 0;
    for (int step = 0; step < 200; ++step) {
        double value = 0;
        double slope = 0;
        for (std::size_t i = 0; i < kOutcomes; ++i) {
            const double term = a[i] / (1 + x * a[i]);
            value += share[i] * term;
            slope -= share[i] * term * term;
        }
        (value > 0 ? low : high) = x;
        double next = x - value / slope;
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (std::abs(next - x) <= 1e-14 * std::max(1.0, std::abs(x))) return next;
        x = next;
    }
    return x;
}

// The a_i of most_likely_with_t_value() for a distribution.
Values constraint(const Values& probability, double t) {
    const Moments m = moments(probability);
    const double sigma = std::sqrt(m.variance);
    Values a;
    for (std::size_t i = 0; i < kOutcomes; ++i) {
        const double z = (m.mean - kPairScore[i]) / sigma;
        a[i] = kPairScore[i] - 0.5 - t * sigma * (1 + z * z) / 2;
    }
    return a;
}

bool has_both_signs(const Values& a) {
    const auto [least, most] = std::minmax_element(a.begin(), a.end());
    return *least < 0 && *most > 0;
}

// Of all pairs won or lost the share that gives this t-value: q with (q - 1/2) = t sqrt(q (1 - q)).
Values all_or_nothing(double t) {
    const double won = 0.5 + t / (2 * std::sqrt(1 + t * t));
    return {1 - won, 0, 0, 0, won};
}

// The distribution most likely to give the observed shares among those whose t-value
// (mean - 1/2) / sigma is t. With a_i = s_i - 1/2 - t sigma (1 + ((mean - s_i) / sigma)^2) / 2
// the condition becomes sum p_i a_i = 0, which is linear once mean and sigma are known; iterate
// (Van den Bergh, "Normalized Elo in practice", section 4.1).
//
// The linear problem has a solution only where a has both signs. From the usual start, all outcomes
// alike, it has not when |t| is large (some 400 normalised Elo). So the start is a distribution
// that has the t-value already, where sum p_i a_i = 0 says that a has both signs, and a step that
// would lose this is shortened.
Values most_likely_with_t_value(const Values& share, double t) {
    Values probability = all_or_nothing(t);
    Values a = constraint(probability, t);
    for (int round = 0; round < 200; ++round) {
        const double x = solve_secular(share, a);
        Values target;
        for (std::size_t i = 0; i < kOutcomes; ++i) target[i] = share[i] / (1 + x * a[i]);
        const Values from = probability;
        for (double step = 1; step > 1e-9; step /= 2) {
            for (std::size_t i = 0; i < kOutcomes; ++i)
                probability[i] = from[i] + step * (target[i] - from[i]);
            a = constraint(probability, t);
            if (has_both_signs(a)) break;
        }
        double change = 0;
        for (std::size_t i = 0; i < kOutcomes; ++i)
            change = std::max(change, std::abs(probability[i] - from[i]));
        if (change < 1e-12) break;
    }
    return probability;
}

bool all_alike(const Pentanomial& results) {
    return std::count(results.counts().begin(), results.counts().end(), 0) == kOutcomes - 1;
}

}  // namespace

std::int64_t Pentanomial::pairs() const {
    return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
}

std::string_view to_text(SprtVerdict verdict) {
    switch (verdict) {
        case SprtVerdict::AcceptH0:
            return "H0";
        case SprtVerdict::AcceptH1:
            return "H1";
        case SprtVerdict::Continue:
            break;
    }
    return "continue";
}

double log_likelihood_ratio(const Pentanomial& results, double elo0, double elo1) {
    if (results.pairs() == 0) return 0;
    const Observed observed = regularised(results);
    // A pair's spread is 1/sqrt(2) of a game's, so its t-value is sqrt(2) times a game's.
    const double t_per_elo = std::sqrt(2.0) / kNormalisedEloUnit;
    const Values p0 = most_likely_with_t_value(observed.share, elo0 * t_per_elo);
    const Values p1 = most_likely_with_t_value(observed.share, elo1 * t_per_elo);
    double ratio = 0;
    for (std::size_t i = 0; i < kOutcomes; ++i) {
        ratio += observed.share[i] * std::log(p1[i] / p0[i]);
    }
    return observed.pairs * ratio;
}

SprtState sprt(const Pentanomial& results, const SprtSettings& settings) {
    SprtState state;
    state.lower = std::log(settings.beta / (1 - settings.alpha));
    state.upper = std::log((1 - settings.beta) / settings.alpha);
    state.llr = log_likelihood_ratio(results, settings.elo0, settings.elo1);
    if (state.llr >= state.upper) state.verdict = SprtVerdict::AcceptH1;
    if (state.llr <= state.lower) state.verdict = SprtVerdict::AcceptH0;
    return state;
}

StrengthEstimate estimate_strength(const Pentanomial& results) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    StrengthEstimate estimate;
    if (results.pairs() == 0) {
        estimate.elo = {0, -infinity, infinity};
        estimate.normalised_elo = estimate.elo;
        return estimate;
    }
    const Observed observed = regularised(results);
    const Moments m = moments(observed.share);
    if (all_alike(results)) {
        // The sample shows no spread, so it cannot say how certain its mean is: assume the largest
        // spread there is instead of almost none.
        const auto pairs = static_cast<double>(results.pairs());
        const Interval score = share95(std::round(4 * m.mean) / 4 * pairs, pairs);
        estimate.elo = {elo_from_score(m.mean), elo_from_score(score.low),
                        elo_from_score(score.high)};
        estimate.normalised_elo = {kNormalisedEloUnit / std::sqrt(2 * m.variance) * (m.mean - 0.5),
                                   -infinity, infinity};
        estimate.superiority = normal_cdf((score.value - 0.5) * 2 * std::sqrt(pairs));
        return estimate;
    }
    const double standard_error = std::sqrt(m.variance / observed.pairs);
    const double z = normal_quantile(0.975);
    estimate.elo = {elo_from_score(m.mean), elo_from_score(m.mean - z * standard_error),
                    elo_from_score(m.mean + z * standard_error)};

    const double unit = kNormalisedEloUnit / std::sqrt(2 * m.variance);
    estimate.normalised_elo = {unit * (m.mean - 0.5), unit * (m.mean - 0.5 - z * standard_error),
                               unit * (m.mean - 0.5 + z * standard_error)};
    estimate.superiority = normal_cdf((m.mean - 0.5) / standard_error);
    return estimate;
}

}  // namespace zerosum
