#include "arena/rating/sprt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/random.h"

namespace zerosum {
namespace {

using Counts = std::array<std::int64_t, 5>;

// Values published in fastchess's own tests (normalised Elo, pentanomial), themselves checked
// against fishtest.
TEST(Sprt, MatchesFastchessOnAPassedTest) {
    const Pentanomial results(Counts{127, 4883, 10712, 5150, 104});
    EXPECT_NEAR(log_likelihood_ratio(results, -1.75, 0.25), 3.01, 0.005);
}

TEST(Sprt, MatchesFastchessOnARunningTest) {
    const Pentanomial results(Counts{365, 16618, 36229, 16974, 390});
    EXPECT_NEAR(log_likelihood_ratio(results, 0, 2), 2.25, 0.005);
}

// fastchess, pull request 783 (the output that it shows).
TEST(Sprt, MatchesFastchessOnATestThatEnds) {
    const Pentanomial results(Counts{379, 10170, 21828, 10640, 343});
    EXPECT_NEAR(log_likelihood_ratio(results, 0, 2), 2.946, 0.001);
}

// fastchess, app/tests/sprt_test.cpp, "normalized pentanomial 3" since the ratio is exact there. An
// earlier version of that file has 2.94 for 104 pairs, where both of us have 2.09 now: it came from
// a first-order formula that is not made for this case. docs/statistics.md says more.
TEST(Sprt, MatchesFastchessWhenEveryPairWasWon) {
    EXPECT_NEAR(log_likelihood_ratio(Pentanomial(Counts{0, 0, 0, 0, 5550}), 0, 5), 111.82, 0.03);
    EXPECT_NEAR(log_likelihood_ratio(Pentanomial(Counts{0, 0, 0, 0, 104}), 0, 5), 2.095, 0.001);
}

// fastchess, pull request 882: very unequal players, where the usual start of the iteration fails.
TEST(Sprt, MatchesFastchessOnVeryUnequalPlayers) {
    EXPECT_NEAR(log_likelihood_ratio(Pentanomial(Counts{77, 1, 0, 0, 0}), -1000, -500), -2.95,
                0.005);
    EXPECT_NEAR(log_likelihood_ratio(Pentanomial(Counts{72, 10, 0, 0, 0}), -1000, -500), -2.97,
                0.005);
}

TEST(Sprt, TheRatioIsANumberWhateverTheBounds) {
    for (const Counts& counts :
         {Counts{1, 0, 0, 0, 0}, Counts{0, 0, 0, 0, 300}, Counts{144, 3, 1, 0, 0},
          Counts{0, 0, 50, 0, 0}, Counts{5, 4, 3, 2, 1000}}) {
        for (const double elo : {-3000.0, -1500.0, -400.0, 0.0, 400.0, 1500.0, 3000.0}) {
            const Pentanomial results(counts);
            const double ratio = log_likelihood_ratio(results, elo, elo + 100);
            EXPECT_TRUE(std::isfinite(ratio)) << elo;
            const Pentanomial mirrored(
                Counts{counts[4], counts[3], counts[2], counts[1], counts[0]});
            EXPECT_NEAR(ratio, -log_likelihood_ratio(mirrored, -elo - 100, -elo),
                        1e-6 * std::max(1.0, std::abs(ratio)));
        }
    }
}

TEST(Sprt, ClosedFormWhenEveryPairWasWon) {
    // The likeliest distribution then has two outcomes, all won and all lost, and p = 1/2 + d with
    // d / sqrt(1/4 - d^2) = t.
    const Pentanomial results(Counts{0, 0, 0, 0, 104});
    const double t = 5 * std::log(10.0) / 800 * std::sqrt(2.0);
    EXPECT_NEAR(log_likelihood_ratio(results, 0, 5), 104 * std::log1p(t / std::sqrt(1 + t * t)),
                0.005);
}

TEST(Sprt, EstimatesMatchFastchess) {
    const StrengthEstimate ahead = estimate_strength(Pentanomial(Counts{34, 54, 63, 64, 75}));
    EXPECT_NEAR(ahead.normalised_elo.value, 57.94, 0.01);
    EXPECT_NEAR(ahead.normalised_elo.high - ahead.normalised_elo.value, 28.28, 0.01);
    EXPECT_NEAR(ahead.elo.value, 55.58, 0.01);
    EXPECT_NEAR((ahead.elo.high - ahead.elo.low) / 2, 27.65, 0.05);

    const StrengthEstimate behind = estimate_strength(Pentanomial(Counts{332, 433, 498, 333, 334}));
    EXPECT_NEAR(behind.normalised_elo.value, -9.17, 0.01);
    EXPECT_NEAR(behind.elo.value, -8.64, 0.01);
    EXPECT_NEAR(behind.superiority, 0.0505, 0.0001);
}

// The likelihood maximised by another road, in long double: for a fixed mean and variance the
// constraints are linear and the best distribution has the form share / (l0 + l1 s + l2 s^2);
// its dual is solved by Newton's method, and the mean is found by golden-section search along the
// curve (mean - 1/2) = t sigma. Shares no step with the code under test.
class ByDualSearch {
 public:
    explicit ByDualSearch(const Counts& counts) {
        long double total = 0;
        for (const std::int64_t count : counts) total += static_cast<long double>(count);
        for (std::size_t i = 0; i < 5; ++i) share_[i] = static_cast<long double>(counts[i]) / total;
        pairs_ = total;
    }

