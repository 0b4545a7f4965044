#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "core/random.h"
#include "search/general/proof_table.h"

namespace zerosum {
namespace {

// Threads that write the same few clusters at once: whatever is found belongs to its key.
TEST(ProofTableThreads, WhatIsFoundIsWhatWasStored) {
    ProofTable table(std::size_t{1} << 12U);
    table.grow_by_itself(false);
    constexpr std::uint64_t keys = 1000;
    const auto value = [](std::uint64_t i) { return static_cast<Score>(i * 3); };
    const auto work = [&](std::uint64_t seed) {
        Random random(seed);
        int found = 0;
        for (int turn = 0; turn < 20'000; ++turn) {
            const std::uint64_t i = random.below(keys);
            table.store(mix(i), {value(i), value(i), static_cast<int>(i % 7)}, turn);
            const std::uint64_t j = random.below(keys);
            const ProvedBounds proof = table.probe(mix(j));
            if (proof.lower == -kScoreInfinity) continue;
            ++found;
            if (proof.lower != value(j) || proof.upper != value(j) ||
                proof.move != static_cast<int>(j % 7))
                return -1;
        }
        return found;
    };
    std::vector<int> found(3, 0);
    {
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < found.size(); ++t)
            threads.emplace_back([&, t] { found[t] = work(t + 1); });
    }
    for (const int each : found) EXPECT_GT(each, 0);
}

TEST(ProofTableThreads, AGrownTableIsNoLongerCrowdedAndHasForgottenNothingDear) {
    ProofTable table(std::size_t{1} << 20U);
    table.grow_by_itself(false);
    const std::size_t at_first = table.bytes();
    std::uint64_t stored = 0;
    for (; !table.crowded(); ++stored)
        table.store(mix(stored), {1, 2, 3}, stored % 10 == 0 ? 1000 : 1);
    EXPECT_EQ(table.bytes(), at_first);
    table.grow();
    EXPECT_GT(table.bytes(), at_first);
    EXPECT_FALSE(table.crowded());
    std::uint64_t known = 0;
    for (std::uint64_t i = 0; i < stored; i += 10) known += table.probe(mix(i)).move == 3 ? 1U : 0U;
    EXPECT_GT(known, stored / 10 * 98 / 100);
}

}  // namespace
}  // namespace zerosum
