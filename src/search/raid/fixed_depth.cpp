#include "search/raid/fixed_depth.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "search/raid/graph_search.h"

namespace zerosum::raid {

namespace {

using Node = Graph::Node;
constexpr Score kInfinity = GraphSearch::infinity;
constexpr unsigned kMaxTableLog2 = 22;  // 128 MB

class FixedDepthSearch {
 public:
    FixedDepthSearch(const Position& position, int depth)
        : search_(position, 0, kMaxTableLog2),
          side_(position.mover()),
          depth_(std::min(depth, position.free_squares())) {}

    FixedDepthAnswer run();

 private:
    struct RootMove {
        Node square;
        Kind kind;
        int order;    // place in the official order
        Score upper;  // its value is at most this
    };

    [[nodiscard]] std::vector<RootMove> root_moves() const;
    FixedDepthAnswer search_root(std::vector<RootMove>& moves, int depth);

    GraphSearch search_;
    Side side_;
    int depth_;
};

// Every move that can be the answer. A Raid that turns nothing leads to the same board as the Stake
// on its square, which comes first in the official order and stands for both.
std::vector<FixedDepthSearch::RootMove> FixedDepthSearch::root_moves() const {
    const Graph& graph = search_.graph();
    std::vector<RootMove> moves;
    for (int i = 0; i < graph.squares(); ++i) {
        const auto square = static_cast<Node>(i);
        const Cell cell = graph.cell(square);
        const int place = cell.row * kMaxSize + cell.column;
        // A Raid before its Stake: search_root wants to know its value first.
        if (graph.conquers(square, side_))
            moves.push_back({square, Kind::Raid, kMaxCells + place, kInfinity});
        moves.push_back({square, Kind::Stake, place, kInfinity});
    }
    return moves;
}

FixedDepthAnswer FixedDepthSearch::search_root(std::vector<RootMove>& moves, int depth) {
    const Graph& graph = search_.graph();
    const RootMove* best = nullptr;
    Score best_value = -kInfinity;
    std::vector<Score> raid_upper(static_cast<std::size_t>(graph.squares()), kInfinity);
    for (RootMove& move : moves) {
        // What this move must reach to become the answer.
        const Score goal = best == nullptr            ? -kInfinity + 1
                           : move.order < best->order ? best_value
                                                      : best_value + 1;
        // A Stake is worth at most what the Raid on its square is worth.
        if (move.kind == Kind::Stake && raid_upper[move.square] < goal) {
            move.upper = raid_upper[move.square];
            continue;
        }
        Score score = search_.after_move(move.square, move.kind, depth, side_, goal - 1,
                                         best == nullptr ? kInfinity : goal);
        if (best != nullptr && score >= goal)
            score = search_.after_move(move.square, move.kind, depth, side_, score - 1, kInfinity);
        move.upper = score;
        if (move.kind == Kind::Raid) raid_upper[move.square] = score;
        if (score >= goal) {
            best = &move;
            best_value = score;
        }
    }
    const Cell cell = graph.cell(best->square);
    FixedDepthAnswer answer;
    answer.move = {static_cast<std::uint8_t>(cell.row), static_cast<std::uint8_t>(cell.column),
                   best->kind};
    answer.value = best_value;
    // For the next, deeper search: the answer first, then by what the moves could be worth.
    const int order = best->order;
    std::sort(moves.begin(), moves.end(), [&](const RootMove& a, const RootMove& b) {
        if ((a.order == order) != (b.order == order)) return a.order == order;
        if (a.upper != b.upper) return a.upper > b.upper;
        return a.kind != b.kind ? a.kind == Kind::Raid : a.order < b.order;
    });
    return answer;
}

FixedDepthAnswer FixedDepthSearch::run() {
    std::vector<RootMove> moves = root_moves();
    FixedDepthAnswer answer;
    // Shallower searches of the same parity first: they put the moves in order.
    const int start = depth_ <= 2 ? depth_ : 2 + depth_ % 2;
    for (int depth = start; depth <= depth_; depth += 2) answer = search_root(moves, depth);
    answer.nodes = search_.nodes();
    return answer;
}

}  // namespace

FixedDepthAnswer search_fixed_depth(const Position& position, int depth) {
    assert(!position.over() && depth >= 1);
    return FixedDepthSearch(position, depth).run();
}

}  // namespace zerosum::raid
