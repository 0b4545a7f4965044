#pragma once
// In which order moves are tried: the table's move, then by what they gain at once.

#include <cstddef>

#include "games/game.h"
#include "search/general/rank_batch.h"

namespace zerosum {

// Yields a position's moves best first, one at a time. A cutoff usually comes after the first few
// of what may be hundreds of moves, so only a batch of the best is ever sorted (rank_batch.h).
// Equal moves keep the official order, which makes every search repeatable.
//
// The position and the list must stay as they are until the next `prepare`.
template <Game G>
class MoveOrder {
 public:
    using Position = typename G::Position;
    using MoveList = typename G::MoveList;

    struct Choice {
        int index = 0;   // into the official list
        Score gain = 0;  // what the move scores at once
    };

    // `first` is the index of the move to try before all others, or -1.
    void prepare(const Position& position, const MoveList& list, int first) {
        position_ = &position;
        list_ = &list;
        left_ = list.size();
        first_ = first >= 0 && static_cast<std::size_t>(first) < left_ ? first : -1;
        first_taken_ = first_ < 0;
        batch_.reset();
    }

    [[nodiscard]] bool empty() const { return left_ == 0; }

    Choice take() {
        --left_;
        if (!first_taken_) {
            first_taken_ = true;
            return {first_, gain_of(static_cast<std::size_t>(first_))};
        }
        if (batch_.empty()) find_batch();
        const Rank rank = batch_.take();
        return {index_of(rank), static_cast<Score>(rank >> index_bits)};
    }

 private:
    // The gain above, what is left of the index below: larger is better, and no two are equal.
    using Rank = RankBatch::Rank;
    static constexpr unsigned index_bits = 16;
    static constexpr Rank index_mask = (Rank{1} << index_bits) - 1;
    static_assert(MoveList::capacity <= std::size_t{1} << index_bits);

    [[nodiscard]] Score gain_of(std::size_t index) const {
        return G::gain(*position_, (*list_)[index]);
    }
    [[nodiscard]] static int index_of(Rank rank) {
        return static_cast<int>(index_mask - (rank & index_mask));
    }

    void find_batch() {
        batch_.start();
        for (std::size_t i = 0; i < list_->size(); ++i)
            if (static_cast<int>(i) != first_)
                batch_.offer((Rank{gain_of(i)} << index_bits) + index_mask - static_cast<Rank>(i));
        batch_.finish();
    }

    const Position* position_ = nullptr;
    const MoveList* list_ = nullptr;
    std::size_t left_ = 0;  // moves not taken yet
    int first_ = -1;
    bool first_taken_ = true;
    RankBatch batch_;
};

}  // namespace zerosum
