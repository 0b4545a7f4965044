#include "arena/play/referee.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <thread>

#include "games/registry.h"

namespace zerosum {
namespace {

// A player with prepared answers, each at a given cost.
class ScriptedPlayer final : public Player {
 public:
    explicit ScriptedPlayer(std::string name) : name_(std::move(name)) {}
    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] Reply choose(const Turn& turn) override {
        Reply reply;
        if (script.empty()) {
            reply.answer = turn.position.moves().front();
        } else {
            reply = script.front();
            script.pop_front();
        }
        banks.push_back(turn.bank);
        return reply;
    }
    [[nodiscard]] Result<void> new_game(std::uint64_t /*seed*/) override {
        if (absent.empty()) return {};
        return tl::unexpected(Error{absent});
    }
    std::deque<Reply> script;
    std::vector<Seconds> banks;
    std::string absent;  // why it cannot begin

 private:
    std::string name_;
};

Reply costing(std::variant<AnyMove, std::string, Failure> answer, double cpu, double user) {
    Reply reply;
    reply.answer = std::move(answer);
    reply.cpu = Seconds{cpu};
    reply.cpu_user = Seconds{user};
    return reply;
}

class RefereeTest : public ::testing::Test {
 protected:
    GameRecord play(std::string_view line, int first = 0) {
        const Result<PositionPtr> start = (*find_game("fruit"))->parse_line(line);
        EXPECT_TRUE(start) << start.error().message;
        return play_game(**start, {&a, &b}, first, {*find_edition("2017"), Seconds{1}, 0, 7});
    }
    AnyMove move(std::string_view line, std::string_view name) {
        return *(*(*find_game("fruit"))->parse_line(line))->parse_move(name);
    }
    ScriptedPlayer a{"a"};
    ScriptedPlayer b{"b"};
};

TEST_F(RefereeTest, HigherTotalWins) {
    const GameRecord record = play("01/21 1 0 0");
    EXPECT_EQ(record.winner, 1);  // a takes 0, b takes the two 1s
    EXPECT_EQ(record.reason, EndReason::Points);
    EXPECT_EQ(record.points[0] + record.points[1], 1 + 4 + 1);
    EXPECT_EQ(record.moves.size(), 3U);
    EXPECT_EQ(record.start, "01/21 1 0 0");
}

TEST_F(RefereeTest, TheRecordNamesThePlayersAsTheCallerDoes) {
    const Result<PositionPtr> start = (*find_game("fruit"))->parse_line("0 1 0 0");
    const GameRecord record =
        play_game(**start, {Contestant(&a, "dir:a", "team a"), Contestant(&b, "greedy")}, 0,
                  {*find_edition("2017"), Seconds{1}, 0, 7});
    EXPECT_EQ(record.players[0].name, "team a");
    EXPECT_EQ(record.players[0].spec, "dir:a");
    EXPECT_EQ(record.players[1].name, "b");
    EXPECT_EQ(record.players[1].clock, "thread");
}

TEST_F(RefereeTest, WhoStartsIsTheCallersChoice) {
    const GameRecord record = play("0 1 0 0", 1);
    EXPECT_EQ(record.first, 1);
    EXPECT_EQ(record.winner, 1);
    EXPECT_EQ(record.points[1], 1);
}

TEST_F(RefereeTest, AnIllegalMoveLosesWithASentence) {
    a.script.push_back(costing(std::string("A1\n**\n**\n"), 0, 0));
    const GameRecord record = play("*0/10 1 0 0");
    EXPECT_EQ(record.reason, EndReason::IllegalMove);
    EXPECT_EQ(record.winner, 1);
    EXPECT_NE(record.sentence.find("A1"), std::string::npos) << record.sentence;
}

TEST_F(RefereeTest, AWrongBoardLoses) {
    a.script.push_back(costing(std::string("B1\n**\n11\n"), 0, 0));
    EXPECT_EQ(play("*0/10 1 0 0").reason, EndReason::WrongBoard);
}

TEST_F(RefereeTest, AMalformedAnswerLoses) {
    a.script.push_back(costing(std::string("\x01\xFF nonsense"), 0, 0));
    EXPECT_EQ(play("*0/10 1 0 0").reason, EndReason::MalformedAnswer);
}

TEST_F(RefereeTest, AMoveThatIsNoneOfThePositionsLoses) {
    a.script.push_back(costing(AnyMove{~std::uint64_t{0}}, 0, 0));
    EXPECT_EQ(play("*0/10 1 0 0").reason, EndReason::IllegalMove);
}

TEST_F(RefereeTest, EveryFailureHasItsReason) {
    const std::pair<FailureCode, EndReason> cases[] = {
        {FailureCode::NoAnswer, EndReason::NoAnswer},
        {FailureCode::Crashed, EndReason::Crash},
        {FailureCode::KilledLate, EndReason::Killed},
        {FailureCode::LimitHit, EndReason::Limit},
        {FailureCode::NotStarted, EndReason::NotStarted}};
    for (const auto& [code, reason] : cases) {
        a.script.push_back(costing(Failure{code, "because"}, 0, 0));
        const GameRecord record = play("*0/10 1 0 0");
        EXPECT_EQ(record.reason, reason);
        EXPECT_EQ(record.sentence, "because");
        EXPECT_EQ(record.winner, 1);
    }
}

TEST_F(RefereeTest, WhoCannotBeginLosesToWhoCan) {
    b.absent = "no compiler";
    GameRecord record = play("*0/10 1 0 0");
    EXPECT_EQ(record.reason, EndReason::NotStarted);
    EXPECT_EQ(record.winner, 0);
    a.absent = "no Makefile";
    record = play("*0/10 1 0 0");
    EXPECT_EQ(record.reason, EndReason::NotStarted);
    EXPECT_EQ(record.winner, -1) << "being asked second is no merit";
    EXPECT_NE(record.sentence.find("a: no Makefile"), std::string::npos) << record.sentence;
    EXPECT_NE(record.sentence.find("b: no compiler"), std::string::npos) << record.sentence;
}

TEST_F(RefereeTest, ALateAnswerIsNotLookedAt) {
    a.script.push_back(costing(Failure{FailureCode::KilledLate, "killed"}, 20, 20));
    EXPECT_EQ(play("*0/10 1 0 0").reason, EndReason::Time);
}

TEST_F(RefereeTest, ThePlayerIsToldWhatIsLeftOfItsBank) {
    a.script.push_back(costing(move("012/012/012 1 0 0", "A1"), 0.25, 0.25));
    play("012/012/012 1 0 0");
    ASSERT_EQ(a.banks.size(), 2U);
    EXPECT_EQ(a.banks[0], Seconds{1});
    EXPECT_EQ(a.banks[1], Seconds{0.75});
}

TEST_F(RefereeTest, AStoppedGameHasNoWinner) {
    std::stop_source source;
    source.request_stop();
    const Result<PositionPtr> start = (*find_game("fruit"))->parse_line("01/21 1 0 0");
    GameWatch watch;
    watch.stop = source.get_token();
    const GameRecord record =
        play_game(**start, {&a, &b}, 0, {*find_edition("2017"), Seconds{1}, 0, 7}, watch);
    EXPECT_EQ(record.reason, EndReason::Aborted);
    EXPECT_EQ(record.winner, -1);
}

// A worker that took it again would play it for ever.
TEST_F(RefereeTest, AGameThatCannotBeMeasuredIsAnErrorUnlessItWasStopped) {
    a.script = {costing(Failure{FailureCode::Unmeasured, "has no clock"}, 0, 0)};
    const GameRecord record = play("01/21 1 0 0");
    ASSERT_EQ(record.reason, EndReason::Aborted);
    std::stop_source source;
    const Result<void> measured = check_measured(record, source.get_token());
    ASSERT_FALSE(measured);
    EXPECT_NE(measured.error().message.find("has no clock"), std::string::npos)
        << measured.error().message;
    source.request_stop();
    EXPECT_TRUE(check_measured(record, source.get_token()));
    EXPECT_TRUE(check_measured(play("01/21 1 0 0"), {}));
}

// Requests the stop during its own turn, and then gives this answer.
class StoppingPlayer final : public Player {
 public:
    explicit StoppingPlayer(std::variant<AnyMove, std::string, Failure> answer)
        : answer_(std::move(answer)) {}
    [[nodiscard]] std::string name() const override { return "stopping"; }
    [[nodiscard]] Reply choose(const Turn& /*turn*/) override {
        source.request_stop();
        return costing(answer_, 20, 20);
    }
    std::stop_source source;

