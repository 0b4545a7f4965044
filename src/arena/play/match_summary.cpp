#include "arena/play/match_summary.h"

namespace zerosum {

void MatchSummary::add(const GameRecord& record) {
    const Outcome outcome = record.winner == 0   ? Outcome::Win
                            : record.winner == 1 ? Outcome::Loss
                                                 : Outcome::Draw;
    wins_ += outcome == Outcome::Win ? 1 : 0;
    losses_ += outcome == Outcome::Loss ? 1 : 0;
    draws_ += outcome == Outcome::Draw ? 1 : 0;
    first_wins_ += record.winner == record.first ? 1 : 0;
    wins_moving_second_ += record.winner == 0 && record.first == 1 ? 1 : 0;
    for (std::size_t i = 0; i < 2; ++i) cpu_[i] += record.cpu[i].count();

    const double margin = record.points[0] - record.points[1];
    if (!paired_) margins_.add(margin);
    if (!half_pair_) {
        half_margin_ = margin;
        half_outcome_ = outcome;
    } else {
        if (paired_) margins_.add((half_margin_ + margin) / 2);
        pairs_.add(half_outcome_, outcome);
    }
    half_pair_ = !half_pair_;
}

}  // namespace zerosum
