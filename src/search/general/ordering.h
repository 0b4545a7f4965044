#pragma once
// In which order moves are tried: the table's move, then by what they gain at once.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "games/game.h"

namespace zerosum {

// Yields a position's moves best first, one at a time. A cutoff usually comes after the first few
// of what may be hundreds of moves, so only a batch of the best is ever sorted, in one pass over
// the list; the next batch is found when it is asked for. Equal moves keep the official
// order, which makes every search repeatable.
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
        below_ = std::numeric_limits<Rank>::max();
        next_ = count_ = 0;
    }

    [[nodiscard]] bool empty() const { return left_ == 0; }

    Choice take() {
        --left_;
        if (!first_taken_) {
            first_taken_ = true;
            return {first_, gain_of(static_cast<std::size_t>(first_))};
        }
        if (next_ == count_) find_batch();
        const Rank rank = batch_[next_++];
        return {index_of(rank), static_cast<Score>(rank >> index_bits)};
    }

 private:
    // The gain above, what is left of the index below: larger is better, and no two are equal.
    using Rank = std::int64_t;
    static constexpr unsigned index_bits = 16;
    static constexpr Rank index_mask = (Rank{1} << index_bits) - 1;
    static_assert(MoveList::capacity <= std::size_t{1} << index_bits);
    static constexpr Rank lowest = std::numeric_limits<Rank>::min();

    static constexpr std::size_t batch_size = 12;

    [[nodiscard]] Score gain_of(std::size_t index) const {
        return G::gain(*position_, (*list_)[index]);
    }
    [[nodiscard]] static int index_of(Rank rank) {
        return static_cast<int>(index_mask - (rank & index_mask));
    }

    // The best moves below the last batch, sorted by insertion: in a long list hardly any move
    // comes before the last of those kept, so a move mostly costs one comparison.
    void find_batch() {
        next_ = count_ = 0;
        Rank worst = lowest;  // of a full batch: a move below it cannot enter
        for (std::size_t i = 0; i < list_->size(); ++i) {
            const Rank rank = (Rank{gain_of(i)} << index_bits) + index_mask - static_cast<Rank>(i);
            if (rank < worst || rank >= below_ || static_cast<int>(i) == first_) continue;
            std::size_t place = std::min(count_, batch_size - 1);
            for (; place > 0 && batch_[place - 1] < rank; --place)
                batch_[place] = batch_[place - 1];
            batch_[place] = rank;
            count_ = std::min(count_ + 1, batch_size);
            if (count_ == batch_size) worst = batch_[batch_size - 1];
        }
        below_ = batch_[count_ - 1];
    }

    const Position* position_ = nullptr;
    const MoveList* list_ = nullptr;
    std::size_t left_ = 0;  // moves not taken yet
    int first_ = -1;
    bool first_taken_ = true;
    Rank below_ = 0;                      // everything from here up has been in a batch
    std::array<Rank, batch_size> batch_;  // NOLINT: only the first count_ are set
    std::size_t next_ = 0;
    std::size_t count_ = 0;
};

}  // namespace zerosum
