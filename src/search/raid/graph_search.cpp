#include "search/raid/graph_search.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace zerosum::raid {

namespace {

// Some ten microseconds of work.
constexpr std::uint64_t kNodesBetweenChecks = 2048;

}  // namespace

GraphSearch::GraphSearch(const Position& position, int width, unsigned max_table_log2,
                         StopCheck* stop)
    : graph_(position),
      width_(static_cast<std::size_t>(width)),
      stop_(stop),
      table_(max_table_log2),
      candidates_(static_cast<std::size_t>(graph_.squares()) + 1),
      own_(static_cast<std::size_t>(graph_.padded_squares())),
      enemy_(own_.size()) {}

void GraphSearch::check_stop() {
    if (stop_ == nullptr || nodes_ < next_check_) return;
    next_check_ = nodes_ + kNodesBetweenChecks;
    stopped_ = stopped_ || stop_->now(nodes_);
}

void GraphSearch::compute_gains(Side side) {
    top_ = kernels_.both(GainInput(graph_, side), own_.data(), enemy_.data());
}

GraphSearch::Node GraphSearch::next_above(int from, Score least) const {
    return static_cast<Node>(
        kernels_.next_above(own_.data(), from, graph_.padded_squares(), least));
}

// The most that one move gains.
Score GraphSearch::one_ply(Side side) {
    nodes_ += static_cast<std::uint64_t>(graph_.free());
    return kernels_.best(GainInput(graph_, side));
}

// What the enemy's best reply gains after `side` moves to `square`.
//
// A move that turns nothing takes its square away and puts a new piece beside some others: replies
// elsewhere gain what they did, replies beside it can only gain more. After a conquest pieces have
// changed hands, and the replies are counted again.
Score GraphSearch::best_reply(Node square, Side side) {
    if (graph_.conquers(square, side)) {
        const Graph::Undo undo = graph_.play(square, Kind::Raid, side);
        const Score reply = one_ply(other(side));
        graph_.take_back(undo, side);
        return reply;
    }
    Score reply = top_.enemy.without(enemy_[square]);
    const Score piece = 2 * graph_.values()[square];
    for (const Node beside : graph_.squares_beside(square)) {
        if (graph_.can_raid(beside, other(side))) reply = std::max(reply, enemy_[beside] + piece);
    }
    return reply;
}

// The value over two plies; bounds as for value().
Score GraphSearch::two_plies(Side side, Score alpha, Score beta) {
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
                                  : top_.enemy.without(enemy_[square]);
        const Score limit = own_[square] - replied;
        if (limit <= std::max(alpha, best)) {
            skipped = std::max(skipped, limit);
        } else {
            best = std::max(best, own_[square] - best_reply(square, side));
        }
        return best >= beta;
    };
    const Node greedy = next_above(0, top_.own.first - 1);
    if (consider(greedy)) return best;
    // Every reply gains at least the second largest value, which rules out most of the others
    // without a look at their replies, and often all of them.
    const Score most = top_.own.second - stakes.second;
    for (Node square = 0;; ++square) {
        const Score reached = std::max(alpha, best);
        skipped = std::max(skipped, std::min(most, reached));
        if (most <= reached) break;
        square = next_above(square, reached + stakes.second);
        if (square == graph_.padded_squares()) break;
        if (square != greedy && consider(square)) return best;
    }
    return std::max(best, skipped);
}

// The two largest values of free squares, of which there are at least two: squares are numbered by
// value.
TopTwo GraphSearch::best_stakes() const {
    const Score* values = graph_.values();
    while (*values == Graph::taken) ++values;
    const Score first = *values++;
    while (*values == Graph::taken) ++values;
    return {first, *values};
}

// The candidates of a node: the hinted one first, if there is one. With a width the best so many,
// sorted. Without one all of them, the best in front of the others, which are sorted when they are
// needed: most nodes end with their first move.
void GraphSearch::order_candidates(std::vector<Candidate>& list, Side side, Node hinted) {
    compute_gains(side);
    list.clear();
    if (hinted != ProvedBounds::no_square) list.push_back({infinity, hinted});
    const auto add = [&](Node square) {
        if (square == hinted) return;
        Score reply = top_.enemy.without(enemy_[square]);
        if (!graph_.conquers(square, side)) reply = best_reply(square, side);
        const Candidate candidate{own_[square] - reply, square};
        if (width_ == 0) {
            list.push_back(candidate);
            return;
        }
        if (list.size() == width_) {
            if (!(candidate < list.back())) return;
            list.pop_back();
        }
        list.insert(std::upper_bound(list.begin(), list.end(), candidate), candidate);
    };
    // The enemy's best move comes first: taking it away is good, and after every other move it is
    // still there, so that none is worth more than what it gains less that.
    const int squares = graph_.padded_squares();
    const auto wanted =
        static_cast<Node>(kernels_.next_above(enemy_.data(), 0, squares, top_.enemy.first - 1));
    add(wanted);
    Score least = -1;  // squares that gain no more are no candidates, occupied ones among them
    for (Node square = next_above(0, least); square < squares;
         square = next_above(square + 1, least)) {
        if (square == wanted) continue;
        add(square);
        if (width_ != 0 && list.size() == width_)
            least = std::max(least, list.back().score + top_.enemy.first);
    }
    if (width_ == 0) std::iter_swap(list.begin(), std::min_element(list.begin(), list.end()));
}

