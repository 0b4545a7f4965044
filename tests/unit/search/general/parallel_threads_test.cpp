#include "search/general/parallel.h"

#include <gtest/gtest.h>

#include "search/fruit/knowledge.h"

namespace zerosum {
namespace {

using fruit::Fruit;

Fruit::Position board(int size, int kinds, std::uint64_t seed) {
    Random random(seed);
    return *Fruit::start({.size = size, .kinds = kinds}, random);
}

// The solver goes first, on one thread: what it has used is no longer there to be shared.
TEST(ParallelSearch, SharesTheTimeThatIsLeft) {
    SearchLimits limits;
    limits.soft = limits.hard = Seconds(2);
    limits.depth = 3;
    limits.threads = 2;
    limits.timer = CpuTimer(thread_cpu, thread_cpu() - Seconds(1.2));  // so much is gone
    TranspositionTable table(1U << 20U);
    const auto result = search_in_parallel<fruit::Knowledge>(table, board(8, 4, 1), limits);
    EXPECT_EQ(result.best().depth, 3);
}

}  // namespace
}  // namespace zerosum
