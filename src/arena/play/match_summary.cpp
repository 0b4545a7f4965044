#include "arena/play/match_summary.h"

namespace zerosum {

void MatchSummary::add(const GameRecord& record) {
    const Outcome outcome = outcome_for(0, record.winner);
    const Score margin = record.points[0] - record.points[1];
    tally_.add(outcome, margin);
    first_wins_ += record.winner == record.first ? 1 : 0;
    wins_moving_second_ += record.winner == 0 && record.first == 1 ? 1 : 0;
    for (std::size_t i = 0; i < 2; ++i) cpu_[i] += record.cpu[i].count();
    margins_.add(margin);
    paired_margins_.add(margin);
    if (tally_.games() % 2 == 0) pairs_.add(last_, outcome);
    last_ = outcome;
}

}  // namespace zerosum
