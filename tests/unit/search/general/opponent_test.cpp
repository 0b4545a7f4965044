#include "search/general/opponent.h"

#include <gtest/gtest.h>

#include <array>

#include "search/fruit/searcher.h"
#include "support/fruit_boards.h"

namespace zerosum {
namespace {

using fruit::Fruit;
using fruit::MoveList;
using fruit::Position;

// The plainest possible search, to compare with.
Score points_ahead(const Position& position, int depth) {
    if (depth == 0 || position.over()) return 0;
    MoveList moves;
    Fruit::moves(position, moves);
    Score best = -kScoreInfinity;
    for (const auto& move : moves) {
        Position child = position;
        const Score gain = child.play(move);
        best = std::max(best, gain - points_ahead(child, depth - 1));
    }
    return best;
}

std::vector<int> plainly_best(const Position& position, const MoveList& moves, int depth) {
    std::vector<int> best;
    Score value = -kScoreInfinity;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        Position child = position;
        const Score gain = child.play(moves[i]);
        const Score score = gain - points_ahead(child, depth - 1);
        if (score > value) best.clear();
        if (score >= value) best.push_back(static_cast<int>(i));
        value = std::max(value, score);
    }
    return best;
}

Position full_board(int size, int kinds, std::uint64_t seed) {
    Random random(seed);
    return *Fruit::start({.size = size, .kinds = kinds}, random);
}

// Plays a plain program of `depth` plies against the engine until the engine has recognised it;
// false when it does not within `moves` moves.
bool found_out(int depth, int moves, std::uint64_t seed) {
    Position position = full_board(10, 4, seed);
    Searcher<Fruit> engine(std::size_t{2} << 20U);
    ShallowSearch<Fruit> plain;
    const SearchLimits none;
    StopCheck stop(none);
    std::uint64_t nodes = 0;
    for (int i = 0; i <= moves; ++i) {
        SearchLimits limits;
        limits.solve = true;
        limits.nodes = 40'000;
        limits.adapt = true;
        position.play(engine.search(position, limits).best().move);
        if (engine.beliefs().plain_depth == depth) return true;
        MoveList list;
        Fruit::moves(position, list);
        const int reply = plain.first_best(position, list, depth, nodes, stop);
        position.play(list[static_cast<std::size_t>(reply)]);
    }
    return false;
}

TEST(ShallowSearch, FindsWhatAPlainProgramFinds) {
    const SearchLimits none;
    StopCheck stop(none);
    std::uint64_t nodes = 0;
    ShallowSearch<Fruit> shallow;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Position position = tests::random_fruit_position(5, 3, seed);
        if (position.over()) continue;
        MoveList moves;
        Fruit::moves(position, moves);
        for (int depth = 1; depth <= 4; ++depth) {
            const std::vector<int> expected = plainly_best(position, moves, depth);
            std::vector<int> all;
            shallow.all_best(position, moves, depth, all, nodes, stop);
            EXPECT_EQ(all, expected) << Fruit::line(position) << " depth " << depth;
            EXPECT_EQ(shallow.first_best(position, moves, depth, nodes, stop), expected.front());
        }
    }
}

TEST(Beliefs, StayProbabilitiesAndFollowTheEvidence) {
    Beliefs beliefs;
    EXPECT_EQ(beliefs.plain_depth, 0);
    for (int i = 0; i < 10; ++i) beliefs.update({0.1, 0.01, 0.9, 0.01, 0.01});
    EXPECT_EQ(beliefs.plain_depth, 2);
    double sum = 0;
    for (const double weight : beliefs.weight) sum += weight;
    EXPECT_NEAR(sum, 1, 1e-9);
    for (int i = 0; i < 10; ++i) beliefs.update({0.9, 0.01, 0.01, 0.01, 0.01});
    EXPECT_EQ(beliefs.plain_depth, 0);
}

TEST(Beliefs, AViewIsKeptLongerThanItTakesToComeToIt) {
    Beliefs beliefs;
    while (beliefs.plain_depth == 0) beliefs.update({0.1, 0.9, 0.1, 0.1, 0.1});
    EXPECT_EQ(beliefs.plain_depth, 1);
    EXPECT_GE(beliefs.weight[1], 0.9);
    while (beliefs.weight[1] >= 0.6) beliefs.blur(0.1);
    EXPECT_EQ(beliefs.plain_depth, 1);
    while (beliefs.weight[1] >= 0.5) beliefs.blur(0.1);
    EXPECT_EQ(beliefs.plain_depth, 0);
}

TEST(Opponent, PlainProgramsAreFoundOut) {
    for (const int depth : {1, 3}) {
        int found = 0;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) found += found_out(depth, 10, seed) ? 1 : 0;
        EXPECT_GE(found, 4) << "depth " << depth;
    }
}

// A pass changes no belief, and a new game would.
TEST(Opponent, AnAnswerWithoutASearchIsOfTheSameGame) {
    Position position = full_board(10, 4, 1);
    Searcher<Fruit> engine(std::size_t{2} << 20U);
    const Beliefs sure{{0.04, 0.9, 0.02, 0.02, 0.02}, 1};
    engine.recall(sure, full_board(10, 4, 2), std::nullopt);
    SearchLimits limits;
    limits.adapt = true;
    limits.bank = Seconds(0);
    const auto at_once = engine.search(position, limits);
    EXPECT_EQ(at_once.nodes, 1U);
    position.play(at_once.best().move);
    position.pass();
    limits.bank.reset();
    limits.nodes = 1'000;
    (void)engine.search(position, limits);
    EXPECT_EQ(engine.beliefs().weight, sure.weight);
}

TEST(Opponent, ItselfIsNotTakenForAPlainProgram) {
    int mistaken = 0;
    int asked = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        Position position = full_board(10, 4, seed);
        std::array<Searcher<Fruit>, 2> engines{Searcher<Fruit>(std::size_t{2} << 20U),
                                               Searcher<Fruit>(std::size_t{2} << 20U)};
        for (std::size_t turn = 0; turn < 20 && !position.over(); ++turn) {
            Searcher<Fruit>& engine = engines[turn % 2];
            SearchLimits limits;
            limits.solve = true;
            limits.nodes = 10'000;
            limits.adapt = true;
            position.play(engine.search(position, limits).best().move);
            mistaken += engine.beliefs().plain_depth > 0 ? 1 : 0;
            ++asked;
        }
    }
    EXPECT_LT(mistaken * 5, asked);
}

TEST(Opponent, ThereIsMoreToBeHadAgainstOneWhoIsForeseen) {
    int better = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Position start = full_board(6, 3, seed);
        Opponent<Fruit> greedy;
        Beliefs sure;
        sure.weight = {0, 1, 0, 0, 0};
        sure.plain_depth = 1;
        greedy.recall(sure, start, std::nullopt);
        SearchLimits limits;
        limits.depth = 7;
        TranspositionTable table(std::size_t{4} << 20U);
        PvSearch<fruit::Knowledge> search(table);
        const Score against_anybody = search.run(start, limits).best().score;
        search.foresee(greedy);
        const Score against_greedy = search.run(start, limits).best().score;
        better += against_greedy > against_anybody ? 1 : 0;
    }
    EXPECT_GT(better, 15);
}

}  // namespace
}  // namespace zerosum
