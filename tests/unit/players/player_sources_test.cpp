#include "players/programs/player_sources.h"

#include <gtest/gtest.h>

#include <fstream>

#include "sandbox/workspace.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

class PlayerSources : public testing::Test {
 protected:
    void put(const std::string& name, const std::string& text) const {
        std::ofstream(space_.home() / name) << text;
    }
    static std::string of(const std::string& text) {
        AgentStore store;
        const Result<std::string> sources = sources_of(*parse_player_spec(text), store);
        EXPECT_TRUE(sources) << sources.error().message;
        return sources.value_or("");
    }
    [[nodiscard]] std::string path(const std::string& name) const {
        return (space_.home() / name).string();
    }
    Workspace space_ = *Workspace::make();
};

TEST_F(PlayerSources, OfAProgramChangeWithTheFilesThatItsCommandNames) {
    put("agent", "one");
    put("book.txt", "opening");
    const std::string text = "cmd:" + path("agent") + " --book " + path("book.txt") + "@me";
    const std::string before = of(text);
    EXPECT_EQ(of(text), before);
    put("agent", "two");
    const std::string changed = of(text);
    EXPECT_NE(changed, before);
    put("book.txt", "endgame");
    EXPECT_NE(of(text), changed);
    put("agent", "one");
    put("book.txt", "opening");
    EXPECT_EQ(of(text), before);
    EXPECT_NE(of("ugi:" + path("agent") + "@me"), of("ugi:" + path("book.txt") + "@me"));
}

// It may be where the program, or the tournament itself, writes.
TEST_F(PlayerSources, DoNotHoldAFolderThatACommandNames) {
    put("agent", "one");
    fs::create_directory(space_.home() / "work");
    const std::string text = "cmd:" + path("agent") + " " + path("work");
    const std::string before = of(text);
    put("work/log", "move 1");
    EXPECT_EQ(of(text), before);
}

TEST_F(PlayerSources, OfABuiltInPlayerAreItsText) {
    EXPECT_EQ(of("minimax:depth=2@deep"), "minimax:depth=2@deep");
}

TEST_F(PlayerSources, OfADirectoryAreItsFilesAndTakenIntoTheStore) {
    put("homework3.py", "pass");
    AgentStore store;
    const PlayerSpec spec = *parse_player_spec("dir:" + space_.home().string() + "@me");
    const Result<std::string> before = sources_of(spec, store);
    ASSERT_TRUE(before);
    EXPECT_TRUE(store.holds(spec.argument));
    put("homework3.py", "pass # again");
    EXPECT_NE(*sources_of(spec, store), *before);
}

}  // namespace
}  // namespace zerosum
