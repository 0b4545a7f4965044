#include "search/raid/deepening.h"

#include <algorithm>
#include <vector>

#include "search/raid/evaluation.h"
#include "search/raid/graph_search.h"

namespace zerosum::raid {

namespace {

using Node = Graph::Node;
constexpr Score infinity = GraphSearch::infinity;
constexpr unsigned search_table_log2 = 20;  // 32 MB
constexpr unsigned proof_table_log2 = 22;   // 128 MB

struct RootMove {
    Node square;
    Score score;  // the last search's: the value of the best, upper bounds of the others
};

// The squares to move to, largest gain first.
std::vector<RootMove> root_moves(const Graph& graph, Side side) {
    std::vector<RootMove> moves;
    for (int i = 0; i < graph.squares(); ++i) {
        const auto square = static_cast<Node>(i);
        moves.push_back({square, graph.gain(square, side)});
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    return moves;
}

// One pass over the root moves. The best is in front after every move that was searched, so the
// front is an answer also when the pass was stopped. False: stopped.
bool search_root(GraphSearch& search, std::vector<RootMove>& moves, int depth, Side side) {
    Score best = -infinity;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Node square = moves[i].square;
        const Kind kind = search.graph().kind(square, side);
        Score score =
            search.after_move(square, kind, depth, side, best, i == 0 ? infinity : best + 1);
        if (i > 0 && score > best && !search.stopped())
            score = search.after_move(square, kind, depth, side, score - 1, infinity);
        if (search.stopped()) return false;
        moves[i].score = score;
        if (score <= best) continue;
        best = score;
        const auto at = moves.begin() + static_cast<std::ptrdiff_t>(i);
        std::rotate(moves.begin(), at, at + 1);
    }
    std::stable_sort(moves.begin() + 1, moves.end(),
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    return true;
}

// Every move, dominated Stakes and Raids that turn nothing included, that reaches `value`.
std::vector<Move> moves_worth(GraphSearch& search, const Position& position, Score value) {
    const Graph& graph = search.graph();
    const Side side = position.mover();
    std::vector<Node> square_at(max_cells);
    for (int i = 0; i < graph.squares(); ++i) {
        const Cell cell = graph.cell(static_cast<Node>(i));
        square_at[static_cast<std::size_t>(cell.row * max_size + cell.column)] =
            static_cast<Node>(i);
    }
    MoveList list;
    generate_moves(position, list);
    std::vector<Move> best;
    for (const Move& move : list) {
        const Node square = square_at[static_cast<std::size_t>(move.row * max_size + move.column)];
        const Score score =
            search.after_move(square, move.kind, graph.squares(), side, value - 1, value);
        if (search.stopped()) return {};
        if (score >= value) best.push_back(move);
    }
    return best;
}

}  // namespace

DeepeningResult deepen(const Position& position, const OwnSearchLimits& limits,
                       const std::function<void(const DeepeningResult&)>& on_depth) {
    const Side side = position.mover();
    const bool full_width = position.free_squares() <= full_width_squares;
    GraphSearch search(position, full_width ? 0 : search_width, search_table_log2, limits.stop);
    std::vector<RootMove> moves = root_moves(search.graph(), side);

    const int squares = search.graph().squares();
    const int last = limits.depth > 0 ? std::min(limits.depth, squares) : squares;
    DeepeningResult result;
    const auto report = [&](int depth) {
        result.move = search.named(moves.front().square, side);
        result.score = moves.front().score;
        result.depth = depth;
        result.exact = full_width && depth == squares;
        result.pv = search.expected_play(moves.front().square, side);
        result.nodes = search.nodes();
    };
    report(0);
    // Two plies at a time: at an even depth both have moved equally often, which makes the values
    // of two depths comparable.
    for (int depth = std::min(2, last);; depth = std::min(depth + 2, last)) {
        const bool complete = search_root(search, moves, depth, side);
        report(complete ? depth : result.depth);
        if (!complete) break;
        if (on_depth) on_depth(result);
        if (depth == last || (limits.enough && limits.enough())) break;
    }
    return result;
}

OwnProof<Move> prove(const Position& position, const OwnSearchLimits& limits, bool every_best) {
    const Side side = position.mover();
    GraphSearch search(position, 0, proof_table_log2, limits.stop);
    const Graph& graph = search.graph();
    std::vector<RootMove> moves = root_moves(graph, side);

    // Nobody can get more than all free squares and every piece of the other.
    OwnProof<Move> proof;
    Score free = 0;
    for (int i = 0; i < graph.squares(); ++i) free += graph.values()[i];
    proof.upper = free + 2 * position.points(other(side));
    proof.lower = -free - 2 * position.points(side);

    // Shallow searches first: they put the moves in order.
    bool complete = true;
    for (int depth = 2; depth < graph.squares() && complete; depth += 2)
        complete = search_root(search, moves, depth, side);
    if (complete && search_root(search, moves, graph.squares(), side)) {
        proof.solved = true;
        proof.lower = proof.upper = moves.front().score;
        proof.best = {search.named(moves.front().square, side)};
        if (every_best) {
            proof.best = moves_worth(search, position, proof.lower);
            proof.solved = !search.stopped();
        }
    }
    proof.nodes = search.nodes();
    return proof;
}

}  // namespace zerosum::raid
