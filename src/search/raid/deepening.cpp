#include "search/raid/deepening.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <vector>

#include "search/raid/graph_search.h"
#include "search/raid/root.h"
#include "search/raid/tuning.h"

namespace zerosum::raid {

namespace {

using Node = Graph::Node;

// The other legal moves: Stakes where a Raid is at least as good, and Raids that turn nothing. They
// are never better than the first move of their square.
void add_lesser_moves(const Graph& graph, Side side, std::vector<RootMove>& moves) {
    for (int i = 0; i < graph.squares(); ++i) {
        const auto square = static_cast<Node>(i);
        if (graph.can_raid(square, side))
            moves.push_back({square, graph.conquers(square, side) ? Kind::Stake : Kind::Raid,
                             graph.values()[square]});
    }
}

// Drops the moves that a weak player does not see; one always stays. `moves` are sorted by gain.
void overlook(std::vector<RootMove>& moves, Key key, double part) {
    Random eyes(key);
    std::vector<RootMove> seen;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const double missed = i < 2 ? part / 2 : part;
        if (eyes.unit() >= missed) seen.push_back(moves[i]);
    }
    if (!seen.empty()) moves = std::move(seen);
}

Move as_move(const Graph& graph, const RootMove& move) {
    const Cell cell = graph.cell(move.square);
    return {static_cast<std::uint8_t>(cell.row), static_cast<std::uint8_t>(cell.column), move.kind};
}

}  // namespace

SearchResult<Move> deepen(const Position& position, const SearchLimits& limits,
                          const OnUpdate<Move>& on_depth) {
    assert(!position.over());
    const Side side = position.mover();
    StopCheck stop(limits);
    int width = position.free_squares() <= kFullWidthSquares ? 0 : kSearchWidth;
    GraphSearch search(position, width, kTableLog2, &stop);
    std::vector<RootMove> moves = root_moves(search.graph(), side);
    const std::size_t squares = moves.size();
    if (limits.overlook > 0) overlook(moves, position.key(), limits.overlook);
    const bool every_square = moves.size() == squares;
    if (limits.lines > 1) add_lesser_moves(search.graph(), side, moves);
    Root root(std::move(moves), static_cast<std::size_t>(std::max(limits.lines, 1)));

    const int end = static_cast<int>(squares);
    SearchResult<Move> result;
    const auto report = [&](int depth, bool complete) {
        result.solved = complete && width == 0 && every_square && depth == end;
        result.lines.clear();
        for (std::size_t i = 0; i < root.lines(); ++i) {
            const RootMove& move = root.moves()[i];
            const auto proved = result.solved ? std::optional(move.score) : std::nullopt;
            result.lines.push_back(
                {as_move(search.graph(), move), move.score, depth, result.solved,
                 search.expected_play(move.square, move.kind, depth, side, proved)});
        }
        if (result.solved) result.lower = result.upper = result.best().score;
        result.nodes = search.nodes();
        result.cpu = limits.timer.elapsed();
    };
    report(0, false);
    // Two plies at a time: at an even depth both have moved equally often, which makes the values
    // of two depths comparable. At the end of the game nothing is deeper, but the search left moves
    // out: what time is left goes into leaving out fewer, until it is a proof.
    const int last = limits.depth > 0 ? std::min(limits.depth, end) : end;
    for (int depth = std::min(2, last), completed = 0;;) {
        const bool complete = root.search(search, depth, side);
        // Stopped: a better move that was found is an answer. Of several lines only those of the
        // last completed depth can be compared.
        if (complete || root.lines() == 1) report(complete ? depth : completed, complete);
        if (!complete) break;
        completed = depth;
        if (on_depth) on_depth(result);
        if (stop.past_soft_limit()) break;
        if (depth < last) {
            depth = std::min(depth + 2, last);
            if (width != 0) root.narrow(kRootWidth);
        } else if (depth == end && width != 0) {
            width = 2 * width < end ? 2 * width : 0;
            search.set_width(width);
            root.widen();
        } else {
            break;
        }
    }
    result.nodes = search.nodes();
    result.cpu = limits.timer.elapsed();
    return result;
}

SearchResult<Move> prove(const Position& position, const SearchLimits& limits, Want want) {
    SearchResult<Move> result;
    if (position.over()) {
        result.solved = true;
        result.lower = result.upper = 0;
        result.nodes = 1;
        return result;
    }
    const Side side = position.mover();
    StopCheck stop(limits);
    GraphSearch search(position, 0, kTableLog2, &stop);
    const Graph& graph = search.graph();
    Root root(root_moves(graph, side), 1);

    // No player can gain more than all free squares and every piece of the other.
    Score free = 0;
    for (int i = 0; i < graph.squares(); ++i) free += graph.values()[i];
    result.upper = free + 2 * position.points(other(side));
    result.lower = -free - 2 * position.points(side);

    // Shallow searches first: they put the moves in order.
    bool complete = true;
    for (int depth = 2; depth < graph.squares() && complete; depth += 2)
        complete = root.search(search, depth, side);
    if (complete && root.search(search, graph.squares(), side)) {
        const Score value = root.best().score;
        result.solved = true;
        result.lower = result.upper = value;
        const auto add = [&](const RootMove& move) {
            const Move named = as_move(graph, move);
            result.lines.push_back({named, value, graph.squares(), true, {named}});
        };
        add(root.best());
        if (want == Want::EveryBestMove) {
            // In official order: every Stake, then every Raid, each by square.
            std::vector<RootMove> moves = root.moves();
            add_lesser_moves(graph, side, moves);
            std::sort(moves.begin(), moves.end(), [&](const RootMove& a, const RootMove& b) {
                if (a.kind != b.kind) return a.kind == Kind::Stake;
                const Cell first = graph.cell(a.square);
                const Cell second = graph.cell(b.square);
                return first.row != second.row ? first.row < second.row
                                               : first.column < second.column;
            });
            std::vector<RootMove> best;
            for (const RootMove& move : moves) {
                const Score score = search.after_move(move.square, move.kind, graph.squares(), side,
                                                      value - 1, value);
                if (search.stopped()) break;
                if (score >= value) best.push_back(move);
            }
            result.solved = !search.stopped();
            if (result.solved) {
                result.lines.clear();
                for (const RootMove& move : best) add(move);
            }
        }
    }
    assert(result.lower <= result.upper);
    result.nodes = search.nodes();
    result.cpu = limits.timer.elapsed();
    return result;
}

}  // namespace zerosum::raid
