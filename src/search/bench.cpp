#include "search/bench.h"

#include <algorithm>
#include <array>
#include <utility>

#include "search/any_searcher.h"

namespace zerosum {

namespace {

// Start positions: sizes, kinds and plies already played greedily. A game without kinds leaves them
// out.
struct BenchStart {
    int size;
    int kinds;
    int plies;
};
constexpr std::array kStarts{BenchStart{8, 3, 0},   BenchStart{10, 4, 0},  BenchStart{10, 4, 10},
                             BenchStart{12, 9, 0},  BenchStart{15, 5, 0},  BenchStart{15, 5, 30},
                             BenchStart{10, 2, 0},  BenchStart{15, 3, 10}, BenchStart{26, 6, 0},
                             BenchStart{26, 3, 20}, BenchStart{32, 5, 0}};

constexpr std::size_t kHashBytes = std::size_t{16} << 20U;
// Wide games do not reach the depth: enough nodes to be a fingerprint, few enough to be quick.
constexpr std::uint64_t kSearchNodes = 100'000;
constexpr std::uint64_t kSolveNodes = 20'000;

PositionPtr position_of(const AnyGame& game, const BenchStart& start) {
    Random random(20171);
    auto made = game.start({.size = start.size, .kinds = start.kinds}, random);
    if (!made) made = game.start({.size = start.size}, random);
    if (!made) return nullptr;
    PositionPtr position = std::move(*made);
    for (int ply = 0; ply < start.plies && !position->over(); ++ply) {
        const std::vector<AnyMove> moves = position->moves();
        position->play(*std::max_element(moves.begin(), moves.end(), [&](AnyMove a, AnyMove b) {
            return position->gain(a) < position->gain(b);
        }));
    }
    return position->over() ? nullptr : std::move(position);
}

}  // namespace

BenchResult bench(const AnyGame& game, int depth) {
    BenchResult result;
    const CpuTimer timer(thread_cpu);
    for (const BenchStart& start : kStarts) {
        const PositionPtr position = position_of(game, start);
        if (!position) continue;
        const auto searcher = make_searcher(game, kHashBytes);
        SearchLimits limits;
        limits.depth = depth;
        limits.nodes = kSearchNodes;
        result.signature += searcher->search(*position, limits).nodes;
        limits.nodes = kSolveNodes;
        result.signature += searcher->solve(*position, limits).nodes;
    }
    result.cpu = timer.elapsed();
    return result;
}

}  // namespace zerosum
