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
// Another bound comes from zugzwang.h: nobody loses more than so much by having to move.
//
// Of several coupons only the largest need be looked at. For coupons of a > b points beside the
// same rest X, v(X + a) >= v(X + b) - (a - b): both games have the same moves, and the coupon is
// taken once, by one of the two. So taking b first, b - v(X + a), is at most a - v(X + b), which is
// taking a.
//
// The key is made of the words as they are. It tells boards apart that the key of outlook.h does
// not, where kinds are renamed or parts are mirrored or moved; that costs few looks at boards
// and saves more time (docs/strength-solver.md).

#include <array>
#include <cstdint>

#include "games/fruit/board.h"
#include "games/fruit/compact_words.h"
#include "games/fruit/zugzwang.h"
#include "games/tuning.h"

namespace zerosum::fruit {

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
        Word cells;    // none: a coupon
        Word longest;  // the top of every longest pile
        Score fruits;
        Score pile;  // most fruits on top of each other
        Score cost;  // w: what a player loses by the other's taking its longest piece
        std::uint8_t kind;
        [[nodiscard]] bool coupon() const { return cells == 0; }
    };
    // What is found out about a board, for its moves.
    struct Facts {
        FixedList<Class, capacity> classes;  // largest cost first
        Score most = 0;                      // P
        ClassSizes sizes;                    // without coupons
    };

    // A move that has to be looked at: lower <= gain - value of the board after it.
    struct Candidate {
        Word group;  // none: the coupon of `size` fruits
        std::uint8_t kind;
        std::uint8_t size;
        int index;  // among all candidates of the board
        Score gain;
        Score lower;
    };
    using Candidates = FixedList<Candidate, capacity>;

    // For the positions of a game from `start` on; compact_bits(start) <= capacity.
    explicit CompactForm(const Position& start);

    [[nodiscard]] Board board(const Position& position) const;
    [[nodiscard]] bool over(const Board& board) const;
    [[nodiscard]] Key key(const Board& board) const;
    [[nodiscard]] Outlook weigh(const Board& board, Facts& facts) const;
    // The candidates that may be worth `goal` or more, as far as their bounds tell.
    [[nodiscard]] LeftOut shortlist(const Board& board, const Facts& facts, Score goal,
                                    Candidates& list) const;
    void play(const Board& board, const Candidate& candidate, Board& after) const;
    // How many groups there are, coupons that did not cancel included. A group that goes round
    // others counts one less for each hole: links are counted, no group is looked for.
    [[nodiscard]] Score groups(const Board& board) const;
    [[nodiscard]] Score largest_gain(const Board& board) const;

 private:
    [[nodiscard]] Word beside(Word cells) const {
        return (cells << 1U) | (cells >> 1U) | (cells << stride_) | (cells >> stride_);
    }
    [[nodiscard]] Word group_of(Word fruit, Word kind) const;
    void take_coupons(Board& board) const;
    void cancel_coupons(Board& board) const;
    [[nodiscard]] Score longest_piece(Word cells, Score pile) const;
    // What moves in one class are worth at least and at most, and the making of a shortlist.
    class MoveBounds;
    class Listing;

    // A bit for every column that holds some of the cells: the one above the column.
    [[nodiscard]] Word columns_with(Word cells) const { return (cells + all_) & ceiling_; }
    // The same for columns that have no neighbour that does.
    [[nodiscard]] Word columns_alone(Word cells) const {
        const Word columns = columns_with(cells);
        return columns & ~(columns << stride_) & ~(columns >> stride_);
    }
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