 private:
    std::variant<AnyMove, std::string, Failure> answer_;
};

TEST_F(RefereeTest, AProgramThatWasEndedForAStopHasNotLost) {
    const Result<PositionPtr> start = (*find_game("fruit"))->parse_line("01/21 1 0 0");
    for (const FailureCode code : {FailureCode::Stopped, FailureCode::KilledLate}) {
        StoppingPlayer stopping(Failure{code, "ended"});
        GameWatch watch;
        watch.stop = stopping.source.get_token();
        const GameRecord record = play_game(**start, {&stopping, &b}, 0,
                                            {*find_edition("2017"), Seconds{1}, 0, 7}, watch);
        EXPECT_EQ(record.reason, EndReason::Aborted) << record.sentence;
        EXPECT_EQ(record.winner, -1);
    }
}

// A batch system ends a job's processes in any order: the program's death may come first.
TEST_F(RefereeTest, AProgramThatDiedJustBeforeTheStopWasHeardHasNotLost) {
    const Result<PositionPtr> start = (*find_game("fruit"))->parse_line("01/21 1 0 0");
    std::stop_source source;
    std::jthread late;
    class Dying final : public Player {
     public:
        explicit Dying(std::function<void()> dies) : dies_(std::move(dies)) {}
        [[nodiscard]] std::string name() const override { return "dying"; }
        [[nodiscard]] Reply choose(const Turn& /*turn*/) override {
            dies_();
            return costing(Failure{FailureCode::Crashed, "killed by signal 15"}, 20, 20);
        }

     private:
        std::function<void()> dies_;
    };
    Dying dying([&] {
        late = std::jthread([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            source.request_stop();
        });
    });
    GameWatch watch;
    watch.stop = source.get_token();
    const GameRecord record =
        play_game(**start, {&dying, &b}, 0, {*find_edition("2017"), Seconds{1}, 0, 7}, watch);
    EXPECT_EQ(record.reason, EndReason::Aborted) << record.sentence;
}

// Only a failure caused by the stop is no loss: a wrong answer still loses.
TEST_F(RefereeTest, AWrongAnswerLosesAlsoWhenAStopCameMeanwhile) {
    const Result<PositionPtr> start = (*find_game("fruit"))->parse_line("01/21 1 0 0");
    StoppingPlayer stopping(std::string("nonsense"));
    GameWatch watch;
    watch.stop = stopping.source.get_token();
    const GameRecord record =
        play_game(**start, {&stopping, &b}, 0, {*find_edition("2017"), Seconds{100}, 0, 7}, watch);
    EXPECT_EQ(record.reason, EndReason::MalformedAnswer) << record.sentence;
    EXPECT_EQ(record.winner, 1);
}

}  // namespace
}  // namespace zerosum
