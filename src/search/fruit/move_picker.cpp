#include "search/fruit/move_picker.h"

#include <algorithm>

namespace zerosum::fruit {

namespace {

constexpr unsigned kCodeBits = 10;
constexpr RankBatch::Rank kLastCode = (RankBatch::Rank{1} << kCodeBits) - 1;
static_assert(kMaxSize * kMaxSize - 1 <= kLastCode);

}  // namespace

Score MovePicker::largest_gain() const {
    if (survey_.large.empty()) {
        Score fruits = Survey::largest_small;
        while (survey_.small[static_cast<std::size_t>(fruits)] == 0) --fruits;
        return fruits * fruits;
    }
    Score most = 0;
    for (const Move& move : survey_.large) most = std::max(most, Score{move.size});
    return most * most;
}

std::optional<Move> MovePicker::find(int code) const {
    if (code < 0 || code > kLastCode) return std::nullopt;
    const Cell cell{code / kMaxSize, code % kMaxSize};
    if (const int fruits = survey_.small_at(cell); fruits > 0)
        return Move{static_cast<std::uint8_t>(cell.row), static_cast<std::uint8_t>(cell.column),
                    static_cast<std::uint16_t>(fruits)};
    for (const Move& move : survey_.large)
        if (code_of(move) == code) return move;
    return std::nullopt;
}

void MovePicker::begin(int first) {
    first_move_ = find(first);
    first_ = first_move_ ? first : kNoCode;
    left_ = survey_.groups();
    stage_ = large_stage;
    in_stage_ = survey_.large.size();
    if (first_move_ && first_move_->size > Survey::largest_small) --in_stage_;
    batch_.reset();
}

PickedMove<Move> MovePicker::take() {
    --left_;
    if (first_move_) {
        const PickedMove<Move> first = picked(*first_move_);
        first_move_.reset();
        return first;
    }
    if (batch_.empty()) find_batch();
    const RankBatch::Rank rank = batch_.take();
    const auto code = static_cast<int>(kLastCode - (rank & kLastCode));
    return picked({static_cast<std::uint8_t>(code / kMaxSize),
                   static_cast<std::uint8_t>(code % kMaxSize),
                   static_cast<std::uint16_t>(rank >> kCodeBits)});
}

// There are moves left.
void MovePicker::find_batch() {
    while (in_stage_ == 0) {
        --stage_;
        in_stage_ = survey_.small[static_cast<std::size_t>(stage_)];
        if (first_ != kNoCode && survey_.small_at({first_ / kMaxSize, first_ % kMaxSize}) == stage_)
            --in_stage_;
    }
    batch_.start();
    const auto offer = [&](const Move& move) {
        const int code = code_of(move);
        if (code != first_)
            batch_.offer((RankBatch::Rank{move.size} << kCodeBits) + kLastCode - code);
    };
    if (stage_ == large_stage)
        for (const Move& move : survey_.large) offer(move);
    else
        survey_.for_each(stage_, offer);
    batch_.finish();
    in_stage_ -= batch_.size();
}

}  // namespace zerosum::fruit
