#include "arena/review/regret.h"

#include <gtest/gtest.h>

#include "arena/play/match.h"
#include "games/registry.h"

namespace zerosum {
namespace {

class RegretOfEveryGame : public ::testing::TestWithParam<const AnyGame*> {
 protected:
    // Games between two players on boards that are proved at once.
    template <typename See>
    static void on_games(const char* a, const char* b, int games, See see) {
        MatchSettings settings;
        settings.game = GetParam();
        settings.players = {*parse_player_spec(a), *parse_player_spec(b)};
        settings.start.size = 3;
        settings.edition = *find_edition("casual");
        settings.bank = Seconds{10};
        settings.games = games;
        MatchWatch watch;
        watch.on_game = [&](int, const GameRecord& record) {
            Judge judge(*GetParam());
            const Result<std::vector<MoveLoss>> losses = judge_game(record, judge);
            EXPECT_TRUE(losses.has_value());
            if (losses) see(record, *losses);
            return true;
        };
        EXPECT_TRUE(run_match(settings, watch).has_value());
    }
};

// What both have lost explains, point by point, why the game did not end as perfect play would.
TEST_P(RegretOfEveryGame, LossesAddUpToTheResultLessTheValueOfTheStart) {
    int games = 0;
    on_games("random", "greedy", 12,
             [&](const GameRecord& record, const std::vector<MoveLoss>& losses) {
                 const PositionPtr start = *GetParam()->parse_line(record.start);
                 const Score value = solve(*start, {}).lower;
                 Score result = 0;
                 Score lost = 0;
                 ASSERT_EQ(losses.size(), record.moves.size());
                 for (const MoveLoss& move : losses) {
                     ASSERT_TRUE(move.lost.has_value() && move.proved && !move.contradiction);
                     const Score sign = move.player == record.first ? 1 : -1;
                     lost += sign * *move.lost;
                     result += sign * record.moves[move.number].gain;
                 }
                 EXPECT_EQ(result, value - lost);
                 ++games;
             });
    EXPECT_EQ(games, 12);
}

TEST_P(RegretOfEveryGame, APerfectPlayerLosesNothing) {
    RegretTable table;
    on_games("engine:adapt=0@perfect", "random@weak", 6,
             [&](const GameRecord& record, const std::vector<MoveLoss>& losses) {
                 table.add(record, losses);
             });
    const Regret& perfect = table.players().at("perfect").all;
    EXPECT_EQ(perfect.games(), 6);
    EXPECT_EQ(perfect.best, perfect.moves);
    EXPECT_EQ(perfect.proved, perfect.moves);
    EXPECT_EQ(perfect.per_game().value, 0);
    EXPECT_GT(table.players().at("weak").all.per_game().value, 0);
}

INSTANTIATE_TEST_SUITE_P(Games, RegretOfEveryGame, testing::ValuesIn(all_games()),
                         [](const auto& test) { return std::string(test.param->name()); });

GameRecord game_of(const char* start, const std::vector<std::string>& moves) {
    GameRecord record;
    record.game = "fruit";
    record.players[0].name = "ann";
    record.players[1].name = "bob";
    PositionPtr at = *(*find_game("fruit"))->parse_line(start);
    for (const std::string& name : moves) {
        MoveRecord move;
        move.player = static_cast<int>(record.moves.size() % 2);
        move.position = at->line();
        move.move = name;
        if (move.passed())
            at->pass();
        else
            move.gain = at->play(*at->parse_move(name));
        record.moves.push_back(move);
    }
    return record;
}

// Taking the 1 first leaves all four 0s to the other: 1 - 16 instead of 16 - 1.
TEST(Regret, ABlunderIsCountedInPoints) {
    const GameRecord record = game_of("***/*10/000 1 0 0", {"B2", "A3"});
    Judge judge(**find_game("fruit"));
    const auto losses = judge_game(record, judge);
    ASSERT_TRUE(losses.has_value());
    ASSERT_EQ(losses->size(), 2U);
    EXPECT_EQ((*losses)[0].lost, 30);
    EXPECT_EQ((*losses)[1].lost, 0);
    EXPECT_EQ((*losses)[0].phase, Phase::Middle);  // four of nine cells are empty
    RegretTable table;
    table.add(record, *losses);
    EXPECT_EQ(table.players().at("ann").phases[1].per_game().value, 30);
    EXPECT_EQ(table.players().at("ann").phases[0].moves, 0);
    EXPECT_EQ(table.players().at("bob").all.best, 1);
}

// Three single fruits are left: 1 - 1 + 1 with a move, and the same for the other after a pass.
TEST(Regret, APassLosesWhatTheOtherHasOfIt) {
    const GameRecord record = game_of("01/23 1 0 0", {"A1", "pass", "B1", "A2", "B2"});
    Judge judge(**find_game("fruit"));
    const auto losses = judge_game(record, judge);
    ASSERT_TRUE(losses.has_value()) << losses.error().message;
    ASSERT_EQ(losses->size(), 5U);
    EXPECT_EQ((*losses)[1].lost, 2);
    for (const MoveLoss& loss : *losses) {
        EXPECT_TRUE(loss.proved && !loss.contradiction);
        EXPECT_EQ(loss.lost > 0, loss.number == 1);
    }
}

TEST(Regret, WhatIsTooLargeToJudgeIsLeftOutAndCounted) {
    Random random(5);
    PositionPtr start = *(*find_game("fruit"))->start({.size = 12, .kinds = 5}, random);
    const GameRecord record =
        game_of(start->line().c_str(), {start->move_name(start->moves().front())});
    Judge judge(**find_game("fruit"), 100);
    const auto losses = judge_game(record, judge);
    ASSERT_TRUE(losses.has_value());
    EXPECT_FALSE(losses->front().lost.has_value());
    Regret regret;
    regret.add(*losses);
    EXPECT_EQ(regret.moves, 1);
    EXPECT_EQ(regret.judged, 0);
}

TEST(Regret, AMoveThatItsPositionDoesNotHaveIsAnError) {
    GameRecord record = game_of("***/*10/000 1 0 0", {"B2"});
    record.moves[0].move = "A1";
    Judge judge(**find_game("fruit"));
    const auto losses = judge_game(record, judge);
    ASSERT_FALSE(losses.has_value());
    EXPECT_TRUE(losses.error().message.starts_with("move 1: ")) << losses.error().message;
}

}  // namespace
}  // namespace zerosum
