#include "arena/tournament/lineup.h"

#include <gtest/gtest.h>

#include <fstream>

#include "arena/tournament/contest.h"
#include "core/files.h"
#include "players/programs/tools.h"
#include "sandbox/workspace.h"

namespace zerosum {
namespace {

TEST(LineupOf, APlayersFileKnowsAProgramByWhatIsInIt) {
    const Workspace space = *Workspace::make();
    const auto program = space.home() / "agent";
    const auto entered = [&](const std::string& text) {
        TournamentSettings settings;
        const PlayerSpec spec = *parse_player_spec(text);
        settings.players.push_back({spec.name, spec.text});
        settings.specs.push_back(spec);
        const Result<Lineup> lineup = lineup_of(settings);
        EXPECT_TRUE(lineup) << lineup.error().message;
        return lineup->entrants.at(0).player.fingerprint;
    };
    const std::string text = "cmd:" + program.string() + " --fast";
    std::ofstream(program) << "first";
    const std::string before = entered(text);
    EXPECT_EQ(entered(text), before);
    std::ofstream(program) << "second";
    EXPECT_NE(entered(text), before);
    // On a machine that plans and does not play, the program need not be.
    std::filesystem::remove(program);
    EXPECT_EQ(entered(text), text);
    EXPECT_EQ(entered("greedy"), "greedy");
}

TEST(LineupOf, AHandInHasTheInterpretersOfTheFile) {
    const Workspace space = *Workspace::make();
    std::filesystem::create_directory(space.home() / "team1");
    std::ofstream(space.home() / "team1/homework.py") << "print()\n";
    TournamentSettings settings;
    settings.tools.python2 = "/bin/sh";
    const Result<Lineup> empty = lineup_of(settings);
    ASSERT_TRUE(empty) << empty.error().message;
    HandIns folder(space.home(), Seconds{0});
    const auto look = [&](const Lineup& before) {
        const Tell nobody = [](const std::string&) {};
        return with_hand_ins(before, folder, nobody, nobody);
    };
    const std::optional<Lineup> one = look(*empty);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->entrants.at(0).spec.tools.python2, "/bin/sh");
    std::filesystem::create_directory(space.home() / "team2");
    std::ofstream(space.home() / "team2/homework.py") << "print()\n";
    const std::optional<Lineup> two = look(*one);
    ASSERT_TRUE(two);
    EXPECT_EQ(two->entrants.at(1).spec.tools.python2, "/bin/sh");
}

TEST(LineupOf, WhoCannotBeRunHereTakesNoPartUnlessOthersPlay) {
    if (find_python2({})) GTEST_SKIP() << "this machine has Python 2";
    const Workspace space = *Workspace::make();
    std::filesystem::create_directory(space.home() / "team1");
    std::ofstream(space.home() / "team1/homework.py") << "print 'x'\n";
    TournamentSettings settings;
    for (const std::string& text :
         {"dir:" + (space.home() / "team1").string() + "@team1", {"greedy"}}) {
        settings.specs.push_back(*parse_player_spec(text));
        settings.players.push_back({settings.specs.back().name, text});
    }
    std::string told;
    const auto tell = [&](const std::string& sentence) { told += sentence; };
    const Result<Lineup> here = lineup_of(settings, tell);
    ASSERT_TRUE(here) << here.error().message;
    ASSERT_EQ(here->entrants.size(), 1U);
    EXPECT_EQ(here->entrants[0].player.name, "greedy");
    EXPECT_EQ(told, "team1: left out: not run: needs Python 2, see docs/agents.md");
    settings.jobs = 0;
    EXPECT_EQ(lineup_of(settings, tell)->entrants.size(), 2U);
}

TEST(LineupOf, AVersionThatIsNotTakenLeavesTheOneBeforeAsItWas) {
    if (find_python2({})) GTEST_SKIP() << "this machine has Python 2";
    const Workspace space = *Workspace::make();
    const auto hand_in = [&](const std::string& name, const std::string& source) {
        std::filesystem::create_directories(space.home() / name);
        std::ofstream(space.home() / name / "homework.py") << source;
    };
    HandIns folder(space.home(), Seconds{0});
    std::string told;
    const auto tell = [&](const std::string& sentence) { told += sentence + "\n"; };
    hand_in("team1", "print(1)\n");
    const std::optional<Lineup> one = with_hand_ins(*lineup_of({}), folder, tell, tell);
    ASSERT_TRUE(one);
    hand_in("team1", "print 'x'\n");
    hand_in("team2", "print(2)\n");
    const std::optional<Lineup> two = with_hand_ins(*one, folder, tell, tell);
    ASSERT_TRUE(two);
    ASSERT_EQ(two->entrants.size(), 2U);
    EXPECT_EQ(two->entrants[0].player.fingerprint, one->entrants[0].player.fingerprint);
    const std::filesystem::path kept = two->agents->source(space.home() / "team1");
    EXPECT_EQ(*read_file(kept / "homework.py"), "print(1)\n");
    EXPECT_NE(told.find("team1: not taken: not run: needs Python 2"), std::string::npos) << told;
}

// Such a name in a ledger would make readers refuse all of it.
TEST(LineupOf, AFolderWithAControlCharacterInItsNameIsNotTaken) {
    const Workspace space = *Workspace::make();
    for (const char* name : {"team\x1B[2J", "team2"}) {
        std::filesystem::create_directory(space.home() / name);
        std::ofstream(space.home() / name / "homework3.py") << "print()\n";
    }
    HandIns folder(space.home(), Seconds{0});
    std::string told;
    const auto tell = [&](const std::string& sentence) { told += sentence + "\n"; };
    const std::optional<Lineup> lineup = with_hand_ins(*lineup_of({}), folder, tell, tell);
    ASSERT_TRUE(lineup);
    ASSERT_EQ(lineup->entrants.size(), 1U);
    EXPECT_EQ(lineup->entrants.at(0).player.name, "team2");
    EXPECT_NE(told.find("team_[2J: not taken"), std::string::npos) << told;
    EXPECT_FALSE(holds_control_characters(lineup->entrants.at(0).player.spec));

    const Result<TournamentSettings> settings =
        parse_tournament("players = [\"greedy\", \"dir:*\"]\n", space.home(), "class.toml");
    ASSERT_FALSE(settings);
    EXPECT_NE(settings.error().message.find("found the directory 'team\\x1B[2J'"),
              std::string::npos)
        << settings.error().message;

    Result<Ledger> ledger = Ledger::open_to_play(space.home() / "class.ledger", {});
    ASSERT_TRUE(ledger) << ledger.error().message;
    const std::vector<LedgerPlayer> bad = {{"a", "dir:team\x1B[2J@a", "1"}};
    EXPECT_FALSE(ledger->enter(bad));
    const std::vector<LedgerPlayer> good = {{"a", "greedy", "1"}};
    EXPECT_TRUE(ledger->enter(good));
    EXPECT_TRUE(ledger->players());
}

// Workers read it in the ledger, also when the file names no players.
TEST(LineupOf, TheLedgerKnowsTheInterpretersOfHandInsToCome) {
    const Workspace space = *Workspace::make();
    const Result<TournamentSettings> settings = parse_tournament(
        "[tools]\npython2 = \"/bin/sh\"\n", space.home(), "class.toml", space.home());
    ASSERT_TRUE(settings) << settings.error().message;
    Result<Ledger> ledger = Ledger::open_to_play(settings->ledger, settings->identity());
    ASSERT_TRUE(ledger) << ledger.error().message;
    ASSERT_TRUE(keep_contest(*ledger, *settings, {}));
    const Result<Contest> contest = read_contest(*ledger);
    ASSERT_TRUE(contest) << contest.error().message;
    EXPECT_EQ(contest->tools.python2, "/bin/sh");
}

}  // namespace
}  // namespace zerosum
