#pragma once
// The moves of a node of the search, from a survey of the groups instead of a list of them: see
// search/general/move_picker.h.
//
// Large groups are sorted by size, a batch at a time. Only when they are used up the marks of
// groups of four are read, then those of three, and so on. A move's code is its cell's number in
// row-major order, 32 to a row: the official order of moves is that of their codes.

#include <cstdint>
#include <optional>

#include "games/fruit/rules.h"
#include "search/general/move_picker.h"
#include "search/general/rank_batch.h"

namespace zerosum::fruit {

class MovePicker {
 public:
    void read(const Position& position) { survey_groups(position, survey_); }
    [[nodiscard]] const Survey& survey() const { return survey_; }
    [[nodiscard]] std::size_t size() const { return survey_.groups(); }
    [[nodiscard]] Score largest_gain() const;
    [[nodiscard]] std::optional<Move> find(int code) const;
    [[nodiscard]] static int code_of(const MoveList& list, std::size_t index) {
        return code_of(list[index]);
    }

    void begin(int first);
    [[nodiscard]] bool empty() const { return left_ == 0; }
    [[nodiscard]] PickedMove<Move> take();

 private:
    // Large groups are one stage, each small size is one: its number of fruits.
    static constexpr int large_stage = Survey::largest_small + 1;

    [[nodiscard]] static int code_of(const Move& move) { return move.row * kMaxSize + move.column; }
    [[nodiscard]] static PickedMove<Move> picked(const Move& move) {
        return {move, move.gain(), code_of(move)};
    }
    void find_batch();

    Survey survey_;
    RankBatch batch_;           // a rank: fruits above, what is left of the code below
    std::size_t left_ = 0;      // not handed out yet
    std::size_t in_stage_ = 0;  // of those, in this stage
    int stage_ = large_stage;
    int first_ = kNoCode;
    std::optional<Move> first_move_;  // until it is handed out
};

}  // namespace zerosum::fruit
