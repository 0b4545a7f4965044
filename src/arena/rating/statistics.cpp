#include "arena/rating/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace zerosum {

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kConfidenceTail = 0.975;  // 95 % in the middle, 2.5 % on either side
}  // namespace

void Sample::add(double x) {
    ++count_;
    const double before = x - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (x - mean_);
}

void PairedSample::add(double x) {
    if (!half_) {
        half_ = x;
        return;
    }
    pairs_.add((*half_ + x) / 2);
    half_.reset();
}

double Sample::variance() const {
    return count_ < 2 ? 0.0 : squares_ / static_cast<double>(count_ - 1);
}

Interval mean95(const Sample& sample) {
    if (sample.count() < 2) return {sample.mean(), -kInfinity, kInfinity};
    const auto n = static_cast<double>(sample.count());
    const double t = quantile(boost::math::students_t(n - 1), kConfidenceTail);
    const double half = t * std::sqrt(sample.variance() / n);
    return {sample.mean(), sample.mean() - half, sample.mean() + half};
}

Interval share95(double successes, double trials) {
    if (trials <= 0) return {0.5, 0.0, 1.0};
    const double share = successes / trials;
    const double z = normal_quantile(kConfidenceTail);
    const double shrink = 1 + z * z / trials;
    const double centre = (share + z * z / (2 * trials)) / shrink;
    const double half =
        z / shrink * std::sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials));
    return {share, std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

Interval share95(double successes, double trials, double boards) {
    if (trials <= 0) return share95(0, 0);
    return share95(successes / trials * boards, boards);
}

double normal_cdf(double x) {
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

double normal_quantile(double p) {
    if (p <= 0) return -kInfinity;
    if (p >= 1) return kInfinity;
    return quantile(boost::math::normal(), p);
}

double elo_from_score(double score) {
    if (score <= 0) return -kInfinity;
    if (score >= 1) return kInfinity;
    return kEloPerNat * std::log(score / (1 - score));
}

std::string superiority_in_words(double likelihood) {
    const bool ahead = likelihood >= 0.5;
    const double sure = ahead ? likelihood : 1 - likelihood;
    const char* direction = ahead ? "stronger" : "weaker";
    // Two digits more as certainty grows, but never a rounded-up "100 %".
    const double percent = std::min(100 * sure, 99.9);
    if (sure >= 0.99) return fmt::format("almost certainly {} ({:.1f} %)", direction, percent);
    if (sure >= 0.95) return fmt::format("very likely {} ({:.0f} %)", direction, percent);
    if (sure >= 0.80) return fmt::format("probably {} ({:.0f} %)", direction, percent);
    if (sure >= 0.60) return fmt::format("perhaps {} ({:.0f} %)", direction, percent);
    return "no telling which is stronger";
}

}  // namespace zerosum
