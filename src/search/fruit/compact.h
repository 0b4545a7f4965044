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
// What is known of a board without a search comes from zugzwang.h: nobody loses more than so much
// by having to move. That bounds every move before it is made, and three things may settle a
// question:
//
//   - no move gains enough, even if the other loses as much as can be by having to move after it;
//   - the largest group is enough, even if the other then finds a whole class in one piece;
//   - the largest group that nothing lies on is enough: nothing falls, so all replies are known.
//
// Larger boards, of which zugzwang.h knows nothing, have the bounds of outlook.h.
//
// Of several coupons only the largest need be looked at. For coupons of a > b points beside the
// same rest X, v(X + a) >= v(X + b) - (a - b): both games have the same moves, and the coupon is
// taken once, by one of the two. So taking b first, b - v(X + a), is at most a - v(X + b), which is
// taking a.
//
// The key is made of the words as they are. It tells boards apart that the key of outlook.h does
// not, where kinds are renamed or parts are mirrored or moved; that costs few looks at boards
// and saves more time (lab/solver.md).

#include <array>
#include <cstdint>

#include "games/fruit/board.h"
#include "search/fruit/compact_words.h"
#include "search/fruit/zugzwang.h"
#include "search/general/outlook.h"

namespace zerosum::fruit {

// How many bits a board needs.
[[nodiscard]] int compact_bits(const Position& position);

template <typename Word>
class CompactForm {
 public:
    static constexpr std::size_t capacity = sizeof(Word) * 8;

    struct Board {
        std::array<Word, kMaxKinds> cells{};  // of every kind
        std::uint64_t coupons = 0;            // bit s: there is one of s fruits
    };

    // A class of outlook.h; coupons are none here.
    struct Class {
        Word cells;
        Score fruits;
        std::uint8_t kind;
    };
    // Moves that take groups of one size from one class: they differ in nothing but the place. A
    // group of more than one fruit stands alone here, single fruits are together.
    struct MoveKind {
        static constexpr int coupon = -1;

        Word fruits;    // of all these moves, none: a coupon
        int from;       // which class, or `coupon`
        Score size;     // fruits that one of them takes
        Score at_most;  // what they are worth
        int index;      // of the first of them among all moves, -1: a reply, but never a candidate
    };
    // What is found out about a board.
    struct Facts {
        // By `weigh`:
        FixedList<Class, capacity> classes;
        ClassSizes sizes;  // of these
        Score lost = 0;    // z of these
        Score most = 0;    // P of outlook.h, coupons included
        // By `survey`:
        FixedList<MoveKind, capacity> moves;
        Score promising = 0;  // most fruits of a move that may be worth the goal, 0: no such move
    };

    // A move that has to be looked at.
    struct Candidate {
        Word group;  // none: the coupon of `size` fruits
        std::uint8_t kind;
        std::uint8_t size;
        int index;  // among all moves of the board
        Score gain;
        Score preference;  // of moves that are equal otherwise the largest is tried first
    };
    using Candidates = FixedList<Candidate, capacity>;

    // For the positions of a game from `start` on; compact_bits(start) <= capacity.
    explicit CompactForm(const Position& start);

    [[nodiscard]] Board board(const Position& position) const;
    [[nodiscard]] bool over(const Board& board) const;
    [[nodiscard]] Key key(const Board& board) const;
    [[nodiscard]] Outlook weigh(const Board& board, Facts& facts) const;
    // Which moves may be worth `goal` or more, and whether one surely is.
    [[nodiscard]] LeftOut survey(const Board& board, Facts& facts, Score goal) const;
    // Those that may be: first those that gain most and the one of index `first`, then the others.
    void shortlist(const Board& board, const Facts& facts, Score goal, int first,
                   Candidates& list) const;
    void add_others(const Board& board, const Facts& facts, Score goal, int first,
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
    [[nodiscard]] Score longest_piece(Word cells) const;
    void bound_by_classes(const Board& board, const Facts& facts, Outlook& out) const;
    class Survey;

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
    std::array<int, kMaxKinds> kind_{};               // the position's kind
};

extern template class CompactForm<std::uint64_t>;
extern template class CompactForm<Word128>;

}  // namespace zerosum::fruit
