#include "search/fruit/compact.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/random.h"
#include "search/fruit/compact_words.h"

namespace zerosum::fruit {

namespace {

// The columns that a compact board keeps: all with fruits, and one empty one for every gap.
struct Shape {
    std::array<int, kMaxSize> columns{};  // -1: a gap
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

// A group without holes has one fruit more than it has links, squares counted back: a square of
// fruits has four links, one more than it takes to join them (Euler's formula).
template <typename Word>
Score CompactForm<Word>::groups(const Board& board) const {
    Word tops = 0;   // fruits with no link upwards
    Word links = 0;  // to the right, without those that close a square
    for (std::size_t k = 0; k < kinds_; ++k) {
        const Word cells = board.cells[k];
        const Word up = cells & (cells >> 1U);
        const Word right = cells & (cells >> stride_);
        tops |= cells & ~up;
        links |= right & ~(up & (up >> stride_));
    }
    return static_cast<Score>(count(tops)) - static_cast<Score>(count(links)) +
           static_cast<Score>(count(board.coupons));
}

template <typename Word>
Score CompactForm<Word>::largest_gain(const Board& board) const {
    Score size = board.coupons == 0 ? 0 : static_cast<Score>(highest(board.coupons));
    for (std::size_t k = 0; k < kinds_; ++k) {
        for (Word left = board.cells[k]; left != 0;) {
            const Word group = group_of(lowest_bit(left), left);
            left &= ~group;
            size = std::max(size, static_cast<Score>(count(group)));
        }
    }
    return size * size;
}

template <typename Word>
Key CompactForm<Word>::key(const Board& board) const {
    Key key = fold(salt_, board.coupons);
    for (std::size_t k = 0; k < kinds_; ++k) key = fold(key, board.cells[k]);
    return key;
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
        if (above == 0) continue;
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

template <typename Word>
Outlook CompactForm<Word>::weigh(const Board& board, Facts& facts) const {
    facts.classes.clear();
    facts.sizes = {};
    facts.most = 0;
    for (std::size_t k = 0; k < kinds_; ++k) {
        const Word of_kind = board.cells[k];
        for (Word left = whole_columns(columns_with(of_kind)); left != 0;) {
            const Word cells = of_kind & take_run(left);
            const auto fruits = static_cast<Score>(count(cells));
            facts.classes.push_back({cells, fruits, static_cast<std::uint8_t>(k)});
            facts.sizes.add(fruits);
            facts.most += fruits * fruits;
        }
    }
    for (std::uint64_t left = board.coupons; left != 0; left &= left - 1) {
        const auto fruits = static_cast<Score>(lowest(left));
        facts.most += fruits * fruits;
    }
    facts.lost = most_lost(facts.sizes);
    Outlook out;
    out.grain = 2;  // see Bounds::give in outlook.cpp
    out.lower = -facts.most;
    out.upper = facts.most;
    if (facts.lost == kUnknownLoss)
        bound_by_classes(board, facts, out);
    else if (facts.lost < facts.most)
        out.lower = out.possible_from(-facts.lost);
    return out;
}

// The bounds of outlook.h.
template <typename Word>
void CompactForm<Word>::bound_by_classes(const Board& board, const Facts& facts,
                                         Outlook& out) const {
    FixedList<Score, 2 * capacity> costs;  // w of every class, the largest first
    const auto add = [&](Score cost) {
        std::size_t place = costs.size();
        costs.push_back(cost);
        for (; place > 0 && costs[place - 1] < cost; --place) costs[place] = costs[place - 1];
        costs[place] = cost;
    };
    for (const Class& from : facts.classes) add(2 * longest_piece(from.cells) * from.fruits);
    for (std::uint64_t left = board.coupons; left != 0; left &= left - 1) {
        const auto fruits = static_cast<Score>(lowest(left));
        add(2 * fruits * fruits);
    }
    for (std::size_t i = 0; i < costs.size(); ++i)
        (i % 2 == 0 ? out.lower : out.upper) += i % 2 == 0 ? costs[i] : -costs[i];
}

// Fruits on top of each other, or joined on the floor.
template <typename Word>
Score CompactForm<Word>::longest_piece(Word cells) const {
    Score longest = 0;
    for (Word runs = cells; runs != 0; runs &= runs << 1U) ++longest;
    // Adding the floor carries through the piles that stand on it.
    const Word standing = cells & ~(cells + floor_);
    const Word columns = columns_with(standing);
    if ((columns & (columns >> stride_)) == 0) return longest;
    for (Word left = whole_columns(columns); left != 0;)
        longest = std::max(longest, static_cast<Score>(count(standing & take_run(left))));
    return longest;
}

template class CompactForm<std::uint64_t>;
template class CompactForm<Word128>;

}  // namespace zerosum::fruit
