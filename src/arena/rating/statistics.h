#pragma once
// The statistics that the arena reports: means with honest intervals, and the Elo scale.
// docs/statistics.md explains every number for the reader of a report.

#include <cstdint>
#include <optional>
#include <string>

namespace zerosum {

// A number and the range in which its true value lies with 95 % confidence.
struct Interval {
    double value = 0;
    double low = 0;
    double high = 0;
};

// Mean and variance of a stream of numbers, in one pass and without cancellation (Welford 1962).
class Sample {
 public:
    void add(double x);
    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] double mean() const { return mean_; }
    [[nodiscard]] double variance() const;  // unbiased; 0 while there are fewer than two numbers

 private:
    std::int64_t count_ = 0;
    double mean_ = 0;
    double squares_ = 0;  // sum of squared distances from the mean
};

// Each two numbers in a row are one, their average: what the two games of one board, which are not
// independent of each other, say together.
class PairedSample {
 public:
    void add(double x);
    // Of the whole pairs.
    [[nodiscard]] const Sample& pairs() const { return pairs_; }

 private:
    Sample pairs_;
    std::optional<double> half_;
};

// The mean of independent numbers, by Student's t. With fewer than two numbers nothing is known
// about the spread, and the interval is infinite.
[[nodiscard]] Interval mean95(const Sample& sample);

// A share, such as "the first player won 71 of 100 games", by Wilson's score interval (1927):
// sound also for few trials and for shares near 0 and 1. No trials: 0.5 in [0, 1].
// `successes` may count halves.
[[nodiscard]] Interval share95(double successes, double trials);
// The same when several trials share their luck, such as the two games of one board, of which
// the player who starts tends to win both or none: the value is that of all trials, the interval
// that of one trial per board, as if those of a board always ended alike. Where they do not, it is
// wider than need be.
[[nodiscard]] Interval share95(double successes, double trials, double boards);

// The standard normal distribution. quantile(0.975) is 1.96.
[[nodiscard]] double normal_cdf(double x);
[[nodiscard]] double normal_quantile(double p);

// The logistic Elo scale: 400 Elo are odds of ten to one.
inline constexpr double kEloPerNat = 173.71779276130073;  // 400 / ln 10
[[nodiscard]] double elo_from_score(double score);        // +-infinity at 1 and 0

// "almost certainly stronger (99.7 %)": a likelihood of superiority as a person would say it.
// `likelihood` is the probability that the first-named player is the stronger one.
[[nodiscard]] std::string superiority_in_words(double likelihood);

}  // namespace zerosum
