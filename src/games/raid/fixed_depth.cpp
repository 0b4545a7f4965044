#include "games/raid/fixed_depth.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "games/raid/bound_table.h"
#include "games/raid/gains.h"
#include "games/raid/graph.h"

namespace zerosum::raid {

namespace {

using Node = Graph::Node;

constexpr Score infinity = ProvedBounds::unbounded;
constexpr unsigned max_table_log2 = 22;  // 128 MB

class FixedDepthSearch {
 public:
    FixedDepthSearch(const Position& position, int depth)
        : graph_(position),
          root_side_(position.mover()),
          depth_(std::min(depth, position.free_squares())),
          table_(max_table_log2),
          candidates_(static_cast<std::size_t>(depth_) + 1),
          own_(static_cast<std::size_t>(graph_.padded_squares())),
          enemy_(own_.size()) {}

    FixedDepthAnswer run();

 private:
    struct Candidate {
        Score score;
        Node square;
        // The most promising first.
        friend bool operator<(const Candidate& a, const Candidate& b) { return a.score > b.score; }
    };
    struct RootMove {
        Node square;
        Kind kind;
        int order;    // place in the official order
        Score upper;  // its value is at most this
    };

    Score value(int depth, Side side, Score alpha, Score beta);
    Score one_ply(Side side);
    Score two_plies(Side side, Score alpha, Score beta);
    Score best_reply(Node square, Side side);
    [[nodiscard]] TopTwo best_stakes() const;
    void compute_gains(Side side);
    void order_candidates(int depth, Side side, Node first);
    Score after_move(Node square, Kind kind, int depth, Side side, Score alpha, Score beta);
    std::vector<RootMove> root_moves();
    FixedDepthAnswer search_root(std::vector<RootMove>& moves, int depth);

    Graph graph_;
    Side root_side_;
    int depth_;
    BoundTable table_;
    std::vector<std::vector<Candidate>> candidates_;  // by remaining depth
    std::uint64_t nodes_ = 0;

