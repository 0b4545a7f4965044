// The moves of a compact board, and what is known of each before it is made.

#include <algorithm>

#include "search/fruit/compact.h"

namespace zerosum::fruit {

// Goes through the moves of a board.
template <typename Word>
class CompactForm<Word>::Survey {
 public:
    Survey(const CompactForm& form, const Board& board, Facts& facts, Score goal)
        : board_(board), facts_(facts), goal_(goal) {
        facts.moves.clear();
        facts.promising = 0;
        Word occupied = 0;
        for (std::size_t k = 0; k < form.kinds_; ++k) occupied |= board.cells[k];
        const Word tops = occupied & ~(occupied >> 1U);
        for (std::size_t i = 0; i < facts.classes.size(); ++i) {
            const Word cells = facts.classes[i].cells;
            const Word joined = cells & form.beside(cells);
            for (Word left = joined; left != 0;) {
                const Word group = form.group_of(lowest_bit(left), left);
                left &= ~group;
                const bool free = (group & ~tops & ~(group >> 1U)) == 0;
                add(group, 1, i, static_cast<Score>(count(group)), free);
            }
            if (const Word single = cells & ~joined; single != 0)
                add(single, static_cast<int>(count(single)), i, 1, (single & tops) != 0);
        }
        // Of coupons only the largest is a candidate.
        for (std::uint64_t left = board.coupons; left != 0;) {
            const bool largest = left == board.coupons;
            const auto size = static_cast<Score>(highest(left));
            left ^= std::uint64_t{1} << static_cast<unsigned>(size);
            add({0, MoveKind::coupon, size, size * size + facts.lost, largest ? index_ : -1},
                largest);
        }
    }

    [[nodiscard]] LeftOut result() {
        if (facts_.promising == 0)
            out_.all = true;
        else if (!play_safe())
            take_largest();
        return out_;
    }

 private:
    // `number` moves, of which `free` says that nothing lies on one.
    void add(Word fruits, int number, std::size_t from, Score size, bool free) {
        // Of smaller classes less is lost: mostly that need not be looked up.
        const Score gain = size * size;
        Score at_most = gain + facts_.lost;
        if (gain < goal_ && at_most >= goal_)
            at_most = gain + most_lost(facts_.sizes.without(size, facts_.classes[from].fruits));
        add({fruits, static_cast<int>(from), size, at_most, index_}, free);
        index_ += number;
    }
    void add(const MoveKind& move, bool free) {
        facts_.moves.push_back(move);
        const auto place = facts_.moves.size() - 1;
        if (move.size > facts_.moves[largest_].size) largest_ = place;
        if (free && move.size > safest_size_) {
            safest_ = place;
            safest_size_ = move.size;
        }
        if (move.index < 0) return;
        if (move.at_most >= goal_)
            facts_.promising = std::max(facts_.promising, move.size);
        else
            out_.value = std::max(out_.value, move.at_most - ((move.at_most - facts_.most) & 1));
    }
    bool settle(const MoveKind& move, Score worth) {
        if (worth < goal_) return false;
        out_.settled = move.index;
        out_.value = worth + ((worth - facts_.most) & 1);  // as odd as P is
        return true;
    }

    // The largest group that nothing lies on: taking it leaves the others as they are, so that the
    // replies are known. True: it is worth the goal.
    bool play_safe() {
        if (safest_size_ == 0) return false;
        const MoveKind& safest = facts_.moves[safest_];
        const ClassSizes left = sizes_after(safest);
        const Score gain = safest.size * safest.size;
        Score worst = gain;  // when nothing is left to reply with
        const auto holds_against = [&](const MoveKind& reply) {
            ClassSizes after = left;
            if (reply.from != MoveKind::coupon) {
                const Score fruits =
                    fruits_of(reply) - (reply.from == safest.from ? safest.size : 0);
                if (fruits < reply.size) return true;  // that was the same move
                after = left.without(reply.size, fruits);
            } else if (safest.from == MoveKind::coupon && reply.size == safest.size) {
                return true;
            }
            worst = std::min(worst, gain - reply.size * reply.size - most_lost(after));
            return worst >= goal_;
        };
        // The largest mostly decides.
        if (!holds_against(facts_.moves[largest_])) return false;
        for (const MoveKind& reply : facts_.moves)
            if (!holds_against(reply)) return false;
        return settle(safest, worst);
    }

