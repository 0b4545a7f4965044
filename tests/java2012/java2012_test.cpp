// Classes written for the course of 2012, in JVMs inside the walls: they run unchanged, and get the
// verdict that the course's engine would give. The classes are in players/.

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "arena/play/match.h"
#include "core/text.h"
#include "games/registry.h"
#include "players/java2012/hand_in.h"
#include "players/java2012/java_player.h"
#include "players/java2012/java_source.h"
#include "players/programs/program_player.h"
#include "players/reference/greedy_player.h"
#include "support/fruit_oracle.h"
#include "support/paths.h"

namespace zerosum::java2012 {
namespace {

const AnyGame& fruit_rage() {
    return **find_game("fruit");
}

std::string folder(const std::string& name) {
    return tests::source_path("tests/java2012/players/" + name).string();
}

PositionPtr position(std::string_view line) {
    return *fruit_rage().parse_line(line);
}

// A player whose match and game have begun.
PlayerPtr ready(const std::string& text) {
    Result<PlayerPtr> player = make_player(text, fruit_rage());
    EXPECT_TRUE(player) << player.error().message;
    const Result<void> match = (*player)->new_match();
    EXPECT_TRUE(match) << match.error().message;
    EXPECT_TRUE((*player)->new_game(1));
    return std::move(*player);
}

PlayerPtr mischief(const std::string& name) {
    return ready(fmt::format("java:{}/{}.java", folder("mischief"), name));
}

Reply ask(Player& player, const AnyPosition& board, double bank = 10) {
    return player.choose({board, Seconds{bank}});
}

std::string said(const Reply& reply, const AnyPosition& board) {
    if (const auto* failure = std::get_if<Failure>(&reply.answer)) return failure->sentence;
    if (const auto* text = std::get_if<std::string>(&reply.answer)) return *text;
    return board.move_name(std::get<AnyMove>(reply.answer));
}

std::vector<GameRecord> play(const std::string& first, const std::string& second, int games,
                             int size) {
    MatchSettings settings;
    settings.game = &fruit_rage();
    settings.players = {*parse_player_spec(first), *parse_player_spec(second)};
    settings.edition = *find_edition("2012");
    settings.bank = settings.edition.bank;
    settings.start = {.size = size, .kinds = 5};
    settings.games = games;
    std::vector<GameRecord> records;
    MatchWatch watch;
    watch.on_game = [&](int, const GameRecord& record) {
        records.push_back(record);
        return true;
    };
    const Result<void> played = run_match(settings, watch);
    EXPECT_TRUE(played) << played.error().message;
    return records;
}

class Java2012 : public testing::Test {
 protected:
    void SetUp() override {
        if (std::system("command -v javac >/dev/null 2>&1") != 0)
            GTEST_SKIP() << "NOT TESTED: there is no javac on this machine";
    }
};

TEST(JavaSourceTest, DeclarationsAreReadAndCommentsAndStringsAreNot) {
    const JavaSource source = read_java(
        "/* package wrong; */ package edu.usc . x;\n"
        "// class A extends Player {}\n"
        "public abstract class Base<T extends Comparable<T>> extends p.q.Player { String s = "
        "\"class B extends Player\\\"\"; char c = '\"'; }\n"
        "final class Mine extends Base<Integer> implements Runnable { Class<?> c = Mine.class; }");
    ASSERT_EQ(source.classes.size(), 2U);
    EXPECT_EQ(source.classes[0].name, "Base");
    EXPECT_EQ(source.classes[0].extends, "Player");
    EXPECT_TRUE(source.classes[0].abstract);
    EXPECT_EQ(source.classes[1].name, "Mine");
    EXPECT_EQ(source.classes[1].extends, "Base");
    EXPECT_FALSE(source.classes[1].abstract);
    EXPECT_EQ(read_java("package a.b.c ;").package, "a.b.c");
}

TEST(HandInTest, ThePlayerOfAFolderIsFound) {
    const auto found = find_hand_in(folder("passing"));
    ASSERT_TRUE(found && *found);
    EXPECT_EQ((*found)->player, "PassingPlayer") << "by way of an abstract class";
    EXPECT_EQ((*found)->sources.size(), 2U) << "without the copy of Player.java";
    EXPECT_FALSE(find_hand_in(tests::source_path("examples/agents/java")).value());
    const auto several = find_hand_in(folder("mischief"));
    ASSERT_FALSE(several);
    EXPECT_NE(several.error().message.find("LyingPlayer, MischiefPlayer"), std::string::npos);
    EXPECT_EQ((*find_hand_in(folder("mischief"), "LyingPlayer"))->player, "LyingPlayer");
    EXPECT_FALSE(find_hand_in(folder("mischief"), "Mischief")) << "not a player";
    EXPECT_FALSE(place_class("NobodysPlayer"));
    EXPECT_FALSE(place_class("edu.usc.csci561.project3.GreedyPlayer"));
    EXPECT_EQ(place_class("edu.usc.csci561.project2.GreedyPlayer")->hand_in.player, "GreedyPlayer");
}

TEST(ChargeTest, AReportIsTakenAsLongAsTheClockAllowsIt) {
    const auto charge = [](double reported, double clock, double charged) {
        return checked_charge(Seconds{reported}, Seconds{clock}, Seconds{charged}).count();
    };
    EXPECT_DOUBLE_EQ(charge(0.35, 0.67, 0), 0.35) << "a JVM's own work";
    EXPECT_DOUBLE_EQ(charge(0, 1, 0), 0);
    EXPECT_DOUBLE_EQ(charge(0, 5, 0), 2) << "(5 - 1) / 2";
    EXPECT_DOUBLE_EQ(charge(0, 4, 2), 0) << "paid for already";
    EXPECT_DOUBLE_EQ(charge(3, 4, 0), 3);
    EXPECT_DOUBLE_EQ(charge(5, 4, 0), 5) << "the larger value";
}

TEST_F(Java2012, AClassUsesEveryPartOfThePackageAndPlaysAsItMeansTo) {
    const std::vector<GameRecord> records = play("dir:" + folder("every_part"), "random", 2, 32);
    ASSERT_EQ(records.size(), 2U);
    for (const GameRecord& record : records) {
        for (const MoveRecord& move : record.moves) {
            ASSERT_FALSE(move.passed()) << move.why;
            if (move.player != 0) continue;
            const PositionPtr before = position(move.position);
            ASSERT_EQ(move.move, before->move_name(greedy_move(*before)));
        }
        EXPECT_EQ(record.winner, 0);
        EXPECT_NE(record.players[0].clock, "thread") << "the sandbox's clock has the last word";
        EXPECT_LT(record.cpu[0], Seconds{10});
    }
}

TEST_F(Java2012, GamesOfAPassingClassAreThoseOfTheOracle) {
    int passes = 0;
    for (const GameRecord& record : play("dir:" + folder("passing"), "greedy", 20, 9)) {
        tests::FruitOracleGame oracle(position(record.start)->rows(), record.first);
        for (const MoveRecord& move : record.moves) {
            ASSERT_FALSE(oracle.over());
            ASSERT_EQ(oracle.to_move(), move.player);
            ASSERT_EQ(position(move.position)->rows(), oracle.rows());
            // "B1 is empty: ..."
            const auto cell = parse_cell(split(move.passed() ? move.why : move.move, ' ')[0]);
            ASSERT_TRUE(cell) << move.why;
            ASSERT_EQ(oracle.pick(cell->row, cell->column), move.gain);
            passes += static_cast<int>(move.passed());
        }
        EXPECT_TRUE(oracle.over());
        EXPECT_EQ(record.points[0], oracle.points(0));
        EXPECT_EQ(record.points[1], oracle.points(1));
        EXPECT_EQ(record.winner, oracle.points(0) > oracle.points(1) ? 0 : 1);
    }
    EXPECT_GT(passes, 100);
}

TEST_F(Java2012, AFaultIsAPassAndTheObjectKeepsItsState) {
    const PlayerPtr player = mischief("MischiefPlayer");
    const PositionPtr board = position("***/*10/000 1 0 0");
    const std::vector<std::string> expected{
        "B2",
        "findMove threw java.lang.IllegalStateException: on purpose at edu.usc.csci561.project2",
        "findMove returned null, expected {row, column}",
        "findMove returned {99, 0}, expected a row and a column from 0 to 2",
        "findMove returned {-1, 0}, expected a row and a column from 0 to 2",
        "findMove returned an array of 1, expected {row, column}",
        "findMove threw java.lang.StackOverflowError",
        "findMove threw java.lang.OutOfMemoryError",
        "B2",
        "no answer came: the program exited with status 3",
        "no longer there: no answer came: the program exited with status 3",
    };
    for (const std::string& each : expected) {
        GameInPlay game(*board, {}, 0, {*find_edition("2012"), Seconds{10}});
        const Reply reply = ask(*player, *board);
        EXPECT_EQ(said(reply, *board).substr(0, each.size()), each);
        game.answer(reply);
        EXPECT_FALSE(game.over());
        EXPECT_EQ(game.moves()[0].passed(), each != "B2");
        if (each == expected[9]) {
            EXPECT_NE(reply.stderr_tail.find("leaving"), std::string::npos);
        }
    }
    ASSERT_TRUE(player->new_game(2));
    EXPECT_EQ(said(ask(*player, *board), *board), "B2") << "another game, another object";
}

TEST_F(Java2012, AClassThatHangsIsEndedAndPassesForTheRestOfTheGame) {
    const PlayerPtr player = mischief("HangingPlayer");
    const PositionPtr board = position("***/*10/000 1 0 0");
    EXPECT_EQ(said(ask(*player, *board), *board), "B2");
    EXPECT_EQ(said(ask(*player, *board, -20), *board), "no answer came within 1.000 s");
    EXPECT_EQ(said(ask(*player, *board), *board), "no longer there: no answer came within 1.000 s");
}

TEST_F(Java2012, TheThreadThatIsAskedIsChargedAndItsReportIsChecked) {
    const PositionPtr board = position("***/*10/000 1 0 0");
    const Edition& edition = *find_edition("2012");
    const PlayerPtr honest = mischief("BurningPlayer");
    const Reply burnt = ask(*honest, *board);
    EXPECT_EQ(said(burnt, *board), "B2");
    EXPECT_NEAR(charged(edition, burnt).count(), 0.5, 0.1);
    EXPECT_TRUE(burnt.stderr_tail.empty()) << burnt.stderr_tail;
    EXPECT_EQ(charged(*find_edition("2017"), burnt), burnt.cpu) << "the whole JVM elsewhere";
    EXPECT_GE(burnt.cpu, *burnt.cpu_thread);
    for (const char* name : {"ThreadsPlayer", "LyingPlayer"}) {
        const PlayerPtr player = mischief(name);
        const Reply reply = ask(*player, *board);
        EXPECT_EQ(said(reply, *board), "B2");
        EXPECT_GE(reply.cpu, Seconds{2}) << name;
        EXPECT_DOUBLE_EQ(charged(edition, reply).count(), (reply.cpu.count() - 1) / 2) << name;
        EXPECT_NE(reply.stderr_tail.find("the class reports 0.0"), std::string::npos)
            << reply.stderr_tail;
    }
}

TEST_F(Java2012, TheCoursesPlayersAreThereInJavaAndPlayAsOurs) {
    const PlayerPtr greedy = ready("java:edu.usc.csci561.project2.GreedyPlayer");
    const PlayerPtr random = ready("java:RandomPlayer");
    Random numbers(7);
    for (int boards = 0; boards < 20; ++boards) {
        PositionPtr board = *fruit_rage().start({.size = 12, .kinds = 5}, numbers);
        for (int moves = 0; moves < boards; ++moves)
            board->play(random_move(*board, RandomBy::Move, numbers));
        ASSERT_EQ(said(ask(*greedy, *board), *board), board->move_name(greedy_move(*board)));
    }
    // Six fruits in groups of 1, 2 and 3: each fruit is as likely as any other. Within 5 sigma.
    const PositionPtr board = position("***/011/222 1 0 0");
    std::map<std::string, int> picks;
    constexpr int tries = 1200;
    for (int i = 0; i < tries; ++i) ++picks[said(ask(*random, *board), *board)];
    EXPECT_NEAR(picks["A2"], tries / 6, 65);
    EXPECT_NEAR(picks["B2"], tries / 3, 82);
    EXPECT_NEAR(picks["A3"], tries / 2, 87);
    ASSERT_TRUE(greedy->new_game(2));  // on a board of another size
    std::set<std::string> late;
    for (int i = 0; i < 150; ++i) late.insert(said(ask(*greedy, *board, -0.001), *board));
    EXPECT_EQ(late.size(), 3U) << "out of time, greedy plays as random";
}

TEST_F(Java2012, AClassThatDoesNotCompileCannotBegin) {
    const Workspace space = *Workspace::make();
    ASSERT_TRUE(space.write("BrokenPlayer.java",
                            "package edu.usc.csci561.project2;\n"
                            "public class BrokenPlayer extends Player { oops }\n"));
    const Result<PlayerPtr> player =
        make_player("java:" + (space.home() / "BrokenPlayer.java").string(), fruit_rage());
    ASSERT_TRUE(player) << player.error().message;
    const Result<void> match = (*player)->new_match();
    ASSERT_FALSE(match);
    EXPECT_NE(match.error().message.find("BrokenPlayer.java:2"), std::string::npos)
        << match.error().message;
}

}  // namespace
}  // namespace zerosum::java2012
