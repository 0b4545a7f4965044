#pragma once
// The moves of the position that is searched, and which of them are worth searching deeper.

#include <cstddef>
#include <vector>

#include "search/raid/graph_search.h"

namespace zerosum::raid {

struct RootMove {
    Graph::Node square;
    Kind kind;
    Score score;  // the last search's: the value of the best moves, upper bounds of the others
};

// A move for every square, largest gain first: the Raid where it turns something, else the Stake.
[[nodiscard]] std::vector<RootMove> root_moves(const Graph& graph, Side side);

// First come the moves that are searched, then those that were dropped.
//
// Every node below the root tries a few moves; a root that tried all of them would spend nearly all
// of its time on moves that nobody would play, on large boards most of all. So `narrow` drops all
// but the best after each finished depth. What a dropped move was worth is remembered: when the
// best move falls below that, the dropped move is a rival again and is searched as deep as the
// others. So no move is dropped for good, and after a search that was not stopped no move is
// known that promises more than the best.
class Root {
 public:
    // `lines` of the moves get exact values and stand in front.
    Root(std::vector<RootMove> moves, std::size_t lines);

    [[nodiscard]] const std::vector<RootMove>& moves() const { return moves_; }
    [[nodiscard]] const RootMove& best() const { return moves_.front(); }
    [[nodiscard]] std::size_t lines() const { return lines_; }
    [[nodiscard]] std::size_t kept() const { return kept_; }

    // One pass over the moves. The best `lines` of those searched so far stand in front in
    // descending order with exact values; so with one line the front is an answer also when the
    // pass was stopped, but its value may then be a lower bound. False: stopped.
    [[nodiscard]] bool search(GraphSearch& search, int depth, Side side);

    // Only the best so many are searched from now on, `lines` at least.
    void narrow(std::size_t most);
    // All moves are searched again.
    void widen() { kept_ = moves_.size(); }

 private:
    [[nodiscard]] std::size_t count_rivals() const;
    bool search_part(GraphSearch& search, std::size_t from, std::size_t to, int depth, Side side);
    void sort(std::size_t from, std::size_t to);

    std::vector<RootMove> moves_;
    std::size_t kept_;
    std::size_t lines_;
};

}  // namespace zerosum::raid