// The value of playing a move and searching on.
Score GraphSearch::after_move(Node square, Kind kind, int depth, Side side, Score alpha,
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
Score GraphSearch::value(int depth, Side side, Score alpha, Score beta) {
    assert(alpha < beta && depth >= 0 && depth <= graph_.free());
    ++nodes_;
    if (depth == 0) return 0;
    if (depth == 1) return one_ply(side);
    if (depth == 2) return two_plies(side, alpha, beta);

    check_stop();
    if (stopped_) return 0;
    ProvedBounds proved;
    proved.signature = graph_.signature();
    // From `width_` free squares down all moves are tried.
    const std::size_t width = width_ < static_cast<std::size_t>(graph_.free()) ? width_ : 0;
    if (const ProvedBounds* found = table_.find(proved.signature)) {
        proved.best = found->best;
        if (found->depth == depth && found->width == width) {
            if (found->lower >= beta || found->lower == found->upper) return found->lower;
            if (found->upper <= alpha) return found->upper;
            proved.lower = found->lower;
            proved.upper = found->upper;
        }
    }
    proved.depth = static_cast<std::uint16_t>(depth);
    proved.width = static_cast<std::uint16_t>(width);

    // The table's move first: most nodes that have one end with it, and need no other candidates.
    const Node hinted = proved.best;
    std::vector<Candidate>& candidates = candidates_[static_cast<std::size_t>(depth)];
    candidates.assign(hinted == ProvedBounds::no_square ? 0 : 1, {infinity, hinted});
    Score best = -infinity;
    for (std::size_t i = 0; best < beta; ++i) {
        if (i == candidates.size() && i <= 1) order_candidates(candidates, side, hinted);
        if (i == candidates.size()) break;
        if (i == 1 && width_ == 0) std::sort(candidates.begin() + 1, candidates.end());
        const Node square = candidates[i].square;
        const Kind kind = graph_.kind(square, side);
        const Score low = std::max(alpha, best);
        // While this move is searched, memory fetches what is known of the next.
        if (depth > 3 && i + 1 < candidates.size()) {
            const Node next = candidates[i + 1].square;
            table_.prefetch(graph_.signature_after(next, graph_.kind(next, side), side));
        }
        Score score = after_move(square, kind, depth, side, low, i == 0 ? beta : low + 1);
        if (i > 0 && score > low && score < beta)
            score = after_move(square, kind, depth, side, score - 1, beta);
        if (stopped_) return 0;
        if (score > best) {
            best = score;
            proved.best = square;
        }
    }

    assert(best > -infinity && proved.best != ProvedBounds::no_square);
    if (best > alpha) proved.lower = best;
    if (best < beta) proved.upper = best;
    table_.store(proved);
    return best;
}

// The best move over `depth` plies: the table's, or without one the first of the best, when the
// last two plies are left, which are judged from tables of gains and remembered nowhere.
GraphSearch::Node GraphSearch::likely_square(int depth, Side side) {
    if (const ProvedBounds* found = table_.find(graph_.signature())) return found->best;
    Node best = ProvedBounds::no_square;
    if (depth < 1 || depth > 2) return best;
    Score most = -infinity;
    for (int i = 0; i < graph_.squares(); ++i) {
        const auto square = static_cast<Node>(i);
        if (!graph_.is_free(square)) continue;
        const Score score =
            after_move(square, graph_.kind(square, side), depth, side, -infinity, infinity);
        if (score <= most) continue;
        most = score;
        best = square;
    }
    return best;
}

// A move that is worth `value`, the best there is, over all free squares. The table's move need not
// be one: it may come from a null window below the value.
GraphSearch::Node GraphSearch::square_worth(Score value, Side side) {
    for (int i = 0; i < graph_.squares(); ++i) {
        const auto square = static_cast<Node>(i);
        if (graph_.is_free(square) && after_move(square, graph_.kind(square, side), graph_.free(),
                                                 side, value - 1, value) >= value)
            return stopped_ ? ProvedBounds::no_square : square;
    }
    return ProvedBounds::no_square;
}

std::vector<Move> GraphSearch::expected_play(Node square, Kind kind, int depth, Side side,
                                             std::optional<Score> proved) {
    const std::uint64_t nodes = nodes_;  // what follows is no part of the search
    std::vector<Move> moves;
    std::vector<std::pair<Graph::Undo, Side>> played;
    do {
        const Cell cell = graph_.cell(square);
        moves.push_back(
            {static_cast<std::uint8_t>(cell.row), static_cast<std::uint8_t>(cell.column), kind});
        if (proved)
            *proved = (kind == Kind::Raid ? graph_.gain(square, side) : graph_.values()[square]) -
                      *proved;
        played.emplace_back(graph_.play(square, kind, side), side);
        side = other(side);
        --depth;
        square = proved ? square_worth(*proved, side) : likely_square(depth, side);
        if (square != ProvedBounds::no_square)
            kind = graph_.conquers(square, side) ? Kind::Raid : Kind::Stake;
    } while (square != ProvedBounds::no_square);
    for (; !played.empty(); played.pop_back())
        graph_.take_back(played.back().first, played.back().second);
    nodes_ = nodes;
    return moves;
}

}  // namespace zerosum::raid
