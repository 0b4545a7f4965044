#pragma once
// How much a player can lose at most by having to move in The Fruit Rage: a bound for the exact
// solver that knows nothing of a board but the sizes of its classes (outlook.h).
//
// Having to move is mostly an advantage, but not always: whoever has to take a group that holds
// two large ones apart gives them to the other. Let z(C) be so large that the future difference is
// at least -z(C), whatever the board looks like whose classes have the sizes C. Then no move brings
// more than its gain and z of the classes after it. That holds where the bounds of outlook.h are
// weak: they let a player take whole classes at once, though what he joins the other takes first.
//
// For boards of up to 12 fruits z was found by solving every board there is, up to names of kinds
// and mirrors (bench/fruit_zugzwang.cpp; 32 million have up to 11 fruits). What it found is in
// data/fruit/zugzwang.txt. From there on it follows by induction. Let L be the size of the largest
// group, and l(C) the worst future difference for classes C, whatever they are cut into by the
// moves to come.
//
//   - The mover may take the largest group. Whatever he opens, the other then takes t fruits of
//     one class, and the mover has to go on: L² - t² + l(C without both), for the worst t.
//   - Or he takes a group that nothing lies on. Then nothing falls, so the other finds no group
//     larger than L: m² - t² + l(C without both), for the worst m and t <= L.
//
// The better of the two, for the worst L and the worst places, is l(C); its parity is that of the
// number of fruits. z(C) is the largest -l of all that may come of C, or 0.
//
// Is there a group that nothing lies on? Yes, where every group is one run in each of its columns.
// Two groups that share columns lie in the same order in all of these: the runs of a group in
// neighbouring columns touch, so two groups cannot change places from one column to the next. And
// "lies on" runs in no circle. Take the columns from the left: there is none so far, and one more
// column comes. A circle would go along pairs of groups of that column and, in between, along
// chains of earlier columns. Such a chain leads from one group of the new column to another. Both
// stand in the column before as well, in the order of the chain, or there was a circle before; so
// they stand in that order in the new column, too. Then all of the circle lies in one column, which
// cannot be. Groups of up to 4 fruits are one run in every column. A ring of 5 may close around
// another group, so for L >= 5 only the first way counts.
//
// Coupons do not count: beside X they lose nobody more than X does. Let d(X) = v(X + coupon q) -
// v(X), with v >= -z in X and all that follows. Both |d| <= q + 2z: a best move of either game is a
// move of the other, which leads to -d of a smaller X, or it is the coupon, and q - v(X) - v(X) <=
// q + 2z. Now in X + q take the coupon, or X's best move m: q - v(X) and v(X) - d(X after m) add up
// to q - d >= -2z, so one of them is at least -z. The same goes for more coupons, one by one.
//
// From z follows how much a player can win at most, again from the sizes of the classes alone: he
// takes at most a whole class at once, and then the other loses at most z by having to move. So
// u(C) is the largest t² + z(C without t fruits of one class). With coupons beside it, it may also
// be the largest coupon: q² + z(C).

#include <array>
#include <cstdint>

#include "core/random.h"
#include "core/units.h"

namespace zerosum::fruit {

// The sizes of classes, without an order.
class ClassSizes {
 public:
    static constexpr Score largest = 128;

    constexpr void add(Score size) {
        sum_ += salts[static_cast<std::size_t>(size)];
        fruits_ += size;
    }
    // The same with `taken` fruits less in a class of `size`.
    [[nodiscard]] constexpr ClassSizes without(Score taken, Score size) const {
        ClassSizes less = *this;
        less.sum_ +=
            salts[static_cast<std::size_t>(size - taken)] - salts[static_cast<std::size_t>(size)];
        less.fruits_ -= taken;
        return less;
    }
    [[nodiscard]] constexpr Score fruits() const { return fruits_; }
    [[nodiscard]] constexpr std::uint64_t sum() const { return sum_; }  // of a salt a class

 private:
    static constexpr auto salts = [] {
        std::array<std::uint64_t, largest + 1> out{};  // nothing for a class that is gone
        for (std::size_t i = 1; i < out.size(); ++i) out[i] = mix(i);
        return out;
    }();

    std::uint64_t sum_ = 0;
    Score fruits_ = 0;
};

// z and u, for classes of up to `kZugzwangFruits` fruits in all; beyond, and where z would be too
// large to matter, `kUnknownLoss`.
inline constexpr Score kZugzwangFruits = 26;
inline constexpr Score kUnknownLoss = 1 << 24;
[[nodiscard]] Score most_lost(const ClassSizes& classes);
[[nodiscard]] Score most_won(const ClassSizes& classes);

// The table behind them has a place for every sum, at `first_place` or behind that, with a word
//
//   31..8 bits 43..20 of the sum   7..0 z, 255: too large
//
// and, in an array of its own that is asked less often, u (65,535: too large).
// As it holds all classes of so many fruits, and no two look the same to it (the program that
// makes it sees to that), what is found is what was asked for.
struct ZugzwangTable {
    static constexpr std::size_t places = 1U << 16U;  // 11,732 are taken: most are found at once
    static constexpr std::uint32_t empty = 0xFFFFFFFF;
    static constexpr std::uint32_t too_large = 0xFF;
    static constexpr std::uint16_t too_much = 0xFFFF;  // for u

    static constexpr std::size_t first_place(std::uint64_t sum) { return sum >> 48U; }
    static constexpr std::uint32_t mark(std::uint64_t sum) {
        return static_cast<std::uint32_t>(sum >> 20U) << 8U;
    }
};

}  // namespace zerosum::fruit
