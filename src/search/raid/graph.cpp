#include "search/raid/graph.h"

#include <algorithm>
#include <cassert>

namespace zerosum::raid {

namespace {

constexpr std::array<Cell, 4> kDirections{{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}};

bool on_board(const Position& position, Cell cell) {
    return cell.row >= 0 && cell.column >= 0 && cell.row < position.size() &&
           cell.column < position.size();
}

bool holds(const Position& position, Side side, Cell cell) {
    return (position.held(side, cell.row) >> static_cast<unsigned>(cell.column) & 1U) != 0;
}

bool unoccupied(const Position& position, Cell cell) {
    return !holds(position, Side::One, cell) && !holds(position, Side::Two, cell);
}

bool touches_free_square(const Position& position, Cell cell) {
    return std::any_of(kDirections.begin(), kDirections.end(), [&](const Cell& step) {
        const Cell beside{cell.row + step.row, cell.column + step.column};
        return on_board(position, beside) && unoccupied(position, beside);
    });
}

}  // namespace

Graph::Graph(const Position& position) {
    const auto value_of = [&](Cell cell) { return position.value(cell.row, cell.column); };
    std::vector<Cell> pieces;
    for (int row = 0; row < position.size(); ++row) {
        for (int column = 0; column < position.size(); ++column) {
            const Cell cell{row, column};
            if (unoccupied(position, cell)) {
                cells_.push_back(cell);
            } else if (touches_free_square(position, cell)) {
                pieces.push_back(cell);
            }
        }
    }
    std::stable_sort(cells_.begin(), cells_.end(),
                     [&](Cell a, Cell b) { return value_of(a) > value_of(b); });
    squares_ = free_ = static_cast<int>(cells_.size());
    cells_.insert(cells_.end(), pieces.begin(), pieces.end());

    const std::size_t nodes = cells_.size();
    const auto padded = (static_cast<std::size_t>(squares_) + lanes - 1) / lanes * lanes;
    value_.assign(padded, taken);
    touching_[0].assign(padded, 0);
    touching_[1].assign(padded, 0);
    links_.resize(nodes);
    codes_.resize(nodes);
    owner_.assign(nodes, Owner::Nobody);
    std::array<Node, kMaxCells> node_at{};
    for (std::size_t i = 0; i < nodes; ++i) {
        node_at[static_cast<std::size_t>(cells_[i].row * kMaxSize + cells_[i].column)] =
            static_cast<Node>(i);
        worth_.push_back(value_of(cells_[i]));
    }
    std::copy_n(worth_.begin(), squares_, value_.begin());

    Random random(nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        if (nodes <= 64) {
            const std::uint64_t bit = std::uint64_t{1} << i;
            codes_[i] = {Signature{bit, 0}, Signature{0, bit}};
        } else {
            for (Signature& code : codes_[i]) code = {random.next(), random.next()};
        }
        // Squares first: what a piece or a move changes is the sums of squares. Links between
        // pieces are of no use, a piece turns only through a square.
        Links& links = links_[i];
        for (const bool want_squares : {true, false}) {
            for (const Cell& step : kDirections) {
                const Cell beside{cells_[i].row + step.row, cells_[i].column + step.column};
                if (!on_board(position, beside)) continue;
                const bool square = unoccupied(position, beside);
                const bool from_square = i < static_cast<std::size_t>(squares_);
                if (square != want_squares || (!square && !from_square)) continue;
                links.nodes[links.count++] =
                    node_at[static_cast<std::size_t>(beside.row * kMaxSize + beside.column)];
                links.squares = static_cast<std::uint8_t>(links.squares + (square ? 1 : 0));
            }
        }
    }
    for (std::size_t i = static_cast<std::size_t>(squares_); i < nodes; ++i) {
        const Side side = holds(position, Side::One, cells_[i]) ? Side::One : Side::Two;
        const auto node = static_cast<Node>(i);
        owner_[i] = owner(side);
        signature_ ^= codes_[i][index(side)];
        add_to_neighbours(node, side, 1);
    }
}

void Graph::add_to_neighbours(Node node, Side side, Score sign) {
    const Links& links = links_[node];
    const Score piece = sign * (16 * worth_[node] + 1);
    Score* sums = touching_[index(side)].data();
    for (unsigned i = 0; i < links.squares; ++i) sums[links.nodes[i]] += piece;
}

Signature Graph::signature_after(Node square, Kind kind, Side side) const {
    Signature after = signature_;
    after ^= codes_[square][index(side)];
    if (kind == Kind::Stake) return after;
    const Owner enemy = owner(other(side));
    const Links& links = links_[square];
    for (unsigned i = 0; i < links.count; ++i) {
        const Node piece = links.nodes[i];
        if (owner_[piece] != enemy) continue;
        after ^= codes_[piece][0];
        after ^= codes_[piece][1];
    }
    return after;
}

Graph::Undo Graph::play(Node square, Kind kind, Side side) {
    assert(is_free(square));
    Undo undo;
    undo.square = square;
    if (kind == Kind::Raid) {
        const Owner enemy = owner(other(side));
        const Links& links = links_[square];
        for (unsigned i = 0; i < links.count; ++i) {
            const Node piece = links.nodes[i];
            if (owner_[piece] != enemy) continue;
            undo.pieces[undo.turned++] = piece;
            owner_[piece] = owner(side);
            signature_ ^= codes_[piece][0];
            signature_ ^= codes_[piece][1];
            add_to_neighbours(piece, other(side), -1);
            add_to_neighbours(piece, side, 1);
        }
    }
    owner_[square] = owner(side);
    value_[square] = taken;
    signature_ ^= codes_[square][index(side)];
    add_to_neighbours(square, side, 1);
    --free_;
    return undo;
}

void Graph::take_back(const Undo& undo, Side side) {
    const Node square = undo.square;
    owner_[square] = Owner::Nobody;
    value_[square] = worth_[square];
    signature_ ^= codes_[square][index(side)];
    add_to_neighbours(square, side, -1);
    ++free_;
    for (unsigned i = 0; i < undo.turned; ++i) {
        const Node piece = undo.pieces[i];
        owner_[piece] = owner(other(side));
        signature_ ^= codes_[piece][0];
        signature_ ^= codes_[piece][1];
        add_to_neighbours(piece, side, -1);
        add_to_neighbours(piece, other(side), 1);
    }
}

}  // namespace zerosum::raid