    // What gains most, whatever it opens.
    void take_largest() {
        for (const MoveKind& move : facts_.moves) {
            if (move.size != facts_.promising || move.index < 0) continue;
            const ClassSizes left = sizes_after(move);
            Score most = most_won(left);
            if (board_.coupons != 0) {
                const auto coupon = static_cast<Score>(highest(board_.coupons));
                most = std::max(most, coupon * coupon + most_lost(left));
            }
            if (settle(move, move.size * move.size - most)) return;
        }
    }

    [[nodiscard]] Score fruits_of(const MoveKind& move) const {
        return facts_.classes[static_cast<std::size_t>(move.from)].fruits;
    }
    // Of the classes without coupons.
    [[nodiscard]] ClassSizes sizes_after(const MoveKind& move) const {
        if (move.from == MoveKind::coupon) return facts_.sizes;
        return facts_.sizes.without(move.size, fruits_of(move));
    }

    const Board& board_;
    Facts& facts_;
    Score goal_;
    std::size_t largest_ = 0;  // of the moves
    std::size_t safest_ = 0;   // the largest that nothing lies on, if there is one
    Score safest_size_ = 0;    // 0: there is none
    int index_ = 0;            // of the next move
    LeftOut out_;
};

template <typename Word>
LeftOut CompactForm<Word>::survey(const Board& board, Facts& facts, Score goal) const {
    return Survey(*this, board, facts, goal).result();
}

namespace {

// The moves that may be worth the goal: the favoured ones, or all others.
template <typename Form>
void list_moves(const typename Form::Facts& facts, Score goal, int first, bool favoured,
                typename Form::Candidates& list) {
    for (const auto& move : facts.moves) {
        if (move.index < 0 || move.at_most < goal) continue;
        const bool gains_most = move.size == facts.promising;
        if (gains_most && !favoured) continue;
        std::uint8_t kind = 0;
        Score preference = 0;
        if (move.from != Form::MoveKind::coupon) {
            const auto& from = facts.classes[static_cast<std::size_t>(move.from)];
            kind = from.kind;
            if (move.size == 1) preference = from.fruits;  // a large class is broken up
        }
        int index = move.index;
        auto left = move.fruits;
        do {  // once for a coupon
            const auto group = move.size > 1 ? left : lowest_bit(left);
            left &= ~group;
            if ((gains_most || index == first) == favoured)
                list.push_back({group, kind, static_cast<std::uint8_t>(move.size), index,
                                move.size * move.size, preference});
            ++index;
        } while (left != 0);
    }
}

}  // namespace

template <typename Word>
void CompactForm<Word>::shortlist(const Board& /*board*/, const Facts& facts, Score goal, int first,
                                  Candidates& list) const {
    list.clear();
    list_moves<CompactForm>(facts, goal, first, true, list);
}

template <typename Word>
void CompactForm<Word>::add_others(const Board& /*board*/, const Facts& facts, Score goal,
                                   int first, Candidates& list) const {
    list_moves<CompactForm>(facts, goal, first, false, list);
}

template LeftOut CompactForm<std::uint64_t>::survey(const Board&, Facts&, Score) const;
template LeftOut CompactForm<Word128>::survey(const Board&, Facts&, Score) const;
template void CompactForm<std::uint64_t>::shortlist(const Board&, const Facts&, Score, int,
                                                    Candidates&) const;
template void CompactForm<Word128>::shortlist(const Board&, const Facts&, Score, int,
                                              Candidates&) const;
template void CompactForm<std::uint64_t>::add_others(const Board&, const Facts&, Score, int,
                                                     Candidates&) const;
template void CompactForm<Word128>::add_others(const Board&, const Facts&, Score, int,
                                               Candidates&) const;

}  // namespace zerosum::fruit
