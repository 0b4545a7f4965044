#include "search/general/rule_of_thumb.h"

#include <gtest/gtest.h>

#include <vector>

#include "search/fruit/knowledge.h"
#include "search/general/pvs.h"
#include "search/general/solver.h"

namespace zerosum {
namespace {

using fruit::Fruit;

struct WithoutRule : fruit::Knowledge {
    static constexpr std::optional<RuleOfThumb> rule_of_thumb = std::nullopt;
};

template <typename K>
SearchResult<Fruit::Move> searched(const Fruit::Position& position, int depth,
                                   Opponent<Fruit>* foreseen = nullptr) {
    TranspositionTable table(1U << 22U);
    PvSearch<K> search(table);
    if (foreseen != nullptr) search.foresee(*foreseen);
    SearchLimits limits;
    limits.depth = depth;
    return search.run(position, limits);
}

Score value_of(const Fruit::Position& position) {
    ProofTable table(1U << 20U);
    return Solver<fruit::Knowledge>(table).solve(position, {}, Want::Value).lower;
}

// Positions of games in which the largest group or, one time in four, any group is taken.
template <typename See>
void on_positions_of_games(int games, int size, int kinds, See see) {
    Random random(2301);
    for (int game = 0; game < games; ++game) {
        Fruit::Position position = *Fruit::start({.size = size, .kinds = kinds}, random);
        while (!position.over()) {
            see(position);
            Fruit::MoveList moves;
            Fruit::moves(position, moves);
            position.play(random.below(4) == 0 ? moves[random.below(moves.size())]
                                               : largest_gain<Fruit>(position, moves));
        }
    }
}

// Two kinds on few cells: where players are most often in zugzwang.
TEST(RuleOfThumb, FailsInFewPositionsAndIsNotBelievedWhereTheSearchSeesTheEnd) {
    int seen = 0;
    std::vector<Fruit::Position> zugzwangs;
    on_positions_of_games(400, 4, 2, [&](const Fruit::Position& position) {
        ++seen;
        if (value_of(position) < -2) zugzwangs.push_back(position);
    });
    ASSERT_GE(zugzwangs.size(), 3U);
    EXPECT_LT(zugzwangs.size() * 50, static_cast<std::size_t>(seen));
    for (const Fruit::Position& position : zugzwangs) {
        const auto result = searched<fruit::Knowledge>(position, 0);
        EXPECT_TRUE(result.best().exact) << Fruit::line(position);
        EXPECT_EQ(result.best().score, value_of(position)) << Fruit::line(position);
    }
    RecordProperty("zugzwangs", static_cast<int>(zugzwangs.size()));
    RecordProperty("positions", seen);
}

TEST(RuleOfThumb, SavesHalfOfTheNodesToTheSameDepth) {
    Random random(2302);
    std::uint64_t with = 0;
    std::uint64_t without = 0;
    for (int i = 0; i < 4; ++i) {
        const Fruit::Position position = *Fruit::start({.size = 10, .kinds = 4}, random);
        with += searched<fruit::Knowledge>(position, 10).nodes;
        without += searched<WithoutRule>(position, 10).nodes;
    }
    EXPECT_LT(with * 2, without);
}

TEST(RuleOfThumb, IsNotBelievedAgainstAForeseenOpponent) {
    Random random(2303);
    for (int i = 0; i < 4; ++i) {
        const Fruit::Position position = *Fruit::start({.size = 8, .kinds = 3}, random);
        const auto answer = [&]<typename K>() {
            Beliefs plain;
            plain.plain_depth = 1;
            Opponent<Fruit> opponent;
            opponent.recall(plain, position, std::nullopt);
            return searched<K>(position, 7, &opponent);
        };
        const auto with = answer.template operator()<fruit::Knowledge>();
        const auto without = answer.template operator()<WithoutRule>();
        EXPECT_EQ(with.nodes, without.nodes);
        EXPECT_EQ(with.lines, without.lines);
    }
}

}  // namespace
}  // namespace zerosum
