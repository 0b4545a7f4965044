// What every game's searcher promises: the suite runs over all games.

#include "search/any_searcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "games/registry.h"
#include "search/bench.h"

namespace zerosum {
namespace {

class EverySearcher : public ::testing::TestWithParam<const AnyGame*> {
 protected:
    // A board of that size with a few moves played.
    [[nodiscard]] static PositionPtr start(int size, int plies, std::uint64_t seed) {
        Random random(seed);
        PositionPtr position = std::move(*GetParam()->start({.size = size}, random));
        for (; plies > 0; --plies) {
            const std::vector<AnyMove> moves = position->moves();
            position->play(moves[random.below(moves.size())]);
        }
        return position;
    }
};

// The value of a line of play for the side that begins it; nothing when it does not reach the end.
std::optional<Score> value_of_line(const AnyPosition& position, const std::vector<AnyMove>& pv) {
    const PositionPtr at = position.clone();
    Score sum = 0;
    Score sign = 1;
    for (const AnyMove move : pv) {
        const std::vector<AnyMove> legal = at->moves();
        EXPECT_NE(std::find(legal.begin(), legal.end(), move), legal.end());
        sum += sign * at->play(move);
        sign = -sign;
    }
    if (!at->over()) return std::nullopt;
    return sum;
}

TEST_P(EverySearcher, AnswersWithALegalMoveUnderEveryNodeLimit) {
    for (std::uint64_t nodes = 1; nodes < 20'000; nodes = nodes * 3) {
        const PositionPtr position = start(9, 0, nodes);
        const std::vector<AnyMove> legal = position->moves();
        const auto result = analyze(*position, {.nodes = nodes});
        EXPECT_NE(std::find(legal.begin(), legal.end(), result.best().move), legal.end());
        EXPECT_EQ(result.best().pv.front(), result.best().move);
    }
}

TEST_P(EverySearcher, AgreesWithItsSolverWhereTheGameIsSolved) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const PositionPtr position = start(4, 5, seed);
        const auto analysis = analyze(*position, {.lines = 2});
        const auto solution = solve(*position, {});
        ASSERT_TRUE(solution.solved);
        ASSERT_EQ(analysis.lines.size(), 2U);
        EXPECT_TRUE(analysis.solved);
        EXPECT_TRUE(analysis.best().exact);
        EXPECT_EQ(analysis.best().score, solution.lower) << position->line();
        EXPECT_EQ(analysis.lower, solution.lower);
        EXPECT_EQ(analysis.upper, solution.upper);
        EXPECT_LE(analysis.lines[1].score, analysis.lines[0].score);
        for (const auto& line : solution.lines) EXPECT_EQ(line.score, solution.lower);
    }
}

// A game without a rule of thumb says so, and believes nothing.
TEST_P(EverySearcher, BelievesEveryMoveOrHasNoBeliefs) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const PositionPtr position = start(4, 5, seed);
        const auto belief = believe(*position, {});
        const auto moves = believe_moves(*position, {});
        ASSERT_EQ(belief.has_value(), moves.has_value());
        if (!belief) return;
        ASSERT_TRUE(belief->complete && moves->complete);
        EXPECT_EQ(moves->lines.size(), position->moves().size());
        EXPECT_TRUE(std::is_sorted(moves->lines.begin(), moves->lines.end(),
                                   [](const auto& a, const auto& b) { return a.value > b.value; }));
        EXPECT_EQ(moves->lines.front().value, belief->value) << position->line();
        EXPECT_FALSE(believe_moves(*position, {.nodes = 1})->complete);
    }
}

TEST_P(EverySearcher, SeveralThreadsFindTheProvedValueToo) {
    const PositionPtr position = start(4, 4, 9);
    const auto analysis = analyze(*position, {.threads = 3});
    EXPECT_TRUE(analysis.best().exact);
    EXPECT_EQ(analysis.best().score, solve(*position, {}).lower);
}

TEST_P(EverySearcher, GivesEveryMoveALineWhenAskedForAll) {
    const PositionPtr position = start(6, 6, 3);
    const std::vector<AnyMove> legal = position->moves();
    const auto result = analyze(*position, {.depth = 2, .lines = static_cast<int>(legal.size())});
    ASSERT_EQ(result.lines.size(), legal.size());
    for (const AnyMove move : legal)
        EXPECT_TRUE(std::any_of(result.lines.begin(), result.lines.end(), [&](const auto& line) {
            return line.move == move;
        })) << position->move_name(move);
    EXPECT_TRUE(std::is_sorted(result.lines.begin(), result.lines.end(),
                               [](const auto& a, const auto& b) { return a.score > b.score; }));
}

