#include "players/player_path.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "games/registry.h"
#include "players/programs/command_line.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

TEST(PlayerSpec, ReadsKindOptionsAndName) {
    const Result<PlayerSpec> spec = parse_player_spec("engine:depth=4,nodes=100@Rosa");
    ASSERT_TRUE(spec);
    EXPECT_EQ(spec->kind, PlayerKind::Engine);
    EXPECT_EQ(spec->options.at("depth"), "4");
    EXPECT_EQ(spec->options.at("nodes"), "100");
    EXPECT_EQ(spec->name, "Rosa");
    EXPECT_EQ(parse_player_spec("greedy")->name, "greedy");
}

TEST(PlayerSpec, EveryKindIsReadFromItsText) {
    const std::pair<PlayerKind, const char*> cases[] = {
        {PlayerKind::Alphabeta, "alphabeta"}, {PlayerKind::Command, "cmd:./a b"},
        {PlayerKind::Directory, "dir:a"},     {PlayerKind::Engine, "engine:level=2"},
        {PlayerKind::Greedy, "greedy"},       {PlayerKind::Human, "human"},
        {PlayerKind::Minimax, "minimax"},     {PlayerKind::Random, "random"},
        {PlayerKind::Plugin, "so:./a.so"},    {PlayerKind::Ugi, "ugi:./a"},
        {PlayerKind::Java, "java:MyPlayer"},
    };
    for (const auto& [kind, text] : cases) {
        const Result<PlayerSpec> spec = parse_player_spec(text);
        ASSERT_TRUE(spec) << spec.error().message;
        EXPECT_EQ(spec->kind, kind) << text;
        EXPECT_TRUE(spec->text.starts_with(to_text(kind))) << text;
        EXPECT_EQ(is_program(kind),
                  std::string_view("cdju").find(text[0]) != std::string_view::npos)
            << text;
    }
    EXPECT_EQ(parse_player_spec("cmd:./a b@me")->argument, "./a b");
}

// A folder with an agent's directory, a program and a file that is none.
class PlayerPath : public testing::Test {
 protected:
    void SetUp() override {
        fs::create_directories(folder_ / "agents/team 7");
        std::ofstream(folder_ / "agent one") << "#!/bin/sh\n";
        fs::permissions(folder_ / "agent one", fs::perms::owner_all);
        std::ofstream(folder_ / "notes.txt") << "none\n";
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path folder_ = fs::temp_directory_path() / fmt::format("zerosum_spec_{}", ::getpid());
};

TEST_F(PlayerPath, ADirectoryIsACourseDirectory) {
    const Result<PlayerSpec> spec = parse_player_spec("agents/team 7@ann", folder_);
    ASSERT_TRUE(spec) << spec.error().message;
    EXPECT_EQ(spec->kind, PlayerKind::Directory);
    EXPECT_EQ(spec->argument, "agents/team 7");  // the caller's folder stays his
    EXPECT_EQ(spec->text, "dir:agents/team 7@ann");
    EXPECT_EQ(spec->name, "ann");
    const std::string whole = (folder_ / "agents").string();
    EXPECT_EQ(parse_player_spec(whole)->name, whole);
    EXPECT_EQ(parse_player_spec(".", folder_)->kind, PlayerKind::Directory);
}

TEST_F(PlayerPath, AnExecutableFileIsACommand) {
    const Result<PlayerSpec> spec = parse_player_spec("./agent one", folder_);
    ASSERT_TRUE(spec) << spec.error().message;
    EXPECT_EQ(spec->kind, PlayerKind::Command);
    EXPECT_EQ(spec->name, "./agent one");
    const auto words = split_command(spec->argument);
    ASSERT_TRUE(words);
    EXPECT_EQ(words->size(), 1U);  // the blank of its name is quoted
    EXPECT_TRUE(fs::equivalent(words->front(), folder_ / "agent one"));
    EXPECT_EQ(parse_player_spec(spec->text)->argument, spec->argument);  // as a record keeps it
    const Result<PlayerSpec> shell = parse_player_spec("/bin/sh -c true");
    ASSERT_TRUE(shell);
    EXPECT_EQ(shell->argument, "/bin/sh -c true");
}

TEST_F(PlayerPath, WhatIsNeitherIsRefused) {
    const std::pair<const char*, const char*> cases[] = {
        {"./nothing", "found no program and no directory"},
        {"./notes.txt", "not executable"},
        {"agent", "'agent' is not a player"},  // no slash: not a path
    };
    for (const auto& [text, fragment] : cases) {
        const Result<PlayerSpec> spec = parse_player_spec(text, folder_);
        ASSERT_FALSE(spec) << text;
        EXPECT_NE(spec.error().message.find(fragment), std::string::npos) << spec.error().message;
    }
}

TEST(PlayerSpec, WhatIsWrongIsSaid) {
    const std::pair<const char*, const char*> cases[] = {
        {"", "expected one of"},
        {"chess", "'chess' is not a player"},
        {"mine", "or a path such as ./mine"},
        {"gredy", "or a path such as ./agent; did you mean 'greedy'?"},
        {"gr(edy", "or a path such as ./agent"},
        {"enginee:level=3", "did you mean 'engine'?"},
        {"minimax:dept=3", "did you mean 'depth'?"},
        {"ugi:no_such_program", "found no program 'no_such_program' in /usr/local/bin"},
        {"minimax:depth=0", "expected 1.."},
        {"minimax:depth=x", "expected 1.."},
        {"minimax:deep=3", "unknown option 'deep'"},
        {"greedy:depth=3", "expected none"},
        {"random:by=luck", "by=pick or by=move"},
        {"minimax:3", "expected key=value"},
        {"human", "player 'human': found a person, expected a player that moves by itself"},
        {"greedy@\x1b[2J", "player 'greedy@\\x1B[2J': found a control character"},
        {"cmd:./agent\x7f", "found a control character"},
        {"cmd:./\xc2\x9b[2J", "found a control character"},
    };
    for (const auto& [text, fragment] : cases) {
        const Result<PlayerPtr> player = make_player(text, **find_game("fruit"));
        ASSERT_FALSE(player) << text;
        EXPECT_NE(player.error().message.find(fragment), std::string::npos)
            << text << ": " << player.error().message;
    }
}

// In a table on a terminal it would turn the rest of its line round.
TEST(PlayerSpec, ADisplayNameTurnsNoLineRound) {
    EXPECT_EQ(display_name("a\xE2\x80\xAE"
                           "b\xE2\x81\xA7\xE2\x80\xA8\xD8\x9C\xE2\x80\x8F"),
              "a_b____");
    EXPECT_EQ(display_name("caf\xC3\xA9 \xE2\x80\x93 \xD7\x90\xE2"),
              "caf\xC3\xA9_\xE2\x80\x93_\xD7\x90\xE2");
}

// Folders are named by those who hand in agents; the names are printed on terminals.
TEST(PlayerSpec, ANameMadeOfAFoldersHoldsNothingThatASpecCouldNot) {
    const std::string name = display_name(
        "t\xc3\xa9"
        "am\x1b[2J 7@home/\t\n\xc2\x9b!");
    EXPECT_EQ(name,
              "t\xc3\xa9"
              "am_[2J_7_home____!");
    EXPECT_EQ(parse_player_spec("greedy@" + name)->name, name);
}

}  // namespace
}  // namespace zerosum
