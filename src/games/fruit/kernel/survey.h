#pragma once
// The groups of a board, as far as a search looks at them: how many there are of each small size,
// and a list of the large ones. A board of 26 x 26 has some 400 groups, of which a search counts
// all and plays a few of the largest. A list of all would be written to be read once.
//
// The first cells of groups of one to four fruits are marked, with two bits of (size - 1), as step
// 2 of the search for groups finds them (small_groups.h):
//
//      size   first   size_bit_0   size_bit_1
//        1      1         0            0
//        2      1         1            0
//        3      1         0            1
//        4      1         1            1
//
// A kernel leaves the marks as they come. Which cell bit i of word w is:
//
//      by column   column 2 w + i / 32, bit i % 32 of its word, counted from the bottom
//      by row      row 4 w + i / 16 from the top, column i % 16

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "games/fruit/moves.h"

namespace zerosum::fruit {

struct Survey {
    static constexpr int largest_small = 4;  // fruits
    static constexpr std::size_t most_words = kMaxSize * kMaxSize / 64;
    using Marks = std::array<std::uint64_t, most_words>;

    alignas(32) Marks first;
    alignas(32) Marks size_bit_0;
    alignas(32) Marks size_bit_1;
    std::size_t words;  // of the marks that are set
    int side;           // of the board
    bool by_row;
    std::array<std::uint16_t, largest_small + 1> small;  // by fruits: how many groups
    // Groups of five and more, in no order. There is room for candidates.
    FixedList<Move, kMaxSize * kMaxSize / 2> large;

    // Not initialised: a search makes one per ply and fills it at every node.
    Survey() {}  // NOLINT

    [[nodiscard]] std::size_t groups() const {
        return large.size() + small[1] + small[2] + small[3] + small[4];
    }

    // First cells of the groups of `fruits` <= 4 in a word.
    [[nodiscard]] std::uint64_t of_size(int fruits, std::size_t word) const {
        assert(fruits >= 1 && fruits <= largest_small && word < words);
        const auto bits = static_cast<unsigned>(fruits - 1);
        const std::uint64_t low = (bits & 1U) != 0 ? size_bit_0[word] : ~size_bit_0[word];
        const std::uint64_t high = (bits & 2U) != 0 ? size_bit_1[word] : ~size_bit_1[word];
        return first[word] & low & high;
    }
    [[nodiscard]] Cell cell_of(std::size_t word, int bit) const {
        const auto w = static_cast<int>(word);
        if (by_row) return {4 * w + bit / 16, bit % 16};
        return {side - 1 - bit % 32, 2 * w + bit / 32};
    }
    // Calls see(move) for each group of `fruits` <= 4, in the order of the marks.
    template <typename See>
    void for_each(int fruits, See see) const {
        for (std::size_t word = 0; word < words; ++word) {
            for (std::uint64_t left = of_size(fruits, word); left != 0; left &= left - 1) {
                const Cell cell = cell_of(word, std::countr_zero(left));
                see(Move{static_cast<std::uint8_t>(cell.row),
                         static_cast<std::uint8_t>(cell.column),
                         static_cast<std::uint16_t>(fruits)});
            }
        }
    }
    // Fruits of the small group whose first cell this is, 0: there is none.
    [[nodiscard]] int small_at(Cell cell) const {
        const int bit = side - 1 - cell.row;
        const auto word = static_cast<std::size_t>(by_row ? cell.row / 4 : cell.column / 2);
        const auto at = static_cast<unsigned>(by_row ? cell.row % 4 * 16 + cell.column
                                                     : cell.column % 2 * 32 + bit);
        const auto marked = [&](const Marks& marks) {
            return static_cast<int>((marks[word] >> at) & 1U);
        };
        if (cell.row >= side || cell.column >= side || marked(first) == 0) return 0;
        return 1 + marked(size_bit_0) + 2 * marked(size_bit_1);
    }

    // For the kernels: counts the marks of a survey that has its words.
    [[gnu::always_inline]] void count_small() {
        int all = 0;
        int even = 0;  // two or four
        int more = 0;  // three or four
        int four = 0;
        for (std::size_t word = 0; word < words; ++word) {
            all += std::popcount(first[word]);
            even += std::popcount(size_bit_0[word]);
            more += std::popcount(size_bit_1[word]);
            four += std::popcount(size_bit_0[word] & size_bit_1[word]);
        }
        const auto count = [](int groups) { return static_cast<std::uint16_t>(groups); };
        small = {0, count(all - even - more + four), count(even - four), count(more - four),
                 count(four)};
    }
};

}  // namespace zerosum::fruit
