#include "games/fruit/compact.h"

#include <algorithm>
#include <bit>

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
    return board;
}

template <typename Word>
bool CompactForm<Word>::over(const Board& board) const {
    Word occupied = 0;
    for (std::size_t k = 0; k < kinds_; ++k) occupied |= board.cells[k];
    return occupied == 0;
}

template <typename Word>
Word CompactForm<Word>::group_of(Word fruit, Word kind) const {
    for (Word group = fruit;;) {
        const Word more =
            (group | (group << 1U) | (group >> 1U) | (group << stride_) | (group >> stride_)) &
            kind;
        if (more == group) return group;
        group = more;
    }
}

template <typename Word>
Score CompactForm<Word>::groups(const Board& board) const {
    Score number = 0;
    for (std::size_t k = 0; k < kinds_; ++k) {
        for (Word left = board.cells[k]; left != 0; ++number)
            left &= ~group_of(lowest_bit(left), left);
    }
    return number;
}

template <typename Word>
void CompactForm<Word>::play(const Board& board, const Candidate& candidate, Board& after) const {
    for (std::size_t k = 0; k < kinds_; ++k) after.cells[k] = board.cells[k];
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
}

// ---- What is known without a search ---------------------------------------------------------

namespace {

template <typename Facts, typename Class>
void add_class(Facts& facts, const Class& added) {
    facts.most += added.fruits * added.fruits;
    facts.classes.push_back(added);
    std::size_t place = facts.classes.size() - 1;
    for (; place > 0 && facts.classes[place - 1].cost < added.cost; --place)
        facts.classes[place] = facts.classes[place - 1];
    facts.classes[place] = added;
}

}  // namespace

// Fruits on top of each other, or joined on the floor.
template <typename Word>
Score CompactForm<Word>::longest_piece(Word cells) const {
    Score longest = 0;
    for (Word runs = cells; runs != 0; runs &= runs << 1U) ++longest;
    // Adding the floor carries through the piles that stand on it.
    const Word standing = cells & ~(cells + floor_);
    for (Word left = standing; left != 0;) {
        Score piece = 0;
        for (std::size_t c = column_of_[lowest(left)]; c < columns_; ++c) {
            const Word pile = left & column_[c];
            if (pile == 0) break;
            piece += static_cast<Score>(count(pile));
            left &= ~pile;
        }
        longest = std::max(longest, piece);
    }
    return longest;
}

// Takes the coupons off the columns that hold a kind which their neighbours do not hold.
template <typename Word>
Key CompactForm<Word>::take_coupons(Board& rest, Word lonely, Facts& facts) const {
    Key key = 0;
    for (; lonely != 0; lonely &= lonely - 1) {
        const std::size_t c = column_of_[lowest(lonely)];
        const Word beside =
            (c > 0 ? column_[c - 1] : Word{0}) | (c + 1 < columns_ ? column_[c + 1] : Word{0});
        for (;;) {
            Word pile = 0;  // of the fruits whose highest is the highest of the column
            std::size_t kind = 0;
            for (std::size_t k = 0; k < kinds_; ++k) {
                const Word cells = rest.cells[k] & column_[c];
                if (cells > pile) {
                    pile = cells;
                    kind = k;
                }
            }
            // Nowhere beside and in one piece: adding the lowest bit carries through all of it.
            if (pile == 0 || (rest.cells[kind] & beside) != 0 ||
                ((pile + lowest_bit(pile)) & pile) != 0)
                break;
            const auto fruits = static_cast<Score>(count(pile));
            add_class(facts, Class{pile, fruits, 2 * fruits * fruits, true});
            key ^= mix(~static_cast<Key>(fruits));  // two equal coupons cancel
            rest.cells[kind] &= ~pile;
        }
    }
    return key;
}

template <typename Word>
Key CompactForm<Word>::read_part(const Board& rest, std::size_t first, std::size_t last,
                                 Facts& facts) const {
    Key key = 0;
    for (std::size_t k = 0; k < kinds_; ++k) {
        Word cells = 0;  // of the class that reaches the column before c
        for (std::size_t c = first; c <= last + 1; ++c) {
            const Word here = c <= last ? rest.cells[k] & column_[c] : Word{0};
            cells |= here;
            if (here != 0 || cells == 0) continue;
            const auto fruits = static_cast<Score>(count(cells));
            add_class(facts, Class{cells, fruits, 2 * longest_piece(cells) * fruits, false});
            key += stir(cells >> (static_cast<unsigned>(first) * stride_));
            cells = 0;
        }
    }
    return mix(key);
}

