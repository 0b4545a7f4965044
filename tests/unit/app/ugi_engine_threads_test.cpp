#include "app/ugi/ugi_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "games/registry.h"

namespace zerosum {
namespace {

// Too large to be solved at once.
constexpr const char* kLargePosition =
    "position fen 01230123/12301230/23012301/30123012/01230123/12301230/23012301/30123012 1 0 0";

// An engine and everything that it said.
class Conversation {
 public:
    explicit Conversation(const std::string& player = "engine:nodes=2000")
        : engine_(*parse_player_spec(player), default_game(), [this](const std::string& line) {
              const std::lock_guard lock(mutex_);
              lines_.push_back(line);
              changed_.notify_all();
          }) {}

    bool say(std::string_view line) { return engine_.obey(line); }
    // The last line, when all thinking is over.
    std::string last() {
        engine_.finish();
        const std::lock_guard lock(mutex_);
        return lines_.empty() ? "" : lines_.back();
    }
    // How many lines begin so, when all thinking is over.
    std::ptrdiff_t count(std::string_view start) {
        engine_.finish();
        const std::lock_guard lock(mutex_);
        return std::count_if(lines_.begin(), lines_.end(), [&](const std::string& line) {
            return line.substr(0, start.size()) == start;
        });
    }
    void await(std::string_view start) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] {
            return std::any_of(lines_.begin(), lines_.end(), [&](const std::string& line) {
                return line.substr(0, start.size()) == start;
            });
        });
    }

 private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> lines_;
    UgiEngine engine_;
};

TEST(UgiEngine, GreetsAndIsReady) {
    Conversation talk;
    talk.say("ugi");
    EXPECT_EQ(talk.last(), "ugiok");
    talk.say("isready");
    EXPECT_EQ(talk.last(), "readyok");
    EXPECT_FALSE(talk.say("quit"));
}

TEST(UgiEngine, LimitsOfGoHoldForAPlayerWithADisplayName) {
    for (const char* const player : {"minimax@x", "minimax:depth=2@x"}) {
        Conversation talk(player);
        talk.say("position fen 01/21 1 0 0");
        talk.say("go depth 1");
        EXPECT_EQ(talk.last(), "bestmove B1") << player;
        EXPECT_EQ(talk.count("info depth 1 "), 1) << player;
    }
}

TEST(UgiEngine, EveryPlayerAnswersEveryLimit) {
    for (const char* const player : {"engine", "minimax", "alphabeta", "greedy", "random"}) {
        Conversation talk(player);
        std::ptrdiff_t answers = 0;
        for (const char* const position :
             {kLargePosition, "position fen X../.../... O 1,8,23/5,42,12/26,30,9"})
            for (const char* const go :
                 {"go nodes 300", "go depth 2", "go movetime 20", "go p1time 50 p2time 50"}) {
                talk.say(position);
                talk.say(go);
                EXPECT_EQ(talk.count("bestmove "), ++answers) << player << ", " << go;
            }
        EXPECT_EQ(talk.count("bestmove none"), 0) << player;
        EXPECT_EQ(talk.count("info string"), 0) << player;
    }
}

TEST(UgiEngine, ALimitMakesAPlayerWeakerAndNeverStronger) {
    Conversation talk("minimax:depth=2");
    talk.say(kLargePosition);
    talk.say("go depth 5");
    EXPECT_EQ(talk.count("info depth 2 "), 1);
    talk.say("go nodes 50");  // less than the 64 boards of depth 1 that depth 2 begins with
    EXPECT_EQ(talk.count("info depth 1 "), 1);
}

TEST(UgiEngine, AMoveIsOneWord) {
    Conversation talk;
    talk.say("position fen X../.../... O 1,8,23/5,42,12/26,30,9");
    talk.say("go depth 2");
    EXPECT_EQ(talk.last().substr(0, 9), "bestmove ");
    EXPECT_EQ(talk.last().find(' ', 9), std::string::npos) << talk.last();
    EXPECT_NE(talk.last().find(":Stake"), std::string::npos) << talk.last();
    talk.say("position fen X../.../... O 1,8,23/5,42,12/26,30,9 moves B2:Stake B1 Raid");
    talk.say("query p1turn");
    EXPECT_EQ(talk.last(), "response false");
    EXPECT_EQ(talk.count("info string"), 0);
}

TEST(UgiEngine, SolvedPositionsHaveAnInfoLine) {
    Conversation talk;
    talk.say("position fen 01/21 1 0 0");
    talk.say("go nodes 1000");
    EXPECT_EQ(talk.count("info depth"), 1);
    EXPECT_EQ(talk.last(), "bestmove B1");
}

