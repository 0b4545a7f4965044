#pragma once
// The best of many by their ranks, a batch at a time. In a long list hardly any rank comes before
// the last of those kept, so one that is offered mostly costs a comparison.
//
//   batch.reset();                                  nothing was handed out yet
//   while (more are wanted) {
//       if (batch.empty()) {
//           batch.start();
//           for (every item) batch.offer(rank of it);     again all of them: what was handed out
//           batch.finish();                               before is left out
//       }
//       use(batch.take());                              the highest
//   }

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace zerosum {

class RankBatch {
 public:
    using Rank = std::int64_t;  // larger is better, and no two are equal

    void reset() {
        below_ = std::numeric_limits<Rank>::max();
        next_ = count_ = 0;
    }
    [[nodiscard]] bool empty() const { return next_ == count_; }
    [[nodiscard]] std::size_t size() const { return count_; }  // as it was found
    [[nodiscard]] Rank take() { return batch_[next_++]; }

    void start() {
        next_ = count_ = 0;
        worst_ = std::numeric_limits<Rank>::min();
    }
    void offer(Rank rank) {
        if (rank < worst_ || rank >= below_) return;
        std::size_t place = std::min(count_, capacity - 1);
        for (; place > 0 && batch_[place - 1] < rank; --place) batch_[place] = batch_[place - 1];
        batch_[place] = rank;
        count_ = std::min(count_ + 1, capacity);
        if (count_ == capacity) worst_ = batch_[capacity - 1];
    }
    void finish() {
        if (count_ > 0) below_ = batch_[count_ - 1];
    }

 private:
    static constexpr std::size_t capacity = 12;  // a cutoff mostly comes before

    Rank below_ = 0;                    // everything from here up has been in a batch
    Rank worst_ = 0;                    // of a full batch: a rank below it cannot enter
    std::array<Rank, capacity> batch_;  // NOLINT: only the first count_ are set
    std::size_t next_ = 0;
    std::size_t count_ = 0;
};

}  // namespace zerosum
