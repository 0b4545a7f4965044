// The moves of a compact board, and what is known of each before it is made.

#include <algorithm>
#include <array>
#include <utility>

#include "games/fruit/compact.h"

namespace zerosum::fruit {

// The bounds after a move, from the classes before it with the taken one made smaller: it moves
// back behind those that cost more, and they move up by one place.
template <typename Word>
class CompactForm<Word>::MoveBounds {
 public:
    explicit MoveBounds(const Facts& facts) : facts_(facts) {
        const auto& classes = facts.classes;
        alternating_[0] = 0;
        for (std::size_t i = 0; i < classes.size(); ++i) {
            alternating_[i + 1] = alternating_[i] + sign(i) * classes[i].cost;
            sum_ += classes[i].cost;
        }
    }

    struct Bounds {
        Score lower;
        Score upper;
    };
    // Of a move that takes `size` fruits of class `which` and leaves a pile of `pile` in it.
    [[nodiscard]] Bounds of(Score size, Score pile, std::size_t which) const {
        const auto& classes = facts_.classes;
        const Class& taken = classes[which];
        const Score left = taken.fruits - size;
        const Score most = facts_.most - taken.fruits * taken.fruits + left * left;
        const Score cost = 2 * pile * left;
        std::size_t behind = which + 1;
        for (std::size_t i = which + 1; i < classes.size(); ++i)
            behind += static_cast<std::size_t>(classes[i].cost > cost);
        const Score alternating =
            alternating_[which] - (alternating_[behind] - alternating_[which + 1]) +
            (alternating_[classes.size()] - alternating_[behind]) + sign(behind - 1) * cost;
        const Score sum = sum_ - taken.cost + cost;
        const Score odd_places = (sum + alternating) / 2;  // the 1st, the 3rd, ...
        const Score gain = size * size;
        return {gain - most + (sum - odd_places), gain + most - odd_places};
    }

 private:
    static constexpr Score sign(std::size_t place) { return place % 2 == 0 ? 1 : -1; }

    const Facts& facts_;
    std::array<Score, capacity + 1> alternating_;  // NOLINT: of the costs of the first classes
    Score sum_ = 0;
};

// Goes through the moves of a board, class by class.
template <typename Word>
class CompactForm<Word>::Listing {
 public:
    Listing(const CompactForm& form, const Facts& facts, Word tops, Score goal, Candidates& list)
        : form_(form), facts_(facts), tops_(tops), goal_(goal), bounds_(facts), list_(list) {
        list.clear();
    }

    [[nodiscard]] LeftOut all() {
        bool coupon_seen = false;
        for (std::size_t which = 0; which < facts_.classes.size(); ++which) {
            const Class& from = facts_.classes[which];
            bool done = false;
            if (!from.coupon())
                done = groups(which) || singles(which);
            else if (!std::exchange(coupon_seen, true))  // the largest comes first
                done = add(0, 1, which, from.fruits, true);
            else
                kinds_.push_back({&from, from.fruits, -1});  // a reply, not a candidate
            if (done) return out_;
        }
        if (out_.value < goal_) play_safe();
        return out_;
    }

 private:
    // Moves of one class and one size.
    struct Kind {
        const Class* from;
        Score size;
        int index;  // of the first of them
    };

    bool groups(std::size_t which) {
        const Class& from = facts_.classes[which];
        joined_ = from.cells & form_.beside(from.cells);
        for (Word left = joined_; left != 0;) {
            const Word group = form_.group_of(lowest_bit(left), left);
            left &= ~group;
            const bool free = (group & ~tops_ & ~(group >> 1U)) == 0;
            if (add(group, 1, which, static_cast<Score>(count(group)), free)) return true;
        }
        return false;
    }

    bool singles(std::size_t which) {
        const Word single = facts_.classes[which].cells & ~joined_;
        return single != 0 && add(single, count(single), which, 1, (single & tops_) != 0);
    }