TEST(UgiEngine, MultiPvTellsOfSeveralMoves) {
    for (const char* const position :
         {kLargePosition, "position fen X../.../... O 1,8,23/5,42,12/26,30,9"}) {
        Conversation talk("engine");
        talk.say("setoption name MultiPV value 3");
        talk.say(position);
        talk.say("go depth 2");
        talk.await("bestmove");
        EXPECT_EQ(talk.count("info depth 2 multipv 1 "), 1);
        EXPECT_EQ(talk.count("info depth 2 multipv 2 "), 1);
        EXPECT_EQ(talk.count("info depth 2 multipv 3 "), 1);
        EXPECT_EQ(talk.count("info depth 2 multipv 4 "), 0);
    }
}

TEST(UgiEngine, EveryQueryGetsOneResponse) {
    Conversation talk;
    talk.say("query p1turn");  // no position yet: that of startpos
    EXPECT_EQ(talk.last(), "response true");
    talk.say("position fen nonsense");
    talk.say("query gameover");  // there is nothing to play on
    EXPECT_EQ(talk.last(), "response true");
    talk.say("query result");
    EXPECT_EQ(talk.last(), "response none");
    talk.say("query weather");
    EXPECT_EQ(talk.last(), "response none");
    talk.say("query");
    EXPECT_EQ(talk.count("response "), 5);
}

TEST(UgiEngine, AGoThatMakesNoSenseIsAnsweredAllTheSame) {
    Conversation talk;
    talk.say(kLargePosition);
    std::ptrdiff_t answers = 0;
    for (const char* const go : {"go nodes x", "go ponder", "go movestogo 4", "go depth",
                                 "go p1time -5 p2time 7", "go depth 0", "go nodes 0"}) {
        talk.say(go);
        EXPECT_EQ(talk.count("bestmove "), ++answers) << go;
    }
    EXPECT_EQ(talk.count("bestmove none"), 0);
}

TEST(UgiEngine, TheEndOfTheInputEndsWhatNothingElseWould) {
    Conversation talk("engine");
    talk.say(kLargePosition);
    talk.say("go infinite");
    EXPECT_EQ(talk.last().substr(0, 9), "bestmove ");
}

TEST(UgiOptions, StartposIsMadeFromThem) {
    Conversation talk("greedy");
    for (const char* const line :
         {"setoption name Game value raid", "setoption name Size value 3",
          "setoption name Kinds value 4", "setoption name seed value 7", "position startpos"})
        talk.say(line);
    EXPECT_EQ(talk.count("info string"), 0);
    talk.say("go");
    EXPECT_NE(talk.last().find(":Stake"), std::string::npos);
    const std::string first = talk.last();
    talk.say("position startpos moves " + first.substr(9));
    talk.say("query p1turn");
    EXPECT_EQ(talk.last(), "response false");
}

TEST(UgiOptions, TheSameSeedIsTheSameBoard) {
    const auto board = [](int seed) {
        UgiOptions options(*parse_player_spec("engine"), default_game());
        EXPECT_TRUE(options.set(fmt::format("name Seed value {}", seed)).has_value());
        return (*options.start())->line();
    };
    EXPECT_EQ(board(5), board(5));
    EXPECT_NE(board(5), board(6));
}

TEST(UgiOptions, DefaultsAreThePlayersOwn) {
    const UgiOptions options(*parse_player_spec("engine:level=5,hash=16"), default_game());
    const std::vector<std::string> lines = options.announcements();
    EXPECT_EQ(lines[0], "option name Hash type spin default 16 min 1 max 4096");
    EXPECT_EQ(lines[2], "option name Level type spin default 5 min 1 max 10");
    const UgiOptions greedy(*parse_player_spec("greedy"), default_game());
    EXPECT_EQ(greedy.announcements().front().substr(0, 16), "option name Size");
}

TEST(UgiOptions, WhatIsRefusedStaysAsItWas) {
    UgiOptions options(*parse_player_spec("engine"), default_game());
    ASSERT_TRUE(options.set("name multipv value 2").has_value());
    for (const char* const words :
         {"name MultiPV value 0", "name MultiPV value x", "name MultiPV", "name Weather value 1",
          "MultiPV 3", "", "name Game value chess", "name MultiPV value 3 4"})
        EXPECT_FALSE(options.set(words).has_value()) << words;
    EXPECT_EQ(options.lines(), 2);
}