template <typename Word>
Outlook CompactForm<Word>::look(const Board& board, Facts& facts) const {
    facts.classes.clear();
    facts.most = 0;
    Word joined = 0;  // columns that share a kind with the next one
    Word lonely = 0;  // columns with a kind that is not beside them
    for (std::size_t k = 0; k < kinds_; ++k) {
        const Word columns = columns_with(board.cells[k]);
        joined |= columns & (columns >> stride_);
        lonely |= columns & ~(columns << stride_) & ~(columns >> stride_);
    }
    Board rest = board;
    Outlook out;
    out.key = salt_ ^ take_coupons(rest, lonely, facts);
    Word occupied = 0;
    for (std::size_t k = 0; k < kinds_; ++k) occupied |= rest.cells[k];
    for (std::size_t first = 0; first < columns_;) {
        std::size_t last = first;
        while ((joined & ceiling(last)) != 0) ++last;
        if ((occupied & column_[first]) != 0) out.key += read_part(rest, first, last, facts);
        first = last + 1;
    }
    out.grain = 2;  // see Bounds::give in outlook.cpp
    out.lower = -facts.most;
    out.upper = facts.most;
    for (std::size_t i = 0; i < facts.classes.size(); ++i)
        (i % 2 == 0 ? out.lower : out.upper) +=
            i % 2 == 0 ? facts.classes[i].cost : -facts.classes[i].cost;
    return out;
}

// ---- Moves ----------------------------------------------------------------------------------

// The bounds after the move, from the classes before it with the taken one made smaller.
template <typename Word>
void CompactForm<Word>::bound(Candidate& candidate, Score size, std::size_t which,
                              const Facts& facts) const {
    const Class& taken = facts.classes[which];
    const Score left = taken.fruits - size;
    const Score most = facts.most - taken.fruits * taken.fruits + left * left;
    Score pile = 0;
    for (Word runs = taken.cells & ~candidate.group; runs != 0; runs &= runs << 1U) ++pile;
    Score cost = 2 * pile * left;  // 0 when nothing is left: it then comes last and adds nothing

    std::array<Score, 2> sums{};  // of the costs with odd and with even place, largest first
    std::size_t place = 0;
    for (std::size_t i = 0; i < facts.classes.size(); ++i) {
        if (i == which) continue;
        if (cost >= facts.classes[i].cost) {
            sums[place++ % 2] += cost;
            cost = 0;
        }
        sums[place++ % 2] += facts.classes[i].cost;
    }
    sums[place % 2] += cost;
    candidate.upper = candidate.gain + most - sums[0];
    candidate.lower = candidate.gain - most + sums[1];
}

template <typename Word>
void CompactForm<Word>::candidates(const Board& board, const Facts& facts, Candidates& list) const {
    list.clear();
    std::size_t best_coupon = facts.classes.size();  // cost is in order of size for coupons
    for (std::size_t i = facts.classes.size(); i-- > 0;)
        if (facts.classes[i].coupon) best_coupon = i;
    for (std::size_t k = 0; k < kinds_; ++k) {
        for (Word left = board.cells[k]; left != 0;) {
            Candidate candidate{};
            candidate.group = group_of(lowest_bit(left), left);
            candidate.kind = static_cast<std::uint8_t>(k);
            left &= ~candidate.group;
            std::size_t which = 0;
            while ((facts.classes[which].cells & candidate.group) == 0) ++which;
            if (facts.classes[which].coupon && which != best_coupon) continue;
            const auto size = static_cast<Score>(count(candidate.group));
            candidate.gain = size * size;
            bound(candidate, size, which, facts);
            list.push_back(candidate);
        }
    }
}

template class CompactForm<std::uint64_t>;
template class CompactForm<Word128>;

}  // namespace zerosum::fruit
