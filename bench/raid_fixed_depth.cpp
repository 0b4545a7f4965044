// Time to the exact answer of MINIMAX and ALPHABETA, against the textbook's alpha-beta on the same
// boards in the same run.
//
//   time_ratio    textbook's CPU time / ours, to the same answer
//   nps_ratio     our nodes a second / the textbook's. A node is a position whose value was found
//                 or bounded, for both.

#include <benchmark/benchmark.h>

#include <vector>

#include "core/cpu_clock.h"
#include "raid_textbook.h"
#include "search/raid/fixed_depth.h"
#include "support/raid_boards.h"

namespace zerosum {
namespace {

struct Run {
    double seconds = 0;
    std::uint64_t nodes = 0;
    raid::Move move{};
};

Run run_textbook(const raid::Position& position, int depth) {
    textbook::Board board;
    const raid_oracle::Board plain = tests::oracle_board(position);
    for (const std::string& row : plain.rows) board.emplace_back(row.begin(), row.end());
    textbook::AlphaBeta search(plain.values, plain.mover);
    const Seconds start = thread_cpu();
    const textbook::Move move = search.best_move(board, depth);
    return {(thread_cpu() - start).count(),
            search.nodes(),
            {static_cast<std::uint8_t>(move.row), static_cast<std::uint8_t>(move.column),
             move.raid ? raid::Kind::Raid : raid::Kind::Stake}};
}

// Arguments: side of the board, depth, free squares.
void fixed_depth(benchmark::State& state) {
    const int size = static_cast<int>(state.range(0));
    const int depth = static_cast<int>(state.range(1));
    const int free = static_cast<int>(state.range(2));
    const raid::Position position = tests::random_raid_position(size, free, 99, 2016);

    std::uint64_t nodes = 0;
    raid::Move answer{};
    const Seconds start = thread_cpu();
    for (auto _ : state) {
        const raid::FixedDepthAnswer found = raid::search_fixed_depth(position, depth);
        nodes += found.nodes;
        answer = found.move;
    }
    const double seconds = (thread_cpu() - start).count();

    const Run plain = run_textbook(position, depth);
    if (!(plain.move == answer)) state.SkipWithError("the answers differ");
    const double ours = seconds / static_cast<double>(state.iterations());
    const double nps = static_cast<double>(nodes) / seconds;
    const double plain_nps = static_cast<double>(plain.nodes) / plain.seconds;
    state.counters["Mnps"] = nps / 1e6;
    state.counters["textbook_Mnps"] = plain_nps / 1e6;
    state.counters["textbook_s"] = plain.seconds;
    state.counters["nps_ratio"] = nps / plain_nps;
    state.counters["time_ratio"] = plain.seconds / ours;
}
BENCHMARK(fixed_depth)
    ->ArgNames({"N", "depth", "free"})
    ->Args({5, 5, 25})
    ->Args({5, 5, 18})
    ->Args({8, 4, 64})
    ->Args({8, 4, 50})
    ->Args({8, 4, 32})
    ->Args({10, 3, 100})
    ->Args({26, 2, 676})
    ->MinTime(0.2);

}  // namespace
}  // namespace zerosum
