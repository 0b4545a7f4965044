#include "games/registry.h"

#include <gtest/gtest.h>

namespace zerosum {
namespace {

TEST(Registry, FindsGamesByName) {
    const Result<const AnyGame*> game = find_game("fruit");
    ASSERT_TRUE(game);
    EXPECT_EQ((*game)->title(), "The Fruit Rage");
}

TEST(Registry, AnUnknownNameIsAnErrorThatListsTheGames) {
    const Result<const AnyGame*> game = find_game("chess");
    ASSERT_FALSE(game);
    EXPECT_NE(game.error().message.find("'chess' is not a game"), std::string::npos);
    for (const AnyGame* known : all_games())
        EXPECT_NE(game.error().message.find(known->name()), std::string::npos);
}

TEST(Registry, TheSecondLineOfACourseFileTellsTheGame) {
    EXPECT_EQ(game_of_input("2\n3\n1.5\n01\n21\n").name(), "fruit");
}

TEST(Registry, StaticTypesAreFoundBehindTheDynamicOnes) {
    for (const AnyGame* game : all_games()) {
        const std::string_view name = with_game(*game, []<Game G>() { return G::name; });
        EXPECT_EQ(name, game->name());
    }
}

}  // namespace
}  // namespace zerosum