    // `number` moves that differ in nothing but the place; `free`: nothing lies on one of them.
    // True: the question is settled.
    bool add(Word fruits, unsigned number, std::size_t which, Score size, bool free) {
        const Class& from = facts_.classes[which];
        const Kind kind{&from, size, index_};
        kinds_.push_back(kind);
        if (free && size > safest_.size) safest_ = kind;
        const Score at_most = size * size + most_lost(sizes_without(size, from));
        if (at_most < goal_) {
            leave_out(at_most - ((at_most - facts_.most) & 1), number);  // as odd as P is
            return false;
        }
        const auto found = bounds_.of(size, longest_pile_left(from, fruits, size), which);
        if (found.lower >= goal_) {
            out_ = {index_, found.lower};
            return true;
        }
        if (found.upper < goal_) {
            leave_out(found.upper, number);
        } else if (size > 1 || from.coupon()) {
            push(fruits, from, size, found.lower);
        } else {
            for (; fruits != 0; fruits &= fruits - 1)
                push(lowest_bit(fruits), from, 1, found.lower);
        }
        return false;
    }

    // A pile is in one group. Taking a fruit on its own leaves the longest pile as it is, unless it
    // is the last fruit: then nothing is left to be multiplied by it.
    static Score longest_pile_left(const Class& from, Word group, Score size) {
        if (size == 1 || (from.longest & ~group) != 0) return from.pile;
        Score pile = 0;
        for (Word runs = from.cells & ~group; runs != 0; runs &= runs << 1U) ++pile;
        return pile;
    }

    // The sizes of the classes without coupons after a move.
    [[nodiscard]] ClassSizes sizes_without(Score size, const Class& taken) const {
        return taken.coupon() ? facts_.sizes : facts_.sizes.without(size, taken.fruits);
    }

    void leave_out(Score at_most, unsigned number) {
        out_.value = std::max(out_.value, at_most);
        index_ += static_cast<int>(number);
    }
    void push(Word group, const Class& from, Score size, Score lower) {
        list_.push_back(
            {group, from.kind, static_cast<std::uint8_t>(size), index_++, size * size, lower});
    }

    // The largest group that nothing lies on: taking it leaves the others as they are, so that the
    // replies are known.
    void play_safe() {
        if (safest_.size == 0) return;
        const Score gain = safest_.size * safest_.size;
        const ClassSizes left = sizes_without(safest_.size, *safest_.from);
        Score worst = gain;  // when nothing is left to reply with
        for (const Kind& reply : kinds_) {
            if (worst < goal_) return;
            Score fruits = reply.from->fruits;
            if (reply.from == safest_.from) fruits -= safest_.size;
            if (fruits < reply.size) continue;  // that was the same move
            const ClassSizes after = reply.from->coupon() ? left : left.without(reply.size, fruits);
            worst = std::min(worst, gain - reply.size * reply.size - most_lost(after));
        }
        if (worst < goal_) return;
        out_ = {safest_.index, worst + ((worst - facts_.most) & 1)};  // as odd as P is
    }

    const CompactForm& form_;
    const Facts& facts_;
    Word tops_;  // fruits on top of their columns
    Score goal_;
    MoveBounds bounds_;
    Candidates& list_;
    FixedList<Kind, capacity> kinds_;
    Kind safest_{nullptr, 0, -1};
    Word joined_ = 0;  // fruits of the class that are not on their own
    LeftOut out_;
    int index_ = 0;
};

template <typename Word>
LeftOut CompactForm<Word>::shortlist(const Board& board, const Facts& facts, Score goal,
                                     Candidates& list) const {
    Word occupied = 0;
    for (std::size_t k = 0; k < kinds_; ++k) occupied |= board.cells[k];
    return Listing(*this, facts, occupied & ~(occupied >> 1U), goal, list).all();
}

template LeftOut CompactForm<std::uint64_t>::shortlist(const Board&, const Facts&, Score,
                                                       Candidates&) const;
template LeftOut CompactForm<Word128>::shortlist(const Board&, const Facts&, Score,
                                                 Candidates&) const;

}  // namespace zerosum::fruit
