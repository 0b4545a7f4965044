#include "search/raid/root.h"

#include <algorithm>
#include <utility>

namespace zerosum::raid {

namespace {

constexpr Score kUnbounded = GraphSearch::infinity;

bool larger(const RootMove& a, const RootMove& b) {
    return a.score > b.score;
}

}  // namespace

std::vector<RootMove> root_moves(const Graph& graph, Side side) {
    std::vector<RootMove> moves;
    for (int i = 0; i < graph.squares(); ++i) {
        const auto square = static_cast<Graph::Node>(i);
        moves.push_back({square, graph.conquers(square, side) ? Kind::Raid : Kind::Stake,
                         graph.gain(square, side)});
    }
    std::stable_sort(moves.begin(), moves.end(), larger);
    return moves;
}

Root::Root(std::vector<RootMove> moves, std::size_t lines)
    : moves_(std::move(moves)), kept_(moves_.size()), lines_(std::min(lines, moves_.size())) {}

bool Root::search(GraphSearch& search, int depth, Side side) {
    if (!search_part(search, 0, kept_, depth, side)) return false;
    for (std::size_t rivals = 0; (rivals = count_rivals()) > 0; kept_ += rivals)
        if (!search_part(search, kept_, kept_ + rivals, depth, side)) return false;
    sort(lines_, kept_);
    return true;
}

void Root::narrow(std::size_t most) {
    kept_ = std::min(kept_, std::max(most, lines_));
    sort(kept_, moves_.size());
}

// The dropped moves that were worth more than the last line is now.
std::size_t Root::count_rivals() const {
    const Score least = moves_[lines_ - 1].score;
    const auto dropped = moves_.begin() + static_cast<std::ptrdiff_t>(kept_);
    const auto end = std::find_if(dropped, moves_.end(),
                                  [&](const RootMove& move) { return move.score <= least; });
    return static_cast<std::size_t>(end - dropped);
}

bool Root::search_part(GraphSearch& search, std::size_t from, std::size_t to, int depth,
                       Side side) {
    for (std::size_t i = from; i < to; ++i) {
        // What a move must pass to become one of the lines.
        const Score least = i < lines_ ? -kUnbounded : moves_[lines_ - 1].score;
        RootMove move = moves_[i];
        move.score = search.after_move(move.square, move.kind, depth, side, least,
                                       i < lines_ ? kUnbounded : least + 1);
        if (search.stopped()) return false;
        if (i >= lines_ && move.score > least) {
            const Score value =
                search.after_move(move.square, move.kind, depth, side, move.score - 1, kUnbounded);
            // A bound cannot be compared with the other lines. Of one line it is a better answer.
            if (search.stopped() && lines_ > 1) return false;
            if (!search.stopped()) move.score = value;
        }
        moves_[i].score = move.score;
        if (move.score <= least) continue;
        const auto begin = moves_.begin();
        const auto at = begin + static_cast<std::ptrdiff_t>(i);
        const auto place =
            std::find_if(begin, at, [&](const RootMove& m) { return m.score < move.score; });
        std::rotate(place, at, at + 1);
        if (search.stopped()) return false;
    }
    return true;
}

void Root::sort(std::size_t from, std::size_t to) {
    const auto begin = moves_.begin();
    std::stable_sort(begin + static_cast<std::ptrdiff_t>(from),
                     begin + static_cast<std::ptrdiff_t>(to), larger);
}

}  // namespace zerosum::raid
