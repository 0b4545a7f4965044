// How long the exact solver takes, as a distribution over boards: for the value and one best move,
// as the engine asks for it, and for every best move, as `zerosum solve` does.
//
//   bench_fruit_solver [SECONDS [THREADS]]     per board at most, 5 unless given
//
// A table of fresh memory for every board, its allocation included. Fixed seeds. CPU time with one
// thread, the time that passes with several.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/cpu_clock.h"
#include "core/random.h"
#include "search/fruit/knowledge.h"
#include "search/general/solver.h"

namespace {

using namespace zerosum;
using fruit::Fruit;

constexpr std::size_t kTableBytes = std::size_t{64} << 20U;

enum class Play { Random, Greedy };

struct Set {
    const char* name;
    int size;
    int kinds;
    int fruits;  // play until at most so many are left
    Play play;
    int boards;
};
constexpr Set kSets[] = {
    {"6x6 p3", 6, 3, 36, Play::Random, 100},
    {"7x7 p3", 7, 3, 49, Play::Random, 50},
    {"10x10 p4, 32 left by random play", 10, 4, 32, Play::Random, 100},
    {"10x10 p4, 32 left by greedy play", 10, 4, 32, Play::Greedy, 100},
};

Fruit::Position draw(const Set& set, Random& random) {
    Fruit::Position position = Fruit::start({.size = set.size, .kinds = set.kinds}, random).value();
    Fruit::MoveList moves;
    while (position.fruits() > set.fruits) {
        Fruit::moves(position, moves);
        const auto* move =
            set.play == Play::Random
                ? &moves[random.below(moves.size())]
                : std::max_element(moves.begin(), moves.end(),
                                   [](const auto& a, const auto& b) { return a.size < b.size; });
        position.play(*move);
    }
    return position;
}

void measure(const Set& set, Want want, double limit, int threads) {
    Random random(static_cast<std::uint64_t>(set.size * 1000 + set.fruits));
    std::vector<double> milliseconds;
    std::uint64_t nodes = 0;
    int unsolved = 0;
    for (int i = 0; i < set.boards; ++i) {
        const Fruit::Position position = draw(set, random);
        const Seconds begun = wall_clock();
        SearchLimits limits;  // the CPU's clock starts here
        ProofTable table(kTableBytes);
        limits.hard = Seconds(limit * threads);
        limits.threads = threads;
        const auto exact = Solver<fruit::Knowledge>(table).solve(position, limits, want);
        const Seconds time = threads == 1 ? exact.cpu : wall_clock() - begun;
        milliseconds.push_back(time.count() * 1000);
        nodes += exact.nodes;
        if (!exact.solved) ++unsolved;
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    const auto part = [&](double share) {
        const auto last = static_cast<double>(milliseconds.size() - 1);
        return milliseconds[static_cast<std::size_t>(share * last + 0.5)];
    };
    std::printf("%-34s %5d %9.2f %9.2f %9.2f %9.2f %9d %12.0f\n", set.name, set.boards, part(0.5),
                part(0.9), part(0.95), part(1), unsolved, static_cast<double>(nodes) / set.boards);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    const double limit = argc > 1 ? std::atof(argv[1]) : 5;
    const int threads = argc > 2 ? std::max(std::atoi(argv[2]), 1) : 1;
    std::printf("%-34s %5s %9s %9s %9s %9s %9s %12s\n", "milliseconds", "boards", "median", "90 %",
                "95 %", "worst", "unsolved", "nodes");
    for (const auto want : {Want::Value, Want::EveryBestMove}) {
        std::puts(want == Want::Value ? "value and a best move" : "value and every best move");
        for (const Set& set : kSets) measure(set, want, limit > 0 ? limit : 5, threads);
    }
}