    [[nodiscard]] double ratio(double elo0, double elo1) const {
        return static_cast<double>(pairs_ * (best(elo1) - best(elo0)));
    }

 private:
    // The largest mean log-likelihood at this normalised Elo, which must not be 0.
    [[nodiscard]] long double best(double elo) const {
        const long double t =
            static_cast<long double>(elo) * std::log(10.0L) / 800 * std::sqrt(2.0L);
        // sigma <= 1/2 bounds the mean: |mean - 1/2| < |t| / 2.
        long double low = 0.5L + t * 1e-3L;
        long double high = 0.5L + t * 0.4999L;
        const long double golden = (std::sqrt(5.0L) - 1) / 2;
        for (int step = 0; step < 200; ++step) {
            const long double a = high - golden * (high - low);
            const long double b = low + golden * (high - low);
            (value(a, t) > value(b, t) ? high : low) = value(a, t) > value(b, t) ? b : a;
        }
        return value((low + high) / 2, t);
    }

    // The dual at fixed mean and variance: minimise -sum share ln(1 + u (s - m) + v ((s-m)^2 - w)).
    [[nodiscard]] long double value(long double mean, long double t) const {
        const long double sigma = (mean - 0.5L) / t;
        const long double w = sigma * sigma;
        long double u = 0;
        long double v = 0;
        for (int step = 0; step < 200; ++step) {
            long double gu = 0, gv = 0, huu = 0, huv = 0, hvv = 0;
            for (std::size_t i = 0; i < 5; ++i) {
                const auto [a, b] = features(i, mean, w);
                const long double d = 1 + u * a + v * b;
                gu += share_[i] * a / d;
                gv += share_[i] * b / d;
                huu += share_[i] * a * a / (d * d);
                huv += share_[i] * a * b / (d * d);
                hvv += share_[i] * b * b / (d * d);
            }
            const long double det = huu * hvv - huv * huv;
            const long double du = (gu * hvv - gv * huv) / det;
            const long double dv = (gv * huu - gu * huv) / det;
            long double scale = 1;
            while (!inside(u + scale * du, v + scale * dv, mean, w)) scale /= 2;
            u += scale * du;
            v += scale * dv;
            if (std::abs(du) + std::abs(dv) < 1e-17L) break;
        }
        long double sum = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            const auto [a, b] = features(i, mean, w);
            sum += share_[i] * std::log(share_[i] / (1 + u * a + v * b));
        }
        return sum;
    }

    [[nodiscard]] static std::pair<long double, long double> features(std::size_t i,
                                                                      long double mean,
                                                                      long double w) {
        const long double a = static_cast<long double>(i) / 4 - mean;
        return {a, a * a - w};
    }
    [[nodiscard]] bool inside(long double u, long double v, long double mean, long double w) const {
        for (std::size_t i = 0; i < 5; ++i) {
            const auto [a, b] = features(i, mean, w);
            if (1 + u * a + v * b <= 0) return false;
        }
        return true;
    }

