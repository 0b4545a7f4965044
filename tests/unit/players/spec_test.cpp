#include "players/spec.h"

#include <gtest/gtest.h>

#include "games/registry.h"

namespace zerosum {
namespace {

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

TEST(PlayerSpec, WhatIsWrongIsSaid) {
    const std::pair<const char*, const char*> cases[] = {
        {"", "expected one of"},
        {"chess", "'chess' is not a player"},
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
