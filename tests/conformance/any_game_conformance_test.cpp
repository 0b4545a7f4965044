// The same games behind the virtual interfaces: the adapter must add nothing and lose nothing.

#include <gtest/gtest.h>

#include <string>

#include "games/registry.h"

namespace zerosum {
namespace {

class EveryAnyGame : public testing::TestWithParam<const AnyGame*> {
 protected:
    [[nodiscard]] static const AnyGame& game() { return *GetParam(); }

    // Shows every position of a few random games to `check`, the finished ones included.
    template <typename Check>
    static void along_random_games(Check check) {
        for (const int side : {1, 3, 0}) {
            Random random(static_cast<std::uint64_t>(side) + 11);
            for (int round = 0; round < 3; ++round) {
                const PositionPtr position =
                    game().start(StartOptions{.size = side}, random).value();
                for (;;) {
                    SCOPED_TRACE(position->line());
                    check(*position, random);
                    if (testing::Test::HasFatalFailure() || position->over()) break;
                    const std::vector<AnyMove> moves = position->moves();
                    position->play(moves[random.below(moves.size())]);
                }
            }
        }
    }
};

TEST_P(EveryAnyGame, IsFoundByItsName) {
    EXPECT_EQ(find_game(game().name()).value(), &game());
    EXPECT_FALSE(game().title().empty());
}

TEST_P(EveryAnyGame, PositionsKnowTheirGame) {
    along_random_games([](const AnyPosition& position, Random&) {
        ASSERT_EQ(&position.game(), &game());
        ASSERT_EQ(&position.clone()->game(), &game());
    });
}

TEST_P(EveryAnyGame, AClonePlaysOnItsOwn) {
    along_random_games([](const AnyPosition& position, Random& random) {
        if (position.over()) return;
        const std::string before = position.line();
        const Key key = position.key();
        const PositionPtr child = position.clone();
        ASSERT_EQ(child->line(), before);
        const std::vector<AnyMove> moves = child->moves();
        const Side mover = position.mover();
        const Score gain = child->play(moves[random.below(moves.size())]);
        ASSERT_EQ(child->lead(mover) - position.lead(mover), gain);
        ASSERT_EQ(child->lead(Side::One), -child->lead(Side::Two));
        ASSERT_EQ(position.line(), before);
        ASSERT_EQ(position.key(), key);
    });
}

TEST_P(EveryAnyGame, MovesReadBackFromNamesAndAnswers) {
    along_random_games([](const AnyPosition& position, Random&) {
        for (const AnyMove move : position.moves()) {
            ASSERT_EQ(position.parse_move(position.move_name(move)).value(), move);
            ASSERT_EQ(position.judge_output(position.write_output(move)).value(), move);
            ASSERT_FALSE(position.affected(move).empty());
        }
    });
}

TEST_P(EveryAnyGame, PositionsReadBackFromLinesAndFiles) {
    along_random_games([](const AnyPosition& position, Random&) {
        const PositionPtr parsed = game().parse_line(position.line()).value();
        ASSERT_EQ(parsed->line(), position.line());
        ASSERT_EQ(parsed->key(), position.key());
        if (position.over()) return;
        const std::string text = position.write_input(Seconds{1.5});
        ASSERT_TRUE(game().recognises_input(text));
        ASSERT_EQ(&game_of_input(text), &game());
        const Result<AnyTask> task = game().read_input(text);
        ASSERT_TRUE(task) << task.error().message;
        ASSERT_EQ(task->position->rows(), position.rows());
        ASSERT_EQ(task->bank, Seconds{1.5});
    });
}

TEST_P(EveryAnyGame, FaultsAndErrorsComeThrough) {
    Random random(1);
    const PositionPtr position = game().start({}, random).value();
    EXPECT_FALSE(position->parse_move("nowhere"));
    EXPECT_FALSE(position->judge_output("nowhere"));
    EXPECT_FALSE(game().parse_line("nonsense"));
    EXPECT_FALSE(game().read_input("nonsense"));
    EXPECT_FALSE(game().start(StartOptions{.size = -5}, random));
}

INSTANTIATE_TEST_SUITE_P(Games, EveryAnyGame,
                         testing::ValuesIn(all_games().begin(), all_games().end()),
                         [](const auto& instance) { return std::string(instance.param->name()); });

}  // namespace
}  // namespace zerosum
