#include "games/fruit/compact.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/random.h"

namespace zerosum::fruit {

namespace {

// Without the CPU's instruction, which not every x86-64 has, this beats the library's table.
unsigned count(std::uint64_t word) {
    word -= (word >> 1U) & 0x5555555555555555U;
    word = (word & 0x3333333333333333U) + ((word >> 2U) & 0x3333333333333333U);
    word = (word + (word >> 4U)) & 0x0F0F0F0F0F0F0F0FU;
    return static_cast<unsigned>((word * 0x0101010101010101U) >> 56U);
}
unsigned lowest(std::uint64_t word) {
    return static_cast<unsigned>(std::countr_zero(word));
}
unsigned highest(std::uint64_t word) {
    return 63U - static_cast<unsigned>(std::countl_zero(word));
}
Key stir(std::uint64_t word) {
    return mix(word);
}

unsigned count(Word128 word) {
    return count(static_cast<std::uint64_t>(word)) + count(static_cast<std::uint64_t>(word >> 64U));
}
unsigned lowest(Word128 word) {
    const auto low = static_cast<std::uint64_t>(word);
    return low != 0 ? lowest(low) : 64 + lowest(static_cast<std::uint64_t>(word >> 64U));
}
unsigned highest(Word128 word) {
    const auto high = static_cast<std::uint64_t>(word >> 64U);
    return high != 0 ? 64 + highest(high) : highest(static_cast<std::uint64_t>(word));
}
Key stir(Word128 word) {
    return mix(static_cast<std::uint64_t>(word) ^ mix(static_cast<std::uint64_t>(word >> 64U)));
}

template <typename Word>
Word lowest_bit(Word word) {
    return word & (~word + 1);
}
// Takes the lowest run of ones away.
template <typename Word>
Word take_run(Word& bits) {
    const Word rest = bits & (bits + lowest_bit(bits));
    const Word run = bits ^ rest;
    bits = rest;
    return run;
}

// The columns that a compact board keeps: all with fruits, and one empty one for every gap.
struct Shape {
    std::array<int, max_size> columns{};  // -1: a gap
    std::size_t count = 0;
    int height = 0;
};
Shape shape_of(const Position& position) {
    Shape shape;
    bool gap = false;
    for (int c = 0; c < position.size(); ++c) {
        const int height = position.height(c);
        if (height == 0) {
            gap = shape.count > 0;
            continue;
        }
        if (gap) shape.columns[shape.count++] = -1;
        gap = false;
        shape.columns[shape.count++] = c;
        shape.height = std::max(shape.height, height);
    }
    return shape;
}

}  // namespace

int compact_bits(const Position& position) {
    const Shape shape = shape_of(position);
    return static_cast<int>(shape.count) * (shape.height + 1);
}

template <typename Word>
CompactForm<Word>::CompactForm(const Position& start) {
    const Shape shape = shape_of(start);
    stride_ = static_cast<unsigned>(shape.height) + 1;
    columns_ = shape.count;
    salt_ = mix(stride_);
    for (std::size_t c = 0; c < columns_; ++c) {
        const auto shift = static_cast<unsigned>(c) * stride_;
        source_[c] = shape.columns[c];
        column_[c] = ((Word{1} << (stride_ - 1)) - 1) << shift;
        floor_ |= Word{1} << shift;
        ceiling_ |= ceiling(c);
        all_ |= column_[c];
        for (unsigned bit = 0; bit < stride_; ++bit)
            column_of_[shift + bit] = static_cast<std::uint8_t>(c);
    }
    for (int k = 0; k < start.kinds(); ++k) {
        bool found = false;
        for (int c = 0; c < start.size(); ++c) found |= start.cells_of_kind(c, k) != 0;
        if (found) kind_[kinds_++] = k;
    }
}

template <typename Word>
auto CompactForm<Word>::board(const Position& position) const -> Board {
    Board board;
    for (std::size_t k = 0; k < kinds_; ++k) {
        for (std::size_t c = 0; c < columns_; ++c) {
            if (source_[c] < 0) continue;
            board.cells[k] |= static_cast<Word>(position.cells_of_kind(source_[c], kind_[k]))
                              << (static_cast<unsigned>(c) * stride_);
        }
    }
    take_coupons(board);
    return board;
}

template <typename Word>
bool CompactForm<Word>::over(const Board& board) const {
    Word occupied = 0;
    for (std::size_t k = 0; k < kinds_; ++k) occupied |= board.cells[k];
    return occupied == 0 && board.coupons == 0;
}

template <typename Word>
Word CompactForm<Word>::group_of(Word fruit, Word kind) const {
    for (Word group = fruit;;) {
        const Word more = (group | beside(group)) & kind;
        if (more == group) return group;
        group = more;
    }
}

template <typename Word>
Score CompactForm<Word>::groups(const Board& board) const {
    auto number = static_cast<Score>(count(board.coupons));
    for (std::size_t k = 0; k < kinds_; ++k) {
        for (Word left = board.cells[k]; left != 0; ++number)
            left &= ~group_of(lowest_bit(left), left);
    }
    return number;
}

template <typename Word>
void CompactForm<Word>::play(const Board& board, const Candidate& candidate, Board& after) const {
    for (std::size_t k = 0; k < kinds_; ++k) after.cells[k] = board.cells[k];
    after.coupons = board.coupons;
    if (candidate.group == 0) {
        after.coupons ^= std::uint64_t{1} << candidate.size;
        return;
    }
    after.cells[candidate.kind] &= ~candidate.group;
    // One pile of the group after the other, the highest first: those below stay in place.
    for (Word left = candidate.group; left != 0;) {
        const unsigned top = highest(left);
        const Word holes = ~left & ((Word{1} << top) - 1);
        const unsigned bottom = holes == 0 ? 0 : highest(holes) + 1;
        const unsigned length = top - bottom + 1;
        const Word above = column_[column_of_[top]] & ~((Word{2} << top) - 1);
        left &= (Word{1} << bottom) - 1;
        for (std::size_t k = 0; k < kinds_; ++k) {
            const Word cells = after.cells[k];
            after.cells[k] = (cells & ~above) | ((cells & above) >> length);
        }
    }
    take_coupons(after);
}

// A coupon lies on top of its column, in one piece, and the columns beside hold none of its kind.
// What lies under it may be the next one.
template <typename Word>
void CompactForm<Word>::take_coupons(Board& board) const {
    for (bool found = true; found;) {
        found = false;
        Word occupied = 0;
        for (std::size_t k = 0; k < kinds_; ++k) occupied |= board.cells[k];
        const Word tops = occupied & ~(occupied >> 1U);
        for (std::size_t k = 0; k < kinds_; ++k) {
            const Word cells = board.cells[k];
            const Word columns = columns_with(cells);
            const Word alone = columns & ~(columns << stride_) & ~(columns >> stride_);
            Word coupons = alone & columns_with(cells & tops);
            if (coupons == 0) continue;
            // In more pieces: without the lowest one, another is left.
            const Word ends = cells & ~(cells << 1U);
            coupons &= ~columns_with(ends & (ends - (columns >> (stride_ - 1))));
            for (; coupons != 0; coupons &= coupons - 1) {
                const Word pile = cells & cells_below(lowest_bit(coupons));
                board.cells[k] &= ~pile;
                board.coupons ^= std::uint64_t{1} << count(pile);  // two equal ones cancel
                found = true;
            }
        }
    }
}

// ---- What is known without a search ---------------------------------------------------------

namespace {

// Largest cost first.
template <typename Classes>
void sort_by_cost(Classes& classes) {
    for (std::size_t i = 1; i < classes.size(); ++i) {
        const auto moved = classes[i];
        std::size_t place = i;
        for (; place > 0 && classes[place - 1].cost < moved.cost; --place)
            classes[place] = classes[place - 1];
        classes[place] = moved;
    }
}

}  // namespace

template <typename Word>
Score CompactForm<Word>::longest_pile(Word cells) const {
    Score longest = 0;
    for (Word runs = cells; runs != 0; runs &= runs << 1U) ++longest;
    return longest;
}

// Fruits on top of each other, or joined on the floor.
template <typename Word>
Score CompactForm<Word>::longest_piece(const Class& of) const {
    Score longest = of.pile;
    // Adding the floor carries through the piles that stand on it.
    const Word standing = of.cells & ~(of.cells + floor_);
    const Word columns = columns_with(standing);
    if ((columns & (columns >> stride_)) == 0) return longest;
    for (Word left = whole_columns(columns); left != 0;)
        longest = std::max(longest, static_cast<Score>(count(standing & take_run(left))));
    return longest;
}

// The classes of a part: a run of columns, with the bits above them that lie between two of them.
template <typename Word>
Key CompactForm<Word>::read_part(const Board& board, Word part, Facts& facts) const {
    const unsigned first = lowest(part);
    Key key = 0;
    for (std::size_t k = 0; k < kinds_; ++k) {
        const Word cells = board.cells[k] & part;
        for (Word left = whole_columns(columns_with(cells)); left != 0;) {
            const Word here = cells & take_run(left);
            facts.classes.push_back({here, 0, 0, 0, static_cast<std::uint8_t>(k)});
            key += stir(here >> first);
        }
    }
    return mix(key);
}

template <typename Word>
Key CompactForm<Word>::read(const Board& board, Facts& facts) const {
    facts.classes.clear();
    Word joined = 0;  // columns that share a kind with the next one
    Word occupied = 0;
    for (std::size_t k = 0; k < kinds_; ++k) {
        const Word columns = columns_with(board.cells[k]);
        joined |= columns & (columns >> stride_);
        occupied |= board.cells[k];
    }
    Key key = salt_ ^ mix(~board.coupons);
    // Columns that are joined become one run of bits.
    for (Word left = (whole_columns(columns_with(occupied)) & all_) | joined; left != 0;)
        key += read_part(board, take_run(left), facts);
    for (std::uint64_t left = board.coupons; left != 0; left &= left - 1) {
        const auto fruits = static_cast<Score>(lowest(left));
        facts.classes.push_back({0, fruits, fruits, 2 * fruits * fruits, 0});
    }
    return key;
}

template <typename Word>
Outlook CompactForm<Word>::weigh(Facts& facts) const {
    facts.most = 0;
    for (Class& each : facts.classes) {
        if (!each.coupon()) {
            each.fruits = static_cast<Score>(count(each.cells));
            each.pile = longest_pile(each.cells);
            each.cost = 2 * longest_piece(each) * each.fruits;
        }
        facts.most += each.fruits * each.fruits;
    }
    sort_by_cost(facts.classes);
    Outlook out;
    out.grain = 2;  // see Bounds::give in outlook.cpp
    out.lower = -facts.most;
    out.upper = facts.most;
    for (std::size_t i = 0; i < facts.classes.size(); ++i)
        (i % 2 == 0 ? out.lower : out.upper) +=
            i % 2 == 0 ? facts.classes[i].cost : -facts.classes[i].cost;
    return out;
}

// ---- Moves ----------------------------------------------------------------------------------

// The bounds after the move, from the classes before it with the taken one made smaller: it moves
// back behind those that cost more, and they move up by one place.
template <typename Word>
auto CompactForm<Word>::candidate(Score size, Score pile, std::size_t which, const Facts& facts,
                                  const CostSums& sums) const -> Candidate {
    const Class& taken = facts.classes[which];
    const Score left = taken.fruits - size;
    const Score most = facts.most - taken.fruits * taken.fruits + left * left;
    const Score cost = 2 * pile * left;

    const std::size_t end = facts.classes.size();
    std::size_t behind = which + 1;
    while (behind < end && facts.classes[behind].cost > cost) ++behind;
    std::array<Score, 2> after{};
    for (std::size_t odd = 0; odd < 2; ++odd)
        after[odd] = sums[which][odd] + (sums[behind][1 - odd] - sums[which + 1][1 - odd]) +
                     (sums[end][odd] - sums[behind][odd]);
    after[(behind - 1) % 2] += cost;
    const Score gain = size * size;
    return {.group = 0,
            .kind = taken.kind,
            .size = static_cast<std::uint8_t>(size),
            .gain = gain,
            .lower = gain - most + after[1],
            .upper = gain + most - after[0]};
}

template <typename Word>
void CompactForm<Word>::candidates(const Board& /*board*/, const Facts& facts,
                                   Candidates& list) const {
    list.clear();
    CostSums sums;  // NOLINT: set as far as it is read
    sums[0] = {0, 0};
    for (std::size_t i = 0; i < facts.classes.size(); ++i) {
        sums[i + 1] = sums[i];
        sums[i + 1][i % 2] += facts.classes[i].cost;
    }
    const auto add = [&](Candidate candidate, Word group) {
        candidate.group = group;
        list.push_back(candidate);
    };
    bool coupon_seen = false;
    for (std::size_t which = 0; which < facts.classes.size(); ++which) {
        const Class& from = facts.classes[which];
        if (from.coupon()) {  // the largest comes first
            if (!std::exchange(coupon_seen, true))
                add(candidate(from.fruits, 0, which, facts, sums), 0);
            continue;
        }
        const Word joined = from.cells & beside(from.cells);
        for (Word left = joined; left != 0;) {
            const Word group = group_of(lowest_bit(left), left);
            left &= ~group;
            add(candidate(static_cast<Score>(count(group)), longest_pile(from.cells & ~group),
                          which, facts, sums),
                group);
        }
        // Fruits on their own differ in nothing else. Taking one leaves the longest pile as it is,
        // unless it is the last fruit: then nothing is left to be multiplied by it.
        Word single = from.cells & ~joined;
        if (single == 0) continue;
        const Candidate each = candidate(1, from.pile, which, facts, sums);
        for (; single != 0; single &= single - 1) add(each, lowest_bit(single));
    }
}

template class CompactForm<std::uint64_t>;
template class CompactForm<Word128>;

}  // namespace zerosum::fruit
