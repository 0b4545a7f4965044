#pragma once
// What can be proved about the rest of a Fruit Rage game without searching: bounds on the future
// difference, and a key that positions of the same future share.
//
// Fruits never change their column, so two fruits of a kind can only ever be taken together when
// every column from one to the other holds that kind. The fruits of one kind in a maximal row of
// such columns are a *class*. A move takes fruits of exactly one class and leaves the others
// whole, which makes classes easy to reckon with:
//
//   - A class of c fruits brings at most c² points in all. The sum P of c² over the classes
//     bounds everything that is still to be had.
//   - Taking s fruits of a class of c lowers what is left of it to at most (c - s)². So a move
//     of one player, s² points, costs the other at least s² + c² - (c - s)² = 2sc of P.
//   - In every class some fruits can never be parted: fruits on top of each other, and what
//     stands side by side on the floor. While nobody touches a class, a player can take at least
//     its longest such piece, v fruits, which costs the other at least w = 2vc.
//   - When the mover has played j times and the other j - 1 times, at most 2j - 1 classes are
//     touched. So the other's j-th move can cost at least the 2j-th largest w, and the mover's
//     j-th move the (2j-1)-th largest.
//
// Together: -P + (w1 + w3 + ...) <= future difference <= P - (w2 + w4 + ...), with w1 >= w2 >= ...
// When no piece can grow or be parted, both sides are equal and the value is known.
//
// The key is built from the classes alone, so it does not change when kinds are renamed, also
// when only one of two classes of a kind is. Columns that share no class with their neighbours
// cut the board into parts that never influence each other's shape; the key does not change when
// parts change places or are mirrored, or when empty columns are added.
//
// A *coupon* is a pile on top of a column whose kind is nowhere else in the column and not in the
// columns beside it: a part of its own, of one move. Two equal coupons cancel: either player plays
// as if they were not there, answers one with the other, and when nothing else is left the two
// bring nothing to whoever starts. Equal parts of more than one move do not cancel: a player may
// have to start in them when everything else is gone, and may lose by it.

#include "games/fruit/board.h"
#include "search/general/outlook.h"

namespace zerosum::fruit {

[[nodiscard]] Outlook outlook(const Position& position);

}  // namespace zerosum::fruit
