#pragma once
// In which order moves are tried: the table's move, then by what they gain at once.

#include <cstdint>
#include <utility>

#include "search/hooks.h"

namespace zerosum {

// Yields a position's moves best first, one at a time: a cutoff usually comes after the first
// few, so only those are ever sorted (selection, one pass a move asked for). Equal moves keep
// the official order, which makes every search repeatable.
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
        next_ = 0;
        ranked_.resize(list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Score gain = hooks::gain<G>(position, list[i]);
            const Score rank = static_cast<int>(i) == first ? score_infinity : gain;
            ranked_[i] = Ranked{rank, {static_cast<int>(i), gain}};
        }
    }

    [[nodiscard]] bool empty() const { return next_ == ranked_.size(); }

    Choice take() {
        std::size_t best = next_;
        for (std::size_t i = next_ + 1; i < ranked_.size(); ++i)
            if (before(ranked_[i], ranked_[best])) best = i;
        std::swap(ranked_[next_], ranked_[best]);
        return ranked_[next_++].choice;
    }

 private:
    struct Ranked {
        Score rank = 0;
        Choice choice;
    };
    static bool before(const Ranked& a, const Ranked& b) {
        return a.rank != b.rank ? a.rank > b.rank : a.choice.index < b.choice.index;
    }

    FixedList<Ranked, MoveList::capacity> ranked_;
    std::size_t next_ = 0;
};

}  // namespace zerosum
