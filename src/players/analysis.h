#pragma once
// The engine without a game around it: analysis, exact solution and the bench signature, for
// the command line, the web pages and UGI.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "games/any_game.h"

namespace zerosum {

// Zero or empty means no limit. Time is CPU time, over all threads used.
inline constexpr int most_threads = 256;

struct AnalysisLimits {
    std::optional<Seconds> time = {};
    std::uint64_t nodes = 0;
    int depth = 0;
    int lines = 1;  // how many best moves are wanted
    int threads = 1;
    std::size_t hash_mb = 64;
    std::stop_token stop = {};
};

struct AnalysisLine {
    AnyMove move;
    Score score = 0;  // future difference from the mover's view
    int depth = 0;
    bool exact = false;       // the score is proved
    std::vector<AnyMove> pv;  // the move first
};

struct Analysis {
    std::vector<AnalysisLine> lines;  // best first
    std::uint64_t nodes = 0;
    Seconds cpu{0};
};

// The position must not be over. `on_update` is told after every completed depth; may be empty.
[[nodiscard]] Analysis analyze(const AnyPosition& position, const AnalysisLimits& limits,
                               const std::function<void(const Analysis&)>& on_update = {});

struct Solution {
    bool solved = false;  // the value and every best move are known
    Score lower = 0;      // proved: lower <= value <= upper; equal when solved
    Score upper = 0;
    std::vector<AnyMove>
        best;  // every optimal move when solved, in official order; else at most one
    std::uint64_t nodes = 0;
    Seconds cpu{0};
};

// Uses limits.time, nodes, threads, hash_mb and stop. A finished game is solved with value 0.
// `on_update` is told when bounds get narrower, as far as the game's solver tells; may be empty.
[[nodiscard]] Solution solve(const AnyPosition& position, const AnalysisLimits& limits,
                             const std::function<void(const Solution&)>& on_update = {});

// The course's fixed-depth answer: the first of the best moves, in official order, after `depth`
// plies when points are counted there. The position is not over, depth >= 1.
[[nodiscard]] AnyMove fixed_depth_move(const AnyPosition& position, int depth);

// The game's fixed positions, each searched to a fixed depth and given to the solver for a fixed
// number of nodes. The node count is the program's fingerprint: it changes when, and only when, the
// search does.
struct BenchResult {
    std::uint64_t signature = 0;  // all nodes
    Seconds cpu{0};
    [[nodiscard]] double nodes_a_second() const {
        return cpu > Seconds(0) ? static_cast<double>(signature) / cpu.count() : 0;
    }
};
[[nodiscard]] BenchResult bench(const AnyGame& game, int depth = 7);

}  // namespace zerosum
