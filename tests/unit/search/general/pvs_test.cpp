#include "search/general/pvs.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include "search/fruit/knowledge.h"
#include "search/general/solver.h"
#include "support/fruit_brute_force.h"

namespace zerosum {
namespace {

using fruit::Fruit;

Fruit::Position board(const char* line) {
    return *Fruit::parse_line(line);
}

// The alternating sum of gains along a line of play, every move of which must be legal.
Score value_of_line(Fruit::Position position, const std::vector<Fruit::Move>& pv) {
    Score sum = 0;
    Score sign = 1;
    for (const Fruit::Move& move : pv) {
        Fruit::MoveList moves;
        Fruit::moves(position, moves);
        EXPECT_NE(std::find(moves.begin(), moves.end(), move), moves.end());
        sum += sign * position.play(move);
        sign = -sign;
    }
    return sum;
}

TEST(PvSearch, TakesTheColumnThatScoresMost) {
    TranspositionTable table(1U << 16U);
    const auto result = PvSearch<fruit::Knowledge>(table).run(board("01/21 1 0 0"), {});
    EXPECT_EQ(Fruit::move_name(board("01/21 1 0 0"), result.best().move), "B1");
    EXPECT_EQ(result.best().score, 4);
    EXPECT_TRUE(result.best().exact);
}

TEST(PvSearch, SearchedToTheEndItEqualsTheSolver) {
    Random random(501);
    for (int i = 0; i < 100; ++i) {
        const auto position =
            *Fruit::start({.size = random.between(2, 4), .kinds = random.between(1, 4)}, random);
        TranspositionTable searched(1U << 20U);
        ProofTable proved(1U << 20U);
        const auto result = PvSearch<fruit::Knowledge>(searched).run(position, {});
        const auto exact = Solver<fruit::Knowledge>(proved).solve(position, {});
        EXPECT_TRUE(result.best().exact) << Fruit::line(position);
        EXPECT_EQ(result.best().score, exact.lower) << Fruit::line(position);
        EXPECT_TRUE(std::any_of(exact.lines.begin(), exact.lines.end(), [&](const auto& line) {
            return line.move == result.best().move;
        })) << Fruit::line(position);
    }
}

// A search that leaves moves out cannot prove that it has the best one.
TEST(PvSearch, ClaimsNoProofWhereItOverlooksMoves) {
    Random random(77);
    int overlooked = 0;
    for (int i = 0; i < 100; ++i) {
        const Fruit::Position position = *Fruit::start({.size = 3, .kinds = 3}, random);
        SearchLimits limits;
        limits.depth = 9;
        limits.overlook = 0.6;
        TranspositionTable table(1U << 20U);
        const auto weak = PvSearch<fruit::Knowledge>(table).run(position, limits);
        ProofTable proofs(1U << 20U);
        const Score value = Solver<fruit::Knowledge>(proofs).solve(position, {}).lower;
        if (weak.best().exact) {
            EXPECT_EQ(weak.best().score, value) << Fruit::line(position);
        }
        overlooked += weak.best().score != value ? 1 : 0;
    }
    EXPECT_GT(overlooked, 5);
}

TEST(PvSearch, TheSameSearchVisitsTheSameNodes) {
    Random random(502);
    const auto position = *Fruit::start({.size = 10, .kinds = 4}, random);
    SearchLimits limits;
    limits.depth = 5;
    TranspositionTable a(1U << 20U);
    TranspositionTable b(1U << 20U);
    const auto first = PvSearch<fruit::Knowledge>(a).run(position, limits);
    const auto second = PvSearch<fruit::Knowledge>(b).run(position, limits);
    EXPECT_EQ(first.nodes, second.nodes);
    EXPECT_EQ(first.best().move, second.best().move);
    EXPECT_EQ(first.best().score, second.best().score);
}

TEST(PvSearch, AnswersWithALegalMoveUnderEveryNodeLimit) {
    Random random(503);
    const auto position = *Fruit::start({.size = 8, .kinds = 3}, random);
    Fruit::MoveList moves;
    Fruit::moves(position, moves);
    for (std::uint64_t nodes = 1; nodes < 200'000; nodes *= 2) {
        TranspositionTable table(1U << 18U);
        SearchLimits limits;
        limits.nodes = nodes;
        const auto result = PvSearch<fruit::Knowledge>(table).run(position, limits);
        EXPECT_NE(std::find(moves.begin(), moves.end(), result.best().move), moves.end());
        EXPECT_LE(result.nodes, nodes);
        value_of_line(position, result.best().pv);
    }
}

TEST(PvSearch, StopsAtOnceWhenAsked) {
    Random random(504);
    const auto position = *Fruit::start({.size = 26, .kinds = 6}, random);
    std::stop_source source;
    source.request_stop();
    SearchLimits limits;
    limits.stop = source.get_token();
    TranspositionTable table(1U << 18U);
    EXPECT_LE(PvSearch<fruit::Knowledge>(table).run(position, limits).nodes, 200U);
}

TEST(PvSearch, GivesAsManyLinesAsAskedBestFirstWithDifferentMoves) {
    Random random(505);
    const auto position = *Fruit::start({.size = 4, .kinds = 3}, random);
    TranspositionTable table(1U << 20U);
    SearchLimits limits;
    limits.lines = 3;
    const auto result = PvSearch<fruit::Knowledge>(table).run(position, limits);
    ASSERT_EQ(result.lines.size(), 3U);
    auto values = tests::FruitBruteForce(Fruit::rows(position)).moves();
    std::stable_sort(values.begin(), values.end(),
                     [](const auto& a, const auto& b) { return a.value > b.value; });
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(result.lines[i].score, values[i].value) << i;
        EXPECT_TRUE(result.lines[i].exact);
    }
    EXPECT_FALSE(result.lines[0].move == result.lines[1].move);
    EXPECT_FALSE(result.lines[1].move == result.lines[2].move);
}

// On the largest board a list of moves takes kilobytes: what a ply needs must not lie on the stack.
TEST(PvSearch, ADeepSearchOnTheLargestBoardNeedsNoDeepStack) {
    constexpr int height = 16;  // one pile of piles: few moves each, and a long game
    std::string line;
    for (int row = 0; row < 32; ++row) {
        if (row > 0) line += '/';
        line += row < 32 - height ? '*' : static_cast<char>('0' + row % 3);
        line += std::string(31, '*');
    }
    const auto position = board((line + " 1 0 0").c_str());
    struct Deep {
        const Fruit::Position& position;
        int plies = 0;
        Score searched = 0;
        Score solved = 0;
    } deep{position};
    const auto search = [](void* argument) -> void* {
        auto& out = *static_cast<Deep*>(argument);
        TranspositionTable table(1U << 20U);
        const auto result = PvSearch<fruit::Knowledge>(table).run(out.position, {});
        out.plies = result.best().exact ? result.best().depth : 0;
        out.searched = result.best().score;
        ProofTable proved(1U << 20U);
        out.solved = Solver<fruit::Knowledge>(proved).solve(out.position, {}).lower;
        return nullptr;
    };
    pthread_attr_t small;
    pthread_attr_init(&small);
    ASSERT_EQ(pthread_attr_setstacksize(&small, 256 * 1024), 0);
    pthread_t thread{};
    ASSERT_EQ(pthread_create(&thread, &small, search, &deep), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&small);
    EXPECT_GE(deep.plies, 12);
    EXPECT_EQ(deep.searched, deep.solved);
}

}  // namespace
}  // namespace zerosum
