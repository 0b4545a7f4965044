#pragma once
// What a match's games say about its two players, from the first-named player's view.

#include <array>

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

    [[nodiscard]] const Tally& tally() const { return tally_; }
    // Games won by the player who started, and wins of the first-named player when moving second.
    [[nodiscard]] int first_wins() const { return first_wins_; }
    [[nodiscard]] int wins_moving_second() const { return wins_moving_second_; }
    // Points difference per game; over pairs when paired, where the interval is much narrower.
    [[nodiscard]] Interval margin() const {
        return mean95(paired_ ? paired_margins_.pairs() : margins_);
    }
    // Pairs when paired; otherwise each two games in a row, which alternate the start as well.
    [[nodiscard]] const Pentanomial& pairs() const { return pairs_; }
    [[nodiscard]] StrengthEstimate strength() const { return estimate_strength(pairs_); }
    [[nodiscard]] double cpu(std::size_t player) const { return cpu_[player]; }

 private:
    bool paired_;
    Tally tally_;
    int first_wins_ = 0;
    int wins_moving_second_ = 0;
    Sample margins_;
    PairedSample paired_margins_;
    Pentanomial pairs_;
    std::array<double, 2> cpu_{};
    Outcome last_ = Outcome::Draw;
};

}  // namespace zerosum
