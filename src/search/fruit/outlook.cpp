#include "search/fruit/outlook.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>

#include "core/random.h"

namespace zerosum::fruit {

namespace {

constexpr auto kSalts = [] {
    std::array<Key, kMaxSize> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = mix(~Key{i});
    return out;
}();

// The longest row of set bits.
Score longest_run(std::uint32_t bits) {
    Score length = 0;
    for (; bits != 0; bits &= bits << 1U) ++length;
    return length;
}

// The bounds, gathered class by class.
class Bounds {
 public:
    void add_class(Score fruits, Score piece) {
        most_ += fruits * fruits;
        costs_[count_++] = 2 * piece * fruits;
    }
    void give(Outlook& out) {
        std::sort(costs_.begin(), costs_.begin() + static_cast<std::ptrdiff_t>(count_),
                  std::greater<>());
        // k² is odd when k is, so the points to come, and their difference, are odd when the
        // number of fruits is. P is, too, and the costs are even.
        out.grain = 2;
        out.lower = -most_;
        out.upper = most_;
        for (std::size_t i = 0; i < count_; i += 2) out.lower += costs_[i];
        for (std::size_t i = 1; i < count_; i += 2) out.upper -= costs_[i];
    }

 private:
    // Coupons: at most one a cell. Other classes of a kind have an empty column between them.
    std::array<Score, kMaxSize * kMaxSize> costs_;  // the w of every class
    std::size_t count_ = 0;
    Score most_ = 0;  // P
};

// The fruits of every kind in every column.
class KindMap {
 public:
    explicit KindMap(const Position& position)
        : size_(static_cast<std::size_t>(position.size())),
          kinds_(static_cast<std::size_t>(position.kinds())) {
        for (std::size_t k = 0; k < kinds_; ++k) {
            for (std::size_t c = 0; c < size_; ++c) {
                const std::uint32_t word =
                    position.cells_of_kind(static_cast<int>(c), static_cast<int>(k));
                cells_[k][c] = word;
                kinds_in_[c] |= static_cast<std::uint16_t>(static_cast<unsigned>(word != 0) << k);
            }
        }
    }

    // Takes the coupons on top of every column off the board.
    void take_coupons(Outlook& out, Bounds& bounds) {
        for (std::size_t c = 0; c < size_; ++c) {
            const unsigned beside =
                (c > 0 ? kinds_in_[c - 1] : 0U) | (c + 1 < size_ ? kinds_in_[c + 1] : 0U);
            while ((kinds_in_[c] & ~beside) != 0) {
                const std::size_t k = top_kind(c);
                const std::uint32_t cells = cells_[k][c];
                const bool alone = ((beside >> k) & 1U) == 0;
                // In one piece: adding the lowest bit carries through all of it.
                if (!alone || ((cells + (cells & (0 - cells))) & cells) != 0) break;
                const Score fruits = std::popcount(cells);
                bounds.add_class(fruits, fruits);
                // Exclusive or: two equal coupons cancel (outlook.h).
                out.key ^= mix(~static_cast<Key>(fruits));
                cells_[k][c] = 0;
                kinds_in_[c] = static_cast<std::uint16_t>(kinds_in_[c] & ~(1U << k));
            }
        }
    }

    // Everything that is left, part by part.
    void read_parts(Outlook& out, Bounds& bounds) const {
        for (std::size_t first = 0; first < size_;) {
            std::size_t last = first;
            while (last + 1 < size_ && (kinds_in_[last] & kinds_in_[last + 1]) != 0) ++last;
            if (kinds_in_[first] != 0) read_part(first, last, out, bounds);
            first = last + 1;
        }
    }

 private:
    [[nodiscard]] std::size_t top_kind(std::size_t c) const {
        std::size_t top = 0;
        std::uint32_t most = 0;
        for (unsigned left = kinds_in_[c]; left != 0; left &= left - 1) {
            const auto k = static_cast<std::size_t>(std::countr_zero(left));
            if (cells_[k][c] > most) {
                most = cells_[k][c];
                top = k;
            }
        }
        return top;
    }

    void read_part(std::size_t first, std::size_t last, Outlook& out, Bounds& bounds) const {
        Key from_left = 0;   // its classes, columns counted from the left
        Key from_right = 0;  // the same, counted from the right
        for (std::size_t k = 0; k < kinds_; ++k) {
            for (std::size_t c = first; c <= last; ++c) {
                if (cells_[k][c] == 0) continue;
                Score fruits = 0;
                Score piece = 0;  // the longest piece that can never be parted
                Score floor = 0;  // fruits of the piece on the floor that reaches this column
                Key left = 0;
                Key right = 0;
                for (; c <= last && cells_[k][c] != 0; ++c) {
                    const std::uint32_t cells = cells_[k][c];
                    fruits += std::popcount(cells);
                    floor = (cells & 1U) != 0 ? floor + std::countr_one(cells) : 0;
                    piece = std::max({piece, longest_run(cells), floor});
                    // Mixed well before they are added: of words mixed a little, changes in two
                    // columns can cancel each other.
                    left += mix(cells ^ kSalts[c - first]);
                    right += mix(cells ^ kSalts[last - c]);
                }
                from_left += mix(left);
                from_right += mix(right);
                bounds.add_class(fruits, piece);
            }
        }
        // A sum: two equal parts do not cancel, whoever has to start in them may lose by it.
        out.key += mix(std::min(from_left, from_right));
    }

    std::size_t size_;
    std::size_t kinds_;
    std::array<std::array<std::uint32_t, kMaxSize>, kMaxKinds> cells_;
    std::array<std::uint16_t, kMaxSize> kinds_in_{};  // bit k: the column holds kind k
};

}  // namespace

Outlook outlook(const Position& position) {
    Outlook out;
    Bounds bounds;
    KindMap map(position);
    map.take_coupons(out, bounds);
    map.read_parts(out, bounds);
    bounds.give(out);
    return out;
}

}  // namespace zerosum::fruit
