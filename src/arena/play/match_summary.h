#pragma once
// What a match's games say about its two players, from the first-named player's view.

#include <vector>

#include "arena/play/record.h"
#include "arena/rating/sprt.h"
#include "arena/rating/statistics.h"

namespace zerosum {

class MatchSummary {
 public:
    // `paired`: games 2k and 2k+1 are one board with the start reversed.
    explicit MatchSummary(bool paired) : paired_(paired) {}

    // In the order of the games' numbers.
    void add(const GameRecord& record);

    [[nodiscard]] int games() const { return wins_ + losses_ + draws_; }
    [[nodiscard]] int wins() const { return wins_; }
    [[nodiscard]] int losses() const { return losses_; }
    [[nodiscard]] int draws() const { return draws_; }
    // Games won by whoever started, and wins of the first-named player when moving second.
    [[nodiscard]] int first_wins() const { return first_wins_; }
    [[nodiscard]] int wins_moving_second() const { return wins_moving_second_; }
    // Points difference a game; over pairs when paired, where the interval is much narrower.
    [[nodiscard]] Interval margin() const { return mean95(margins_); }
    // Pairs when paired; otherwise each two games in a row, which alternate the start as well.
    [[nodiscard]] const Pentanomial& pairs() const { return pairs_; }
    [[nodiscard]] StrengthEstimate strength() const { return estimate_strength(pairs_); }
    [[nodiscard]] double cpu(std::size_t player) const { return cpu_[player]; }

 private:
    bool paired_;
    int wins_ = 0;
    int losses_ = 0;
    int draws_ = 0;
    int first_wins_ = 0;
    int wins_moving_second_ = 0;
    Sample margins_;
    Pentanomial pairs_;
    std::array<double, 2> cpu_{};
    bool half_pair_ = false;
    double half_margin_ = 0;
    Outcome half_outcome_ = Outcome::Draw;
};

}  // namespace zerosum
