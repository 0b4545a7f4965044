#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "search/fruit/knowledge.h"
#include "search/general/solver.h"

namespace zerosum {
namespace {

using fruit::Fruit;

// Boards that take one thread tens of thousands of nodes, so that several are at work together and
// the table grows under them.
std::vector<Fruit::Position> long_boards() {
    std::vector<Fruit::Position> boards;
    for (const char* line : {"201222/000100/222002/012221/101000/201121 1 0 0",
                             "102120/011202/200020/022100/000122/221211 1 0 0"})
        boards.push_back(*Fruit::parse_line(line));
    return boards;
}

TEST(SolverThreads, FindTheValueAndTheMovesThatOneFinds) {
    for (const Fruit::Position& position : long_boards()) {
        ProofTable own(std::size_t{16} << 20U);
        const auto alone = Solver<fruit::Knowledge>(own).solve(position, {});
        ASSERT_GT(alone.nodes, 30'000U) << "too easy to start a second thread";
        for (const int threads : {2, 5}) {
            ProofTable table(std::size_t{16} << 20U);
            const auto together =
                Solver<fruit::Knowledge>(table).solve(position, {.threads = threads});
            EXPECT_TRUE(together.solved);
            EXPECT_EQ(together.lower, alone.lower);
            EXPECT_EQ(together.upper, alone.upper);
            EXPECT_EQ(together.lines, alone.lines);
            EXPECT_GT(table.bytes(), std::size_t{1} << 18U) << "it did not grow under them";
        }
    }
}

// In a table that cannot grow they end by themselves as well.
TEST(SolverThreads, ATableThatIsFullChangesNoAnswer) {
    const Fruit::Position position = long_boards().front();
    ProofTable own(std::size_t{16} << 20U);
    const auto alone = Solver<fruit::Knowledge>(own).solve(position, {});
    ProofTable small(std::size_t{1} << 18U);
    const auto together = Solver<fruit::Knowledge>(small).solve(position, {.threads = 3});
    EXPECT_EQ(together.lower, alone.lower);
    EXPECT_EQ(together.lines, alone.lines);
}

TEST(SolverThreads, ShareTheNodes) {
    const Fruit::Position position = long_boards().back();
    ProofTable own(std::size_t{16} << 20U);
    const auto alone = Solver<fruit::Knowledge>(own).solve(position, {});
    SearchLimits limits;
    limits.nodes = alone.nodes / 4;
    constexpr int threads = 3;
    limits.threads = threads;
    ProofTable table(std::size_t{16} << 20U);
    const auto part = Solver<fruit::Knowledge>(table).solve(position, limits);
    EXPECT_FALSE(part.solved);
    // Each notices at its next node, and once more after the table has grown.
    EXPECT_LE(part.nodes, limits.nodes + std::uint64_t{10} * threads);
    EXPECT_LE(part.lower, alone.lower);
    EXPECT_GE(part.upper, alone.upper);
}

TEST(SolverThreads, AllEndWhenTheyAreStopped) {
    Random random(5);
    const Fruit::Position position = *Fruit::start({.size = 12, .kinds = 3}, random);
    std::stop_source stop;
    SearchLimits limits;
    limits.stop = stop.get_token();
    const std::jthread alarm([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        stop.request_stop();
    });
    limits.threads = 3;
    ProofTable table(std::size_t{16} << 20U);
    const auto part = Solver<fruit::Knowledge>(table).solve(position, limits);
    EXPECT_FALSE(part.solved);
    EXPECT_LT(part.lower, part.upper);
}

TEST(SolverThreads, TheirCpuTimeIsCountedTogether) {
    Random random(5);
    const Fruit::Position position = *Fruit::start({.size = 12, .kinds = 3}, random);
    SearchLimits limits;
    limits.hard = Seconds(0.4);
    limits.threads = 2;
    ProofTable table(std::size_t{16} << 20U);
    const Seconds before = process_cpu();
    const auto part = Solver<fruit::Knowledge>(table).solve(position, limits);
    const Seconds used = process_cpu() - before;
    EXPECT_FALSE(part.solved);
    // Of both threads, each counted once; the clocks of threads and process differ a little.
    EXPECT_GT(part.cpu, 0.75 * used);
    EXPECT_LT(part.cpu, 1.25 * used);
}

}  // namespace
}  // namespace zerosum
