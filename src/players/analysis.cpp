#include "players/analysis.h"

#include <array>

#include "games/all_games.h"
#include "search/general/parallel.h"
#include "search/general/solver.h"

namespace zerosum {

namespace {

SearchLimits search_limits(const AnalysisLimits& limits) {
    SearchLimits out;
    out.soft = limits.time;
    out.hard = limits.time;
    out.nodes = limits.nodes;
    out.depth = limits.depth;
    out.lines = limits.lines;
    out.stop = limits.stop;
    return out;
}

// A main line ends where the table knew the value. What is expected after that is in the table as
// well: as long as it holds exact values, and each is the one before less the gain.
template <Game G>
void extend(std::vector<typename G::Move>& line, typename G::Position position, int depth,
            const TranspositionTable& table) {
    for (const auto& move : line) position.play(move);
    for (TableHit hit = table.probe(position.key());
         !position.over() && static_cast<int>(line.size()) < depth;) {
        typename G::MoveList moves;
        G::moves(position, moves);
        if (hit.lower != hit.upper || hit.move < 0 ||
            static_cast<std::size_t>(hit.move) >= moves.size())
            return;
        const auto move = moves[static_cast<std::size_t>(hit.move)];
        const Score left = position.play(move) - hit.lower;
        hit = table.probe(position.key());
        const bool fits = position.over() ? left == 0 : hit.lower == left && hit.upper == left;
        if (!fits) return;
        line.push_back(move);
    }
}

template <Game G>
Analysis analysis_of(const SearchResult<typename G::Move>& result,
                     const typename G::Position& position, const TranspositionTable& table) {
    Analysis analysis;
    analysis.nodes = result.nodes;
    analysis.cpu = result.cpu;
    for (const auto& line : result.lines) {
        AnalysisLine out{PositionOf<G>::pack(line.move), line.score, line.depth, line.exact, {}};
        std::vector<typename G::Move> pv = line.pv;
        constexpr int to_the_end = 1024;
        extend<G>(pv, position, line.exact ? to_the_end : line.depth, table);
        for (const auto& move : pv) out.pv.push_back(PositionOf<G>::pack(move));
        analysis.lines.push_back(std::move(out));
    }
    return analysis;
}

// Start positions of the bench: sizes, kinds and plies already played greedily. A game
// without kinds leaves them out.
struct BenchStart {
    int size;
    int kinds;
    int plies;
};
constexpr std::array bench_starts{BenchStart{8, 3, 0},   BenchStart{10, 4, 0},
                                  BenchStart{10, 4, 10}, BenchStart{12, 9, 0},
                                  BenchStart{15, 5, 0},  BenchStart{15, 5, 30}};

// Wide games do not reach the depth: enough nodes to be a fingerprint, few enough to be quick.
constexpr std::uint64_t bench_nodes = 100'000;

template <Game G>
std::uint64_t bench_one(const typename G::Position& position, int depth) {
    TranspositionTable table(std::size_t{16} << 20U);
    SearchLimits limits;
    limits.depth = depth;
    limits.nodes = bench_nodes;
    std::uint64_t nodes = PvSearch<G>(table).run(position, limits).nodes;
    ProofTable proved(std::size_t{16} << 20U);
    limits.nodes = 20'000;
    nodes += Solver<G>(proved).solve(position, limits).nodes;
    return nodes;
}

}  // namespace

Analysis analyze(const AnyPosition& position, const AnalysisLimits& limits,
                 const std::function<void(const Analysis&)>& on_update) {
    return with_game(position.game(), [&]<Game G>() {
        TranspositionTable table(limits.hash_mb << 20U);
        const auto& start = position_of<G>(position);
        typename PvSearch<G>::OnDepth on_depth;
        if (on_update)
            on_depth = [&](const auto& result) { on_update(analysis_of<G>(result, start, table)); };
        const auto result =
            search_in_parallel<G>(table, start, search_limits(limits), limits.threads, on_depth);
        return analysis_of<G>(result, start, table);
    });
}

Solution solve(const AnyPosition& position, const AnalysisLimits& limits,
               const std::function<void(const Solution&)>& on_update) {
    return with_game(position.game(), [&]<Game G>() {
        const auto solution_of = [](const typename Solver<G>::Result& exact) {
            Solution solution{exact.solved, exact.lower, exact.upper, {}, exact.nodes, exact.cpu};
            for (const auto& move : exact.best) solution.best.push_back(PositionOf<G>::pack(move));
            return solution;
        };
        typename Solver<G>::OnAnswer on_answer;
        if (on_update) on_answer = [&](const auto& so_far) { on_update(solution_of(so_far)); };
        ProofTable table(limits.hash_mb << 20U);
        Solver<G> solver(table, limits.threads);
        return solution_of(solver.solve(position_of<G>(position), search_limits(limits),
                                        Solver<G>::Want::EveryBestMove, on_answer));
    });
}

AnyMove fixed_depth_move(const AnyPosition& position, int depth) {
    return with_game(position.game(), [&]<Game G>() {
        const auto& at = position_of<G>(position);
        if constexpr (requires { SearchHooks<G>::fixed_depth_move(at, depth); }) {
            return PositionOf<G>::pack(SearchHooks<G>::fixed_depth_move(at, depth));
        } else {
            typename G::MoveList moves;
            G::moves(at, moves);
            const SearchLimits limits;
            StopCheck stop(limits);
            std::uint64_t nodes = 0;
            ShallowSearch<G> search;
            const int best = search.first_best(at, moves, depth, nodes, stop);
            return PositionOf<G>::pack(moves[static_cast<std::size_t>(best)]);
        }
    });
}

BenchResult bench(const AnyGame& game, int depth) {
    return with_game(game, [&]<Game G>() {
        BenchResult result;
        const CpuTimer timer(thread_cpu);
        for (const BenchStart& start : bench_starts) {
            Random random(20171);
            auto made = G::start({.size = start.size, .kinds = start.kinds}, random);
            if (!made) made = G::start({.size = start.size}, random);
            if (!made) continue;
            typename G::Position position = *std::move(made);
            for (int ply = 0; ply < start.plies && !position.over(); ++ply) {
                typename G::MoveList moves;
                G::moves(position, moves);
                const auto larger = [&](const auto& a, const auto& b) {
                    return G::gain(position, a) < G::gain(position, b);
                };
                position.play(*std::max_element(moves.begin(), moves.end(), larger));
            }
            if (position.over()) continue;
            result.signature += bench_one<G>(position, depth);
        }
        result.cpu = timer.elapsed();
        return result;
    });
}

}  // namespace zerosum
