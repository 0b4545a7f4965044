#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "core/files.h"
#include "games/fruit/rules.h"
#include "support/fruit_oracle.h"
#include "support/paths.h"
#include "support/perft.h"

namespace zerosum::fruit {
namespace {

constexpr int kMaxDepth = 4;

// A line of data/fruit/perft.txt: a position, then the counts to depth 1, 2, 3 and 4.
struct PerftCase {
    std::string line;
    std::array<std::uint64_t, kMaxDepth> counts{};
};

std::vector<PerftCase> read_cases() {
    const std::string text = read_file(tests::data_path("fruit/perft.txt")).value();
    std::vector<PerftCase> cases;
    for (const std::string_view line : split_lines(text)) {
        if (line.empty() || line.front() == '#') continue;
        const std::vector<std::string_view> fields = split(line, ';');
        PerftCase& item = cases.emplace_back();
        item.line = trim(fields.at(0));
        for (std::size_t depth = 0; depth < kMaxDepth; ++depth) {
            item.counts.at(depth) =
                static_cast<std::uint64_t>(parse_int(trim(fields.at(depth + 1))).value());
        }
    }
    return cases;
}

TEST(FruitPerft, TheBoardCountsWhatTheDataSays) {
    const std::vector<PerftCase> cases = read_cases();
    EXPECT_GE(cases.size(), 20U);
    for (const PerftCase& item : cases) {
        const Position position = parse_line(item.line).value();
        for (int depth = 1; depth <= kMaxDepth; ++depth) {
            const std::uint64_t expected = item.counts.at(static_cast<std::size_t>(depth - 1));
            if (expected > 4'000'000) continue;
            EXPECT_EQ(tests::perft<Fruit>(position, depth), expected)
                << item.line << " depth " << depth;
        }
    }
}

// The data was written by the oracle; what is quick to count is counted again.
TEST(FruitPerft, TheOracleCountsWhatTheDataSays) {
    for (const PerftCase& item : read_cases()) {
        const tests::FruitOracle oracle(rows(parse_line(item.line).value()));
        for (int depth = 1; depth <= kMaxDepth; ++depth) {
            const std::uint64_t expected = item.counts.at(static_cast<std::size_t>(depth - 1));
            if (expected > 20'000) continue;
            EXPECT_EQ(oracle.perft(depth), expected) << item.line << " depth " << depth;
        }
    }
}

}  // namespace
}  // namespace zerosum::fruit
