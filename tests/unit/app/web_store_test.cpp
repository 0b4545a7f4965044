#include <gtest/gtest.h>

#include "app/web/game_store.h"

namespace zerosum::web {
namespace {

StoredGame sample(const std::string& id) {
    StoredGame game;
    game.id = id;
    game.created = 1700000000;
    game.rules = "fruit";
    game.size = 2;
    game.kinds = 3;
    game.bank = Seconds{300};
    game.seed = 42;
    game.start = "01/21 1 0 0";
    game.specs[0] = "human";
    game.specs[1] = "greedy";
    return game;
}

TEST(WebStore, GivesBackWhatItWasGiven) {
    Result<GameStore> store = GameStore::open(":memory:");
    ASSERT_TRUE(store);
    ASSERT_TRUE(store->add(sample("a")));
    ASSERT_TRUE(store->add_move("a", 0, {"B1", 4, Seconds{1.5}, Seconds{298.5}, std::nullopt},
                                std::nullopt));
    ASSERT_TRUE(store->add_move(
        "a", 1, {"A1", 1, Seconds{0.1}, Seconds{299.9}, StoredThought{3, 99, -2, true}},
        StoredResult{1, "points"}));
    const auto game = store->find("a");
    ASSERT_TRUE(game && *game);
    EXPECT_EQ((*game)->start, "01/21 1 0 0");
    EXPECT_EQ((*game)->specs[1], "greedy");
    ASSERT_EQ((*game)->moves.size(), 2U);
    EXPECT_EQ((*game)->moves[0].name, "B1");
    EXPECT_FALSE((*game)->moves[0].thought);
    EXPECT_EQ((*game)->moves[1].thought->score, -2);
    EXPECT_TRUE((*game)->moves[1].thought->exact);
    EXPECT_EQ((*game)->result->reason, "points");
}

TEST(WebStore, CuttingForgetsMovesAndResult) {
    Result<GameStore> store = GameStore::open(":memory:");
    ASSERT_TRUE(store->add(sample("a")));
    for (std::size_t ply = 0; ply < 3; ++ply)
        ASSERT_TRUE(store->add_move("a", ply, {"A1", 1, Seconds{0}, Seconds{0}, std::nullopt},
                                    std::nullopt));
    ASSERT_TRUE(store->set_result("a", {2, "resigned"}));
    ASSERT_TRUE(store->cut("a", 1));
    const auto game = store->find("a");
    EXPECT_EQ((*game)->moves.size(), 1U);
    EXPECT_FALSE((*game)->result);
}

TEST(WebStore, AMoveIsKeptOnceAndItsResultWithIt) {
    Result<GameStore> store = GameStore::open(":memory:");
    ASSERT_TRUE(store->add(sample("a")));
    ASSERT_TRUE(
        store->add_move("a", 0, {"A1", 1, Seconds{0}, Seconds{0}, std::nullopt}, std::nullopt));
    EXPECT_FALSE(store->add_move("a", 0, {"B1", 4, Seconds{0}, Seconds{0}, std::nullopt},
                                 StoredResult{1, "points"}));
    EXPECT_EQ((*store->find("a"))->moves[0].name, "A1");
    EXPECT_FALSE((*store->find("a"))->result);
}

TEST(WebStore, ListsTheNewestFirst) {
    Result<GameStore> store = GameStore::open(":memory:");
    for (const char* id : {"a", "b", "c"}) ASSERT_TRUE(store->add(sample(id)));
    const auto games = store->newest(2);
    ASSERT_TRUE(games);
    ASSERT_EQ(games->size(), 2U);
    EXPECT_EQ((*games)[0].id, "c");
    EXPECT_EQ((*games)[1].id, "b");
}

TEST(WebStore, AFileThatIsNoDatabaseIsRefused) {
    EXPECT_FALSE(GameStore::open("/proc/version"));
    EXPECT_FALSE(GameStore::open("/proc/no/such/folder/games.db"));
}

}  // namespace
}  // namespace zerosum::web
