#pragma once
// The part of a board that can still change, laid out for exhaustive search.
//
// A piece can turn only when somebody moves onto a free square next to it. So a piece whose four
// neighbours are all occupied has its owner for ever, and all that the rest of a game depends on is
//
//   the free squares          numbered 0 .. free-1, the most valuable first
//   the pieces next to them   numbered free .. nodes-1
//
// and which of these touch. A 12x12 board with ten free squares is a graph of some thirty nodes;
// the search does not see the other hundred squares.
//
// For every free square two sums are kept up to date, over the X and over the O pieces touching it:
//
//   31                    3 2   0
//   +---------------------+-----+
//   | twice their values  | how |      a piece adds 16 * value + 1; there are four at most
//   |                     | many|
//   +---------------------+-----+
//
// So "touches a piece of mine" is "my sum is above 0" even when the piece is worth 0, and what a
// move gains is one expression without a branch:
//
//   gain(square) = value + (own sum > 0 ? enemy sum >> 3 : 0)
//
// This counts a move as a Raid where a Raid is legal and as a Stake elsewhere. The other Stakes
// need not be searched for the value of a position:
//
// A Raid is never worse than a Stake on the same square. More generally, let P and P' have the same
// free squares and player to move, and let a side hold in P all that it holds in P' and perhaps
// more. Then the value of P to that side is at least that of P', whatever the number of plies d
// that are looked ahead. By induction: for d = 0 the side holds more values. For d > 0 with that
// side to move, each of its moves in P' is legal in P too, for its pieces in P' are its pieces in
// P; after a Stake it holds more in P as before, and after a Raid all pieces around the square are
// its own in both, so it still holds more in P. With the other side to move, that side has fewer
// pieces in P, so its moves in P are legal in P' too, and the same comparison holds after each. A
// Raid leads to such a P where the Stake on its square leads to P'. (fixed_depth_test.cpp also
// compares the two on random boards.)

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/raid/board.h"

namespace zerosum::raid {

// A position of the graph, told apart by 128 bits. Graphs of up to 64 nodes use a bit for each node
// and side, which makes the signature the position itself; larger ones XOR random words.
struct Signature {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    friend bool operator==(const Signature&, const Signature&) = default;
    Signature& operator^=(const Signature& s) {
        first ^= s.first;
        second ^= s.second;
        return *this;
    }
};

class Graph {
 public:
    using Node = std::uint16_t;
    static constexpr Score taken = -(Score{1} << 28U);  // the "value" of a square that is occupied

    explicit Graph(const Position& position);

    // What a move changed, to take it back.
    struct Undo {
        Node square = 0;
        std::uint8_t turned = 0;  // so many of `pieces` were turned
        std::array<Node, 4> pieces{};
    };

    // Occupies a free square for `side`; a Raid also turns the enemies that touch it. `take_back`
    // undoes the moves in the reverse order.
    Undo play(Node square, Kind kind, Side side);
    void take_back(const Undo& undo, Side side);

    // Moves as the search plays them: a Raid where one is legal.
    [[nodiscard]] bool can_raid(Node square, Side side) const {
        return touching_[index(side)][square] > 0;
    }
    [[nodiscard]] Kind kind(Node square, Side side) const {
        return can_raid(square, side) ? Kind::Raid : Kind::Stake;
    }
    [[nodiscard]] bool conquers(Node square, Side side) const {
        return can_raid(square, side) && can_raid(square, other(side));
    }
    [[nodiscard]] Score gain(Node square, Side side) const {
        return value_[square] +
               (can_raid(square, side) ? turned_value(touching_[index(other(side))][square]) : 0);
    }

    [[nodiscard]] int squares() const { return squares_; }  // free ones when the graph was made
    [[nodiscard]] int free() const { return free_; }        // free ones now
    [[nodiscard]] bool is_free(Node square) const { return value_[square] != taken; }
    [[nodiscard]] Cell cell(Node square) const { return cells_[square]; }
    [[nodiscard]] const Signature& signature() const { return signature_; }
    // As it would be after that move.
    [[nodiscard]] Signature signature_after(Node square, Kind kind, Side side) const;

    // The free squares that were next to a square when the graph was made.
    [[nodiscard]] std::span<const Node> squares_beside(Node square) const {
        return {links_[square].nodes.data(), links_[square].squares};
    }

    // What turning the pieces of such a sum gains.
    [[nodiscard]] static constexpr Score turned_value(Score sum) { return sum >> 3U; }

    // By square: its value, or `taken`; and the sum over a side's pieces that touch it, which means
    // nothing once the square is taken. Both are padded with taken squares to a multiple of
    // `lanes`, so that loops over them need no remainder.
    static constexpr int lanes = 8;
    [[nodiscard]] int padded_squares() const { return static_cast<int>(value_.size()); }
    [[nodiscard]] const Score* values() const { return value_.data(); }
    [[nodiscard]] const Score* touching(Side side) const { return touching_[index(side)].data(); }

 private:
    struct Links {
        std::array<Node, 4> nodes{};  // squares first, then pieces
        std::uint8_t squares = 0;
        std::uint8_t count = 0;
    };
    enum class Owner : std::uint8_t { One = 0, Two = 1, Nobody = 2 };
    static Owner owner(Side side) { return static_cast<Owner>(side); }

    // A piece of `side` on that node comes (sign 1) or goes (-1).
    void add_to_neighbours(Node node, Side side, Score sign);

    int squares_ = 0;
    int free_ = 0;
    Signature signature_;
    std::vector<Score> value_;
    std::array<std::vector<Score>, 2> touching_;
    // By node, squares and pieces alike.
    std::vector<Cell> cells_;
    std::vector<Score> worth_;
    std::vector<Owner> owner_;
    std::vector<Links> links_;
    std::vector<std::array<Signature, 2>> codes_;
};

}  // namespace zerosum::raid