TEST(UgiEngine, PlaysBothGamesFromTheirPositions) {
    Conversation talk;
    talk.say("uginewgame");
    talk.say("position fen ***/*10/000 1 0 0");
    talk.say("go p1time 5000 p2time 5000 p1inc 0 p2inc 0");
    EXPECT_EQ(talk.last(), "bestmove C2");
    talk.say("position fen X../.../... O 1,8,23/5,42,12/26,30,9");
    talk.say("go depth 2");
    EXPECT_EQ(talk.last().substr(0, 9), "bestmove ");
    EXPECT_NE(talk.last(), "bestmove none");
}

TEST(UgiEngine, PlaysTheMovesThatFollowAPosition) {
    Conversation talk;
    talk.say("position fen 01/21 1 0 0 moves B1 A1");
    talk.say("go nodes 100");
    EXPECT_EQ(talk.last(), "bestmove A2");
    talk.say("position fen ../.. X 5,1/1,1 moves A1 Stake B1 Stake");
    talk.say("query p1turn");
    EXPECT_EQ(talk.last(), "response true");
    talk.say("position fen 01/21 1 0 0 moves B1 A1 A2");
    talk.say("query gameover");
    EXPECT_EQ(talk.last(), "response true");
    talk.say("query result");
    EXPECT_EQ(talk.last(), "response p1win");
}

TEST(UgiEngine, StopEndsEndlessThinking) {
    Conversation talk("engine");
    talk.say(kLargePosition);
    talk.say("go infinite");
    talk.await("info depth");
    talk.say("isready");
    EXPECT_TRUE(talk.say("stop"));
    EXPECT_EQ(talk.last().substr(0, 9), "bestmove ");
}

TEST(UgiEngine, ALineThatEndsASearchBeforeItsLimitIsToldSo) {
    Conversation talk("engine");
    talk.say(kLargePosition);
    talk.say("go depth 64");
    talk.await("info depth");
    talk.say(kLargePosition);
    EXPECT_EQ(talk.count("bestmove "), 1);
    EXPECT_EQ(talk.count("info string 'position' ends the search before its limit"), 1);
    for (const char* const go : {"go depth 2", "go infinite"}) {
        talk.say(go);
        if (go != std::string_view("go infinite")) talk.last();  // its limit has come
        talk.say(kLargePosition);
    }
    EXPECT_EQ(talk.count("bestmove "), 3);
    EXPECT_EQ(talk.count("info string"), 1);
}

TEST(UgiEngine, MoveTimeEndsThinking) {
    Conversation talk("engine");
    talk.say(kLargePosition);
    talk.say("go movetime 50");
    EXPECT_EQ(talk.last().substr(0, 9), "bestmove ");
}

TEST(UgiEngine, NonsenseIsAnsweredAndSurvived) {
    Conversation talk;
    for (const char* line :
         {"", "hello", "position", "position startpos x", "position fen 0/0", "go",
          "position fen ** 1 0 0", "go p1time x", "query result", "setoption name Hash value 0",
          "position fen 01/21 1 0 0 moves Z9", "query", "stop", "\x01\xff"})
        EXPECT_TRUE(talk.say(line)) << line;
    EXPECT_EQ(talk.last().substr(0, 11), "info string");
    talk.say("position fen **/** 1 0 0");
    talk.say("go nodes 10");
    EXPECT_EQ(talk.last(), "bestmove none");
}

TEST(UgiGo, EachSidesBankIsItsOwn) {
    const UgiGo order = parse_ugi_go("p1time 1500 p2time 20 p1inc 0 p2inc 0");
    EXPECT_EQ(order.bank.at(Side::One), Seconds{1.5});
    EXPECT_EQ(order.bank.at(Side::Two), Seconds{0.02});
    EXPECT_FALSE(order.until_stop);
    EXPECT_TRUE(order.complaints.empty());
}

TEST(UgiGo, LimitsCanBeCombined) {
    const UgiGo order = parse_ugi_go("nodes 5 depth 3 movetime 250");
    EXPECT_EQ(order.nodes, 5U);
    EXPECT_EQ(order.depth, 3);
    EXPECT_EQ(order.time, Seconds{0.25});
}

TEST(UgiGo, WhatIsNotUnderstoodLeavesASmallLimit) {
    for (const char* const words : {"p1time", "nodes x", "movestogo 40", "ponder"}) {
        const UgiGo order = parse_ugi_go(words);
        EXPECT_EQ(order.nodes, kNodesWithoutLimit) << words;
        EXPECT_EQ(order.complaints.size(), 1U) << words;
        EXPECT_FALSE(order.until_stop) << words;
    }
    EXPECT_TRUE(parse_ugi_go("").until_stop);
    EXPECT_TRUE(parse_ugi_go(" infinite ").until_stop);
}

}  // namespace
}  // namespace zerosum
