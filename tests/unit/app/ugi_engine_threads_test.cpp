#include "app/ugi/ugi_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace zerosum {
namespace {

// Too large to be solved at once.
constexpr const char* kLargePosition =
    "position fen 01230123/12301230/23012301/30123012/01230123/12301230/23012301/30123012 1 0 0";

// An engine and everything that it said.
class Conversation {
 public:
    explicit Conversation(const std::string& player = "engine:nodes=2000")
        : engine_(*parse_player_spec(player), nullptr, [this](const std::string& line) {
              const std::lock_guard lock(mutex_);
              lines_.push_back(line);
              changed_.notify_all();
          }) {}

    bool say(std::string_view line) { return engine_.obey(line); }
    // The last line, when all thinking is over.
    std::string last() {
        engine_.wait();
        const std::lock_guard lock(mutex_);
        return lines_.empty() ? "" : lines_.back();
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
        talk.say("go nodes 1000");  // minimax has no such option, and says so
        EXPECT_EQ(talk.last(), "bestmove none") << player;
    }
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

TEST(UgiEngine, MoveTimeEndsThinking) {
    Conversation talk("engine");
    talk.say(kLargePosition);
    talk.say("go movetime 50");
    EXPECT_EQ(talk.last().substr(0, 9), "bestmove ");
}

TEST(UgiEngine, NonsenseIsAnsweredAndSurvived) {
    Conversation talk;
    for (const char* line :
         {"", "hello", "position", "position startpos", "position fen 0/0", "go",
          "position fen ** 1 0 0", "go p1time x", "query result", "setoption name Hash value 5",
          "position fen 01/21 1 0 0 moves Z9", "query", "stop", "\x01\xff"})
        EXPECT_TRUE(talk.say(line)) << line;
    EXPECT_EQ(talk.last().substr(0, 11), "info string");
    talk.say("position fen **/** 1 0 0");
    talk.say("go nodes 10");
    EXPECT_EQ(talk.last(), "bestmove none");
}

TEST(UgiGo, EachSidesBankIsItsOwn) {
    const Result<UgiGo> order = parse_ugi_go("p1time 1500 p2time 20 p1inc 0 p2inc 0");
    ASSERT_TRUE(order.has_value());
    EXPECT_EQ(order->bank.at(Side::One), Seconds{1.5});
    EXPECT_EQ(order->bank.at(Side::Two), Seconds{0.02});
    EXPECT_FALSE(parse_ugi_go("p1time").has_value());
    EXPECT_FALSE(parse_ugi_go("movetime -5").has_value());
    EXPECT_EQ(parse_ugi_go("nodes 5 depth 3")->limits,
              (std::map<std::string, std::string>{{"depth", "3"}, {"nodes", "5"}}));
}

}  // namespace
}  // namespace zerosum
