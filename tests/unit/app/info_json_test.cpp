#include "app/view/info_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/view/board_json.h"
#include "games/all_games.h"

namespace zerosum::view {
namespace {

TEST(InfoJson, HoldsWhatThePageAsksOfAGame) {
    const Json fruit = info_json(fruit::Fruit::info());
    EXPECT_EQ(fruit["title"], "The Fruit Rage");
    EXPECT_EQ(fruit["size"], Json({{"least", 1}, {"most", 32}, {"usual", 10}, {"casual", 8}}));
    EXPECT_EQ(fruit["rules_in_full"].back(), "When the box is empty, the higher total wins.");
    EXPECT_EQ(fruit["kinds"]["most"], 10);
    EXPECT_TRUE(fruit["pieces"].is_null());
    EXPECT_EQ(fruit["editions"], Json({"2017", "2012"}));
    EXPECT_EQ(fruit["sides"][1], Json({{"name", "player 2"}, {"mark", "2"}}));
    EXPECT_EQ(fruit["cells"]["names"]["3"], "kiwi");
    EXPECT_EQ(fruit["move_kinds"], Json::array());

    const Json raid = info_json(raid::Raid::info());
    EXPECT_TRUE(raid["kinds"].is_null());
    EXPECT_EQ(raid["cells"]["values"], true);
    EXPECT_EQ(raid["move_kinds"], Json({"Stake", "Raid"}));
}

TEST(BoardJson, SaysWhichCellsNameAMoveAndOfWhichKindItIs) {
    const Json fruit =
        board_json(**any_game<fruit::Fruit>().parse_line("***/*10/000 1 0 0"), Moves::Listed);
    EXPECT_FALSE(fruit.contains("values"));
    EXPECT_EQ(fruit["moves"][1],
              Json({{"name", "C2"}, {"gain", 16}, {"cells", {5, 6, 7, 8}}, {"picks", 4}}));
    const Json raid = board_json(
        **any_game<raid::Raid>().parse_line("X.O/.O./... X 1,8,23/5,42,12/26,30,9"), Moves::Listed);
    EXPECT_EQ(raid["values"], Json({{1, 8, 23}, {5, 42, 12}, {26, 30, 9}}));
    EXPECT_EQ(raid["moves"][6], Json({{"name", "B1 Raid"},
                                      {"gain", 138},
                                      {"cells", {1, 2, 4}},
                                      {"picks", 1},
                                      {"kind", "Raid"}}));
}

TEST(BoardJson, ShowsAPassAsATurnWithoutCellsAndSaysWhy) {
    GameRecord record;
    record.game = "fruit";
    record.edition = "2012";
    record.start = "**/01 1 0 0";
    record.moves.resize(3);
    record.moves[0].move = "A2";
    record.moves[1].move = kPass;
    record.moves[1].why = "A1 is empty";
    record.moves[2].move = "B2";
    const Result<Json> frames = frames_json(record);
    ASSERT_TRUE(frames) << frames.error().message;
    const Json& pass = (*frames)["moves"][1];
    EXPECT_EQ(pass["move"], "pass");
    EXPECT_EQ(pass["why"], "A1 is empty");
    EXPECT_EQ(pass["cells"], Json::array());
    EXPECT_EQ(pass["gain"], 0);
    EXPECT_EQ((*frames)["boards"][2]["position"], "**/*1 1 1 0");
    EXPECT_EQ((*frames)["moves"][2]["side"], 1);
}

}  // namespace
}  // namespace zerosum::view
