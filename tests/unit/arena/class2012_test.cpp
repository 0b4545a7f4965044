#include "arena/grade/class2012.h"

#include <gtest/gtest.h>

#include "games/registry.h"

namespace zerosum {
namespace {

Grade2012Settings small_boards() {
    Grade2012Settings settings;
    settings.game = *find_game("fruit");
    settings.edition = *find_edition("2012");
    settings.edition.start = {.size = 10, .kinds = 4};
    settings.games = 5;
    return settings;
}

TEST(Grade2012Test, TheScale) {
    EXPECT_EQ(scale_2012(false, true, 1), 0) << "losing to random is worth nothing";
    EXPECT_EQ(scale_2012(true, false, -0.5), 20);
    EXPECT_EQ(scale_2012(true, true, 0), 40);
    EXPECT_EQ(scale_2012(true, true, -0.1), 40) << "more games, fewer points";
    EXPECT_EQ(scale_2012(true, true, kFullMargin / 2), 55);
    EXPECT_EQ(scale_2012(true, true, kFullMargin), kMost2012);
    EXPECT_EQ(scale_2012(true, true, 9), kMost2012);
    EXPECT_GT(extra_2012(1), extra_2012(2));
    EXPECT_GT(extra_2012(3), 0);
    EXPECT_EQ(extra_2012(0), 0) << "not ranked";
    EXPECT_EQ(extra_2012(4), 0);
}

TEST(Grade2012Test, PlayersGetWhatTheyEarn) {
    int games = 0;
    const auto grade = [&](std::string_view player) {
        return *grade_2012(*parse_player_spec(player), small_boards(), {},
                           [&](std::string_view, const GameRecord&) { ++games; });
    };
    const Grade2012 engine = grade("engine:nodes=3000");
    EXPECT_GT(engine.earned, 40);
    EXPECT_GT(engine.margin, 0);
    EXPECT_EQ(engine.greedy.games(), 5) << "all of them: the margin counts";
    EXPECT_LT(engine.random.games(), 5) << "a majority is enough";
    EXPECT_EQ(games, engine.greedy.games() + engine.random.games());
    const Grade2012 random = grade("random");
    EXPECT_LE(random.earned, 20);
    EXPECT_FALSE(random.reason.empty());
}

}  // namespace
}  // namespace zerosum