    std::array<long double, 5> share_{};
    long double pairs_ = 0;
};

TEST(Sprt, RatioEqualsAnIndependentHighPrecisionMaximisation) {
    for (const Counts& counts :
         {Counts{34, 54, 63, 64, 75}, Counts{10, 3, 40, 5, 12},
          Counts{365, 16618, 36229, 16974, 390}, Counts{100, 1, 250, 2, 120}}) {
        const Pentanomial results(counts);
        const ByDualSearch independent(counts);
        for (const auto& [elo0, elo1] :
             {std::pair{-10.0, 10.0}, std::pair{5.0, 30.0}, std::pair{-1.75, 0.25}}) {
            EXPECT_NEAR(log_likelihood_ratio(results, elo0, elo1), independent.ratio(elo0, elo1),
                        1e-6);
        }
    }
}

TEST(Sprt, BoundsAreWalds) {
    const SprtState state = sprt(Pentanomial(), {0, 5});
    EXPECT_NEAR(state.upper, 2.9444389791664403, 1e-12);  // ln 19
    EXPECT_NEAR(state.lower, -2.9444389791664403, 1e-12);
    EXPECT_EQ(state.llr, 0);
    EXPECT_EQ(state.verdict, SprtVerdict::Continue);
}

TEST(Sprt, ChangingTheViewChangesTheSign) {
    const double here = log_likelihood_ratio(Pentanomial(Counts{5, 20, 30, 25, 9}), -4, 9);
    const double there = log_likelihood_ratio(Pentanomial(Counts{9, 25, 30, 20, 5}), -9, 4);
    EXPECT_NEAR(here, -there, 1e-9);
}

TEST(Sprt, PairsAreCountedByTheirPoints) {
    Pentanomial results;
    results.add(Outcome::Win, Outcome::Loss);
    results.add(Outcome::Draw, Outcome::Draw);
    results.add(Outcome::Win, Outcome::Win);
    results.add(Outcome::Draw, Outcome::Loss);
    EXPECT_EQ(results.counts(), (Counts{0, 1, 2, 0, 1}));
    EXPECT_EQ(results.pairs(), 4);
}

TEST(Sprt, FewPairsThatAllEndAlikeProveLittle) {
    const StrengthEstimate three = estimate_strength(Pentanomial(Counts{0, 0, 0, 0, 3}));
    EXPECT_LT(three.elo.low, 0);
    EXPECT_TRUE(std::isinf(three.elo.high));
    EXPECT_LT(three.superiority, 0.97);
    const StrengthEstimate level = estimate_strength(Pentanomial(Counts{0, 0, 9, 0, 0}));
    EXPECT_NEAR(level.elo.value, 0, 1e-9);
    EXPECT_NEAR(level.superiority, 0.5, 1e-9);
}

TEST(Sprt, NoPairsSayNothing) {
    const StrengthEstimate nothing = estimate_strength(Pentanomial());
    EXPECT_EQ(nothing.elo.value, 0);
    EXPECT_TRUE(std::isinf(nothing.elo.low));
    EXPECT_EQ(nothing.superiority, 0.5);
}

// A distribution over pair outcomes with exactly this normalised Elo: a symmetric one, tilted
// until (mean - 1/2) / (sqrt(2) sigma) is right.
std::array<double, 5> distribution_with(double elo, std::array<double, 5> base) {
    double low = -3;
    double high = 3;
    std::array<double, 5> p{};
    for (int step = 0; step < 100; ++step) {
        const double tilt = (low + high) / 2;
        double total = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            p[i] = base[i] * std::exp(tilt * static_cast<double>(i));
            total += p[i];
        }
        double mean = 0;
        double square = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            p[i] /= total;
            const double s = static_cast<double>(i) / 4;
            mean += p[i] * s;
            square += p[i] * s * s;
        }
        const double sigma = std::sqrt(square - mean * mean);
        const double here = 800 / std::log(10.0) * (mean - 0.5) / (std::sqrt(2.0) * sigma);
        (here < elo ? low : high) = tilt;
    }
    return p;
}

// The share of simulated tests that accept H1 when the true strength is `elo`.
double accepted_share(double elo, const SprtSettings& settings, const std::array<double, 5>& base,
                      int tests, std::uint64_t seed) {
    const std::array<double, 5> p = distribution_with(elo, base);
    Random random(seed);
    int accepted = 0;
    for (int test = 0; test < tests; ++test) {
        Counts counts{};
        for (;;) {
            double u = random.unit();
            std::size_t outcome = 0;
            while (outcome < 4 && u >= p[outcome]) u -= p[outcome++];
            ++counts[outcome];
            const SprtState state = sprt(Pentanomial(counts), settings);
            if (state.verdict == SprtVerdict::Continue) continue;
            accepted += static_cast<int>(state.verdict == SprtVerdict::AcceptH1);
            break;
        }
    }
    return accepted / static_cast<double>(tests);
}

// 0.05 plus three standard errors of a share measured in 1,000 tests.
constexpr int kTests = 1000;
constexpr double kBound = 0.05 + 3 * 0.0069;

TEST(Sprt, ErrorRatesStayWithinTheirBoundsInDrawlessGames) {
    // Fruit hardly knows draws, and boards favour the first player: most pairs are split.
    const std::array<double, 5> base = {0.2, 0, 0.6, 0, 0.2};
    const SprtSettings settings{0, 60};
    EXPECT_LE(accepted_share(0, settings, base, kTests, 1), kBound);
    EXPECT_GE(accepted_share(60, settings, base, kTests, 2), 1 - kBound);
}

TEST(Sprt, ErrorRatesStayWithinTheirBoundsInDrawishGames) {
    const std::array<double, 5> base = {0.05, 0.2, 0.5, 0.2, 0.05};
    const SprtSettings settings{-30, 30};
    EXPECT_LE(accepted_share(-30, settings, base, kTests, 3), kBound);
    EXPECT_GE(accepted_share(30, settings, base, kTests, 4), 1 - kBound);
}

TEST(Sprt, MuchStrongerAndMuchWeakerPlayersAreToldApartSafely) {
    const std::array<double, 5> base = {0.2, 0.05, 0.5, 0.05, 0.2};
    const SprtSettings settings{0, 60};
    EXPECT_LE(accepted_share(-60, settings, base, kTests, 5), 0.005);
    EXPECT_GE(accepted_share(120, settings, base, kTests, 6), 0.995);
}

}  // namespace
}  // namespace zerosum
