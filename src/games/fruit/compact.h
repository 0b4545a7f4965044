#pragma once
// The Fruit Rage as the exact solver plays it: a board of few cells in one word a kind.
//
// Near the end of a game most of the packed board is empty. Here a column is as high as the
// highest one at the start, with a bit above it that is always 0, columns stand side by side, and
// empty columns in a row count as one. Fruits only fall, so every later board fits as well.
//
//      * 1 *          bit   2  5  8         kind 0   100 000 110 ...
//      0 1 0                1  4  7         kind 1   011 ... read upwards, column by column
//      1 0 0                0  3  6
//
// Groups, falling and classes then are a few shifts of whole words each. Boards of up to 64 cells
// (the bits above the columns counted) use one machine word, of up to 128 two.
//
// Coupons (outlook.h) leave the columns as soon as they are ones. The board remembers which sizes
// there is one of: two equal ones cancel, so that neither is a move any more (the bounds are the
// same with and without them).
//
// The bounds are those of outlook.h. Here they are also given for every move before it is made:
// a move takes fruits of one class, so the classes of the others and the pieces that can never be
// parted stay (pieces may grow). Of its own class, c - s fruits are left, taken as one class: that
// can only loosen the bounds. Of its pieces, a pile outside of the group stays as it is.
//
// Of several coupons only the largest need be looked at. For coupons of a > b points beside the
// same rest X, v(X + a) >= v(X + b) - (a - b): both games have the same moves, and the coupon is
// taken once, by one of the two. So taking b first, b - v(X + a), is at most a - v(X + b), which is
// taking a.
//
// The key tells apart less than the one of outlook.h: mirrored parts have different keys.

#include <array>
#include <cstdint>

#include "games/fruit/board.h"
#include "games/tuning.h"

namespace zerosum::fruit {

__extension__ using Word128 = unsigned __int128;

// How many bits a board needs.
[[nodiscard]] int compact_bits(const Position& position);

template <typename Word>
class CompactForm {
 public:
    static constexpr std::size_t capacity = sizeof(Word) * 8;

    struct Board {
        std::array<Word, max_kinds> cells{};  // of every kind
        std::uint64_t coupons = 0;            // bit s: there is one of s fruits
    };

    // A class of outlook.h.
    struct Class {
        Word cells;  // none: a coupon
        Score fruits;
        Score pile;  // most fruits on top of each other
        Score cost;  // w: what a player loses by the other's taking its longest piece
        std::uint8_t kind;
        [[nodiscard]] bool coupon() const { return cells == 0; }
    };
    // What is found out about a board, for its moves.
    struct Facts {
        FixedList<Class, capacity> classes;  // largest cost first, once they are weighed
        Score most = 0;                      // P
    };

    // A move that has to be looked at: lower <= gain - value of the board after it <= upper.
    struct Candidate {
        Word group;  // none: the coupon of `size` fruits
        std::uint8_t kind;
        std::uint8_t size;
        Score gain;
        Score lower;
        Score upper;
    };
    using Candidates = FixedList<Candidate, capacity>;

    // For the positions of a game from `start` on; compact_bits(start) <= capacity.
    explicit CompactForm(const Position& start);

    [[nodiscard]] Board board(const Position& position) const;
    [[nodiscard]] bool over(const Board& board) const;
    // In two steps, so that the table can be asked for the key in the meantime: the classes, then
    // what they are worth.
    [[nodiscard]] Key read(const Board& board, Facts& facts) const;
    [[nodiscard]] Outlook weigh(Facts& facts) const;
    void candidates(const Board& board, const Facts& facts, Candidates& list) const;
    void play(const Board& board, const Candidate& candidate, Board& after) const;
    // How many groups there are, coupons that did not cancel included.
    [[nodiscard]] Score groups(const Board& board) const;

 private:
    [[nodiscard]] Word beside(Word cells) const {
        return (cells << 1U) | (cells >> 1U) | (cells << stride_) | (cells >> stride_);
    }
    [[nodiscard]] Word group_of(Word fruit, Word kind) const;
    void take_coupons(Board& board) const;
    [[nodiscard]] Key read_part(const Board& board, Word part, Facts& facts) const;
    [[nodiscard]] Score longest_pile(Word cells) const;
    [[nodiscard]] Score longest_piece(const Class& of) const;
    // Of the first i classes, those with even and those with odd place.
    using CostSums = std::array<std::array<Score, 2>, capacity + 1>;
    // Of a move in class `which` that leaves a pile of `pile` fruits in it.
    [[nodiscard]] Candidate candidate(Score size, Score pile, std::size_t which, const Facts& facts,
                                      const CostSums& sums) const;

    // A bit for every column that holds some of the cells: the one above the column.
    [[nodiscard]] Word columns_with(Word cells) const { return (cells + all_) & ceiling_; }
    // The cells of these columns.
    [[nodiscard]] Word cells_below(Word ceilings) const {
        return ceilings - (ceilings >> (stride_ - 1));
    }
    // All of these columns, with the bits above them: neighbours make one run of ones.
    [[nodiscard]] Word whole_columns(Word ceilings) const {
        return ceilings | cells_below(ceilings);
    }
    [[nodiscard]] Word ceiling(std::size_t column) const {
        return Word{1} << ((column + 1) * stride_ - 1);
    }

    unsigned stride_ = 1;  // bits from one column to the next
    std::size_t columns_ = 0;
    std::size_t kinds_ = 0;
    Key salt_ = 0;                                    // boards of another layout have other keys
    Word floor_ = 0;                                  // the lowest bit of every column
    Word ceiling_ = 0;                                // the bit above every column
    Word all_ = 0;                                    // every other bit
    std::array<Word, capacity> column_{};             // the cells of each column
    std::array<std::uint8_t, capacity> column_of_{};  // of a bit
    std::array<int, capacity> source_{};              // the position's column, -1: none
    std::array<int, max_kinds> kind_{};               // the position's kind
};

extern template class CompactForm<std::uint64_t>;
extern template class CompactForm<Word128>;

}  // namespace zerosum::fruit
