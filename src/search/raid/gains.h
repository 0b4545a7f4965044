#pragma once
// What every square of a Graph would gain either side, all squares at once: the inner loops of the
// exhaustive search.

#include "search/raid/graph.h"

namespace zerosum::raid {

// The largest and the second largest of a row of numbers. `without` leaves one out.
struct TopTwo {
    Score first = Graph::taken;
    Score second = Graph::taken;
    [[nodiscard]] Score without(Score number) const { return number == first ? second : first; }
};

// A graph's tables from the view of the side to move.
struct GainInput {
    const Score* values;
    const Score* touching_own;
    const Score* touching_enemy;
    int squares;  // a multiple of Graph::lanes

    GainInput(const Graph& graph, Side side)
        : values(graph.values()),
          touching_own(graph.touching(side)),
          touching_enemy(graph.touching(other(side))),
          squares(graph.padded_squares()) {}
};

// The two largest gains of either side.
struct TopGains {
    TopTwo own;
    TopTwo enemy;
};

// The loops come in two forms, for every CPU and for those with AVX2; choose() asks the CPU.
struct GainKernels {
    // Fills both tables of gains, input.squares long each.
    TopGains (*both)(const GainInput& input, Score* own, Score* enemy);
    // The largest gain of the side to move.
    Score (*best)(const GainInput& input);
    // The first place from `from` on whose gain is above `least`; `squares`, a multiple of
    // Graph::lanes, when there is none.
    int (*next_above)(const Score* gains, int from, int squares, Score least);

    [[nodiscard]] static GainKernels choose();
    [[nodiscard]] static GainKernels portable();
};

}  // namespace zerosum::raid