    // What every square would gain each side at the node that was last looked at.
    std::vector<Score> own_;
    std::vector<Score> enemy_;
    TopTwo top_enemy_;
    GainKernels kernels_ = GainKernels::choose();
};

void FixedDepthSearch::compute_gains(Side side) {
    top_enemy_ = kernels_.both(GainInput(graph_, side), own_.data(), enemy_.data());
}

// The most that one move gains.
Score FixedDepthSearch::one_ply(Side side) {
    nodes_ += static_cast<std::uint64_t>(graph_.free());
    return kernels_.best(GainInput(graph_, side));
}

// What the enemy's best reply gains after `side` moves to `square`.
//
// A move that turns nothing takes its square away and puts a new piece beside some others: replies
// elsewhere gain what they did, replies beside it can only gain more. After a conquest pieces have
// changed hands, and the replies are counted again.
Score FixedDepthSearch::best_reply(Node square, Side side) {
    if (graph_.conquers(square, side)) {
        const Graph::Undo undo = graph_.play(square, Kind::Raid, side);
        const Score reply = one_ply(other(side));
        graph_.take_back(undo, side);
        return reply;
    }
    Score reply = top_enemy_.without(enemy_[square]);
    const Score piece = 2 * graph_.values()[square];
    for (const Node beside : graph_.squares_beside(square)) {
        if (graph_.can_raid(beside, other(side))) reply = std::max(reply, enemy_[beside] + piece);
    }
    return reply;
}

// The value over two plies; bounds as for value().
Score FixedDepthSearch::two_plies(Side side, Score alpha, Score beta) {
    compute_gains(side);
    nodes_ += static_cast<std::uint64_t>(graph_.free());
    const TopTwo stakes = best_stakes();
    Score best = -infinity;
    Score skipped = -infinity;  // no move that was passed over is worth more
    const auto consider = [&](Node square) {
        // The enemy gains at least this in reply: after a conquest by a Stake, else by any move
        // that was possible before.
        const Score replied = graph_.conquers(square, side)
                                  ? stakes.without(graph_.values()[square])
                                  : top_enemy_.without(enemy_[square]);
        const Score limit = own_[square] - replied;
        if (limit <= std::max(alpha, best)) {
            skipped = std::max(skipped, limit);
        } else {
            best = std::max(best, own_[square] - best_reply(square, side));
        }
        return best >= beta;
    };
    const auto greedy =
        static_cast<Node>(std::max_element(own_.begin(), own_.end()) - own_.begin());
    if (consider(greedy)) return best;
    for (int i = 0; i < graph_.squares(); ++i) {
        const auto square = static_cast<Node>(i);
        // A first, cheap look: every reply gains at least the second largest value.
        const Score limit = own_[square] - stakes.second;
        if (limit <= std::max(alpha, best)) {
            skipped = std::max(skipped, limit);
        } else if (square != greedy && consider(square)) {
            return best;
        }
    }
    return std::max(best, skipped);
}

// The two largest values of free squares, of which there are at least two: squares are numbered by
// value.
TopTwo FixedDepthSearch::best_stakes() const {
    const Score* values = graph_.values();
    while (*values == Graph::taken) ++values;
    const Score first = *values++;
    while (*values == Graph::taken) ++values;
    return {first, *values};
}

void FixedDepthSearch::order_candidates(int depth, Side side, Node first) {
    compute_gains(side);
    std::vector<Candidate>& list = candidates_[static_cast<std::size_t>(depth)];
    list.clear();
    for (int i = 0; i < graph_.squares(); ++i) {
        const auto square = static_cast<Node>(i);
        if (!graph_.is_free(square)) continue;
        Score score = own_[square] - top_enemy_.without(enemy_[square]);
        if (!graph_.conquers(square, side)) score = own_[square] - best_reply(square, side);
        list.push_back({square == first ? infinity : score, square});
    }
    // Most nodes end with their first move: only that one is put in its place here.
    std::iter_swap(list.begin(), std::min_element(list.begin(), list.end()));
}

// The value of playing a move and searching on.
Score FixedDepthSearch::after_move(Node square, Kind kind, int depth, Side side, Score alpha,
                                   Score beta) {
    const Score gain = kind == Kind::Raid ? graph_.gain(square, side) : graph_.values()[square];
    const Graph::Undo undo = graph_.play(square, kind, side);
    const Score rest = value(depth - 1, other(side), gain - beta, gain - alpha);
    graph_.take_back(undo, side);
    return gain - rest;
}

// The change of (side's sum - other's sum) over `depth` plies, side to move, 0 <= depth <= free.
//   result <= alpha: the value is at most the result
//   result >= beta:  the value is at least the result
//   otherwise:       the value is the result
Score FixedDepthSearch::value(int depth, Side side, Score alpha, Score beta) {
    ++nodes_;
    if (depth == 0) return 0;
    if (depth == 1) return one_ply(side);
    if (depth == 2) return two_plies(side, alpha, beta);

    ProvedBounds proved;
    proved.signature = graph_.signature();
    if (const ProvedBounds* found = table_.find(proved.signature)) {
        proved.best = found->best;
        if (found->depth == depth) {
            if (found->lower >= beta || found->lower == found->upper) return found->lower;
            if (found->upper <= alpha) return found->upper;
            proved.lower = found->lower;
            proved.upper = found->upper;
        }
    }
    proved.depth = static_cast<std::uint16_t>(depth);

    order_candidates(depth, side, proved.best);
    std::vector<Candidate>& candidates = candidates_[static_cast<std::size_t>(depth)];
    Score best = -infinity;
    for (std::size_t i = 0; i < candidates.size() && best < beta; ++i) {
        if (i == 1) std::sort(candidates.begin() + 1, candidates.end());
        const Node square = candidates[i].square;
        const Kind kind = graph_.kind(square, side);
        const Score low = std::max(alpha, best);
        Score score = after_move(square, kind, depth, side, low, i == 0 ? beta : low + 1);
        if (i > 0 && score > low && score < beta)
            score = after_move(square, kind, depth, side, score - 1, beta);
        if (score > best) {
            best = score;
            proved.best = square;
        }
    }

    if (best > alpha) proved.lower = best;
    if (best < beta) proved.upper = best;
    table_.store(proved);
    return best;
}

// Every move that can be the answer. A Raid that turns nothing leads to the same board as the
// Stake on its square, which comes first in the official order and stands for both.
std::vector<FixedDepthSearch::RootMove> FixedDepthSearch::root_moves() {
    std::vector<RootMove> moves;
    for (int i = 0; i < graph_.squares(); ++i) {
        const auto square = static_cast<Node>(i);
        const Cell cell = graph_.cell(square);
        const int place = cell.row * max_size + cell.column;
        moves.push_back({square, Kind::Stake, place, infinity});
        if (graph_.conquers(square, root_side_))
            moves.push_back({square, Kind::Raid, max_cells + place, infinity});
    }
    return moves;
}

FixedDepthAnswer FixedDepthSearch::search_root(std::vector<RootMove>& moves, int depth) {
    const RootMove* best = nullptr;
    Score best_value = -infinity;
    std::vector<Score> raid_upper(static_cast<std::size_t>(graph_.squares()), infinity);
    for (RootMove& move : moves) {
        // What this move must reach to become the answer.
        const Score goal = best == nullptr            ? -infinity + 1
                           : move.order < best->order ? best_value
                                                      : best_value + 1;
        // A Stake is worth at most what the Raid on its square is worth.
        if (move.kind == Kind::Stake && raid_upper[move.square] < goal) {
            move.upper = raid_upper[move.square];
            continue;
        }
        Score score = after_move(move.square, move.kind, depth, root_side_, goal - 1,
                                 best == nullptr ? infinity : goal);
        if (best != nullptr && score >= goal)
            score = after_move(move.square, move.kind, depth, root_side_, score - 1, infinity);
        move.upper = score;
        if (move.kind == Kind::Raid) raid_upper[move.square] = score;
        if (score >= goal) {
            best = &move;
            best_value = score;
        }
    }
    const Cell cell = graph_.cell(best->square);
    FixedDepthAnswer answer;
    answer.move = {static_cast<std::uint8_t>(cell.row), static_cast<std::uint8_t>(cell.column),
                   best->kind};
    answer.value = best_value;
    const int order = best->order;
    // For the next, deeper search: the answer first, then by what the moves could be worth. A
    // Raid before its Stake.
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
    const int start = depth_ <= 2 ? depth_ : 2 + (depth_ - 2) % 2;
    for (int depth = start; depth <= depth_; depth += 2) answer = search_root(moves, depth);
    answer.nodes = nodes_;
    return answer;
}

}  // namespace

FixedDepthAnswer search_fixed_depth(const Position& position, int depth) {
    assert(!position.over() && depth >= 1);
    return FixedDepthSearch(position, depth).run();
}

}  // namespace zerosum::raid
