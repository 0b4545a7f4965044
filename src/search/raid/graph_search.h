#pragma once
// Search over a Graph: the part that the fixed-depth answer, the exact solver and the competition
// engine have in common. It finds the value of a position over a number of plies; its users decide
// which moves to search at the root, and with which window.
//
// Principal variation search with a table of proved bounds. Where a Raid is legal the Stake on the
// same square is not searched, which is exact (graph.h). The last two plies are not played: what a
// reply gains after a move differs from what it gained before only around that move, so all moves
// are judged from two tables of gains.

#include <cstdint>
#include <optional>
#include <vector>

#include "search/general/limits.h"
#include "search/raid/bound_table.h"
#include "search/raid/gains.h"
#include "search/raid/graph.h"

namespace zerosum::raid {

class GraphSearch {
 public:
    using Node = Graph::Node;
    static constexpr Score infinity = ProvedBounds::unbounded;

    // `width`: at every node but the root only this many moves are searched, those that are best
    // after one reply (as far as that is seen without playing); 0 searches all and is exact. The
    // table grows up to 2^max_table_log2 entries
    // of 32 bytes. `stop` is asked every few thousand nodes and must outlive the search; none: it
    // runs to its end.
    GraphSearch(const Position& position, int width, unsigned max_table_log2,
                StopCheck* stop = nullptr);

    // From now on. What was found with another width is used for the order of moves, and where it
    // holds all the same.
    void set_width(int width) { width_ = static_cast<std::size_t>(width); }

    // The change of (side's sum - other's sum) over `depth` plies when `side` moves to `square`
    // now, 1 <= depth <= free squares.
    //   result <= alpha: the value is at most the result
    //   result >= beta:  the value is at least the result
    //   otherwise:       the value is the result
    // After a stop the result means nothing.
    Score after_move(Node square, Kind kind, int depth, Side side, Score alpha, Score beta);

    [[nodiscard]] const Graph& graph() const { return graph_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    [[nodiscard]] bool stopped() const { return stopped_; }

    // Expected play over `depth` plies, the given move first, as far as the table remembers it.
    // With the move's proved value over all free squares it goes to the end, and its gains add up
    // to that. A Raid that turns nothing is called a Stake there, but for the first move.
    [[nodiscard]] std::vector<Move> expected_play(Node square, Kind kind, int depth, Side side,
                                                  std::optional<Score> proved = {});

 private:
    struct Candidate {
        Score score;
        Node square;
        // The most promising first.
        friend bool operator<(const Candidate& a, const Candidate& b) { return a.score > b.score; }
    };

    Score value(int depth, Side side, Score alpha, Score beta);
    Score one_ply(Side side);
    Score two_plies(Side side, Score alpha, Score beta);
    Score best_reply(Node square, Side side);
    [[nodiscard]] TopTwo best_stakes() const;
    void compute_gains(Side side);
    // The first square from `from` on that gains the mover more than `least`; none:
    // graph_.padded_squares().
    [[nodiscard]] Node next_above(int from, Score least) const;
    void order_candidates(std::vector<Candidate>& list, Side side, Node hinted);
    void check_stop();
    [[nodiscard]] Node likely_square(int depth, Side side);
    [[nodiscard]] Node square_worth(Score value, Side side);

    Graph graph_;
    std::size_t width_;
    StopCheck* stop_;
    BoundTable table_;
    std::vector<std::vector<Candidate>> candidates_;  // by remaining depth
    std::uint64_t nodes_ = 0;
    std::uint64_t next_check_ = 0;
    bool stopped_ = false;

    // What every square would gain each side at the node that was last visited.
    GainKernels kernels_ = GainKernels::choose();
    std::vector<Score> own_;
    std::vector<Score> enemy_;
    TopGains top_;
};

}  // namespace zerosum::raid
