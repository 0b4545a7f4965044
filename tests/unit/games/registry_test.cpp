#include "games/registry.h"

#include <gtest/gtest.h>

#include "games/all_games.h"

#include "core/random.h"

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

TEST(Registry, ALineTellsItsGame) {
    for (const AnyGame* game : all_games()) {
        Random random(1);
        const Result<PositionPtr> start = game->start({.size = 5}, random);
        ASSERT_TRUE(start) << start.error().message;
        const Result<PositionPtr> read = read_line((*start)->line());
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(&(*read)->game(), game);
        EXPECT_EQ((*read)->line(), (*start)->line());
    }
}

TEST(Registry, ALineOfNoGameIsAnErrorThatSaysWhyOfEach) {
    const Result<PositionPtr> read = read_line("0x/10 1 0 0");
    ASSERT_FALSE(read);
    for (const AnyGame* game : all_games())
        EXPECT_NE(read.error().message.find(fmt::format("as {}: ", game->name())),
                  std::string::npos)
            << read.error().message;
}

TEST(Registry, ATaskIsACourseFileOrALine) {
    const Result<AnyTask> file = read_task("2\n3\n1.5\n01\n21\n");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->bank, Seconds(1.5));
    const Result<AnyTask> line = read_task("  01/21 1 0 0\n");
    ASSERT_TRUE(line) << line.error().message;
    EXPECT_EQ(line->position->rows(), file->position->rows());
    EXPECT_EQ(line->bank, Seconds(0));
}

TEST(Registry, ATaskOfAnotherGameThanAskedForIsAnError) {
    EXPECT_TRUE(read_task("2\n3\n1.5\n01\n21\n", "fruit"));
    const Result<AnyTask> file = read_task("2\n3\n1.5\n01\n21\n", "raid");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().message, "a position of fruit, expected one of raid");
    EXPECT_FALSE(read_task("01/21 1 0 0", "raid"));
    EXPECT_FALSE(read_task("01/21 1 0 0", "chess"));
    EXPECT_FALSE(read_task(""));
}

TEST(Registry, StaticTypesAreFoundBehindTheDynamicOnes) {
    for (const AnyGame* game : all_games()) {
        const std::string_view name =
            with_game<AllGames>(*game, []<Game G>() { return G::info().name; });
        EXPECT_EQ(name, game->name());
    }
}

}  // namespace
}  // namespace zerosum