// A depth that is cut short leaves the lines of the one before, but for those it has finished.
TEST_P(EverySearcher, LinesAreInOrderWheneverItIsStopped) {
    const PositionPtr position = start(8, 0, 21);
    for (std::uint64_t nodes = 10'000; nodes < 60'000; nodes = nodes * 5 / 4) {
        std::vector<SearchResult<AnyMove>> complete;
        const auto stopped =
            analyze(*position, {.nodes = nodes, .lines = 4},
                    [&](const SearchResult<AnyMove>& now) { complete.push_back(now); });
        ASSERT_EQ(stopped.lines.size(), 4U);
        ASSERT_FALSE(complete.empty());
        for (std::size_t i = 1; i < 4; ++i) {
            const auto& line = stopped.lines[i];
            // Each line but the first is one of a complete depth, or finished at the next.
            const auto& last = complete.back().lines;
            const bool known = std::any_of(last.begin(), last.end(), [&](const auto& other) {
                return other.move == line.move && other.score == line.score;
            });
            const bool finished = line.depth > last.front().depth &&
                                  stopped.lines[i - 1].depth == line.depth &&
                                  stopped.lines[i - 1].score >= line.score;
            EXPECT_TRUE(known || finished) << nodes << " nodes, line " << i;
        }
    }
}

TEST_P(EverySearcher, MainLinesOfProvedScoresLeadToTheEndAndAddUp) {
    int whole = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const PositionPtr position = start(4, 4, seed);
        for (const auto& line : analyze(*position, {.lines = 3}).lines) {
            ASSERT_TRUE(line.exact);
            const std::optional<Score> value = value_of_line(*position, line.pv);
            if (!value) continue;
            ++whole;
            EXPECT_EQ(*value, line.score) << position->line();
        }
    }
    EXPECT_GT(whole, 40);  // of 60
}

TEST_P(EverySearcher, ProvedBoundsCloseInOnTheValue) {
    const PositionPtr position = start(4, 2, 13);
    std::vector<SearchResult<AnyMove>> seen;
    const auto solution =
        solve(*position, {}, [&](const SearchResult<AnyMove>& so_far) { seen.push_back(so_far); });
    EXPECT_TRUE(solution.solved);
    for (std::size_t i = 0; i < seen.size(); ++i) {
        EXPECT_LE(seen[i].lower, solution.lower);
        EXPECT_GE(seen[i].upper, solution.upper);
        EXPECT_LE(seen[i].nodes, solution.nodes);
        if (i == 0) continue;
        EXPECT_LT(seen[i].upper - seen[i].lower, seen[i - 1].upper - seen[i - 1].lower);
        EXPECT_GE(seen[i].nodes, seen[i - 1].nodes);
    }
}

// By definition: the first of the best moves in official order, points counted after `depth` plies.
Score points_ahead(const AnyPosition& position, int depth) {
    if (depth == 0 || position.over()) return 0;
    Score best = -kScoreInfinity;
    for (const AnyMove move : position.moves()) {
        const PositionPtr child = position.clone();
        const Score gain = child->play(move);
        best = std::max(best, gain - points_ahead(*child, depth - 1));
    }
    return best;
}

TEST_P(EverySearcher, TheFixedDepthAnswerIsTheFirstOfTheBestMoves) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const PositionPtr position = start(4, 6, seed);
        for (int depth = 1; depth <= 3; ++depth) {
            AnyMove expected{};
            Score most = -kScoreInfinity;
            for (const AnyMove move : position->moves()) {
                const PositionPtr child = position->clone();
                const Score gain = child->play(move);
                const Score score = gain - points_ahead(*child, depth - 1);
                if (score > most) expected = move;
                most = std::max(most, score);
            }
            EXPECT_EQ(position->move_name(fixed_depth_move(*position, depth)),
                      position->move_name(expected))
                << position->line();
        }
    }
}

TEST_P(EverySearcher, HasOneBenchSignature) {
    const BenchResult first = bench(*GetParam(), 3);
    EXPECT_GT(first.signature, 0U);
    EXPECT_EQ(first.signature, bench(*GetParam(), 3).signature);
}

INSTANTIATE_TEST_SUITE_P(Games, EverySearcher,
                         ::testing::ValuesIn(all_games().begin(), all_games().end()),
                         [](const auto& game) { return std::string(game.param->name()); });

}  // namespace
}  // namespace zerosum
