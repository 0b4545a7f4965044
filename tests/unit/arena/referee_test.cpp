#include "arena/play/referee.h"

#include <gtest/gtest.h>

#include <deque>

#include "games/registry.h"

namespace zerosum {
namespace {

// A player that answers what the test tells it to, at the price the test names.
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
    GameRecord play(std::string_view line, std::string_view edition = "2017", int first = 0,
                    Score komi = 0, std::string_view game = "fruit") {
        const Result<PositionPtr> start = (*find_game(game))->parse_line(line);
        EXPECT_TRUE(start) << start.error().message;
        const GameSettings settings{*find_edition(edition), Seconds{1}, komi, 7};
        return play_game(**start, {&a, &b}, first, settings);
    }
    AnyMove move(std::string_view line, std::string_view name, std::string_view game = "fruit") {
        return *(*(*find_game(game))->parse_line(line))->parse_move(name);
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

TEST_F(RefereeTest, WhoStartsIsTheCallersChoice) {
    const GameRecord record = play("0 1 0 0", "2017", 1);
    EXPECT_EQ(record.first, 1);
    EXPECT_EQ(record.winner, 1);
    EXPECT_EQ(record.points[1], 1);
}

TEST_F(RefereeTest, ABankThatReachesZeroLosesIn2017AndNotIn2016) {
    a.script.push_back(costing(move("01/21 1 0 0", "B1"), 1.0, 1.0));
    const GameRecord lost = play("01/21 1 0 0");
    EXPECT_EQ(lost.reason, EndReason::Time);
    EXPECT_EQ(lost.winner, 1);
    EXPECT_EQ(lost.moves.back().bank_left, Seconds{0});

    a.script.push_back(costing(move("01/21 1 0 0", "B1"), 1.0, 1.0));
    EXPECT_EQ(play("01/21 1 0 0", "2016").reason, EndReason::Points);
}

TEST_F(RefereeTest, TimeOddsShortenTheFirstNamedPlayersBankOnly) {
    const Result<PositionPtr> start = (*find_game("fruit"))->parse_line("01/21 1 0 0");
    GameSettings settings{*find_edition("2017"), Seconds{1}, 0, 7};
    settings.odds = 10;
    a.script.push_back(costing(move("01/21 1 0 0", "B1"), 0.2, 0.2));
    const GameRecord late = play_game(**start, {&a, &b}, 0, settings);
    EXPECT_EQ(late.reason, EndReason::Time);
    EXPECT_EQ(late.winner, 1);
    EXPECT_EQ(late.sentence, "used 0.200 s of CPU time, the bank was 0.1 s");

    b.script.push_back(costing(move("01/21 1 0 0", "B1"), 0.2, 0.2));
    const GameRecord fine = play_game(**start, {&a, &b}, 1, settings);
    EXPECT_EQ(fine.reason, EndReason::Points);
    EXPECT_NEAR(fine.cpu[1].count(), 0.2, 1e-9);
    const Result<GameRecord> read = parse_record(to_json_text(fine));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->odds, 10);
}

TEST_F(RefereeTest, The2016EditionChargesUserTimeOnly) {
    a.script.push_back(costing(move("01/21 1 0 0", "B1"), 5.0, 0.25));
    const GameRecord record = play("01/21 1 0 0", "2016");
    EXPECT_EQ(record.reason, EndReason::Points);
    EXPECT_EQ(record.cpu[0], Seconds{0.25});
}

TEST_F(RefereeTest, OvertimeIn2012CostsPointsAndTheGameGoesOn) {
    a.script.push_back(costing(move("01/21 1 0 0", "B1"), 1.001, 1.001));
    const GameRecord record = play("01/21 1 0 0", "2012");
    EXPECT_EQ(record.reason, EndReason::Points);
    EXPECT_EQ(record.winner, 1);
    EXPECT_EQ(record.points[0], 4 + 1 - 400);
}

TEST_F(RefereeTest, EqualTotalsGoToWhoHasMoreTimeLeft) {
    a.script.push_back(costing(move("0 1 0 1", "A1"), 0.5, 0.5));
    const GameRecord record = play("0 1 0 1");
    EXPECT_EQ(record.reason, EndReason::TimeLeft);
    EXPECT_EQ(record.winner, 1);
}

TEST_F(RefereeTest, TimesThatDifferByRoundingAloneAreEqual) {
    a.script.push_back(costing(move("0 1 0 1", "A1"), 1e-14, 1e-14));
    EXPECT_EQ(play("0 1 0 1").reason, EndReason::Void);
}

TEST_F(RefereeTest, NearlyEqualTimesAreToldApart) {
    const auto told = [&](double seconds) {
        a.script.push_back(costing(move("0 1 0 1", "A1"), seconds, seconds));
        return play("0 1 0 1").sentence;
    };
    EXPECT_EQ(told(0.5), "1 point each, and more time left: 1.000 s to 0.500 s");
    EXPECT_EQ(told(0.00002), "1 point each, and more time left: 1.000000 s to 0.999980 s");
    EXPECT_EQ(told(3e-9), "1 point each, and more time left: 1.000000000 s to 0.999999997 s");
}

TEST_F(RefereeTest, EqualTotalsAndTimesDoNotCountIn2017AndAreADrawIn2016) {
    EXPECT_EQ(play("0 1 0 1").reason, EndReason::Void);
    EXPECT_EQ(play("0 1 0 1", "2016").reason, EndReason::Draw);
}

TEST_F(RefereeTest, KomiGoesToThePlayerWhoMovesSecond) {
    const GameRecord record = play("0 1 0 0", "2017", 0, 5);
    EXPECT_EQ(record.points[1], 5);
    EXPECT_EQ(record.winner, 1);
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

// Asks for the stop while it is asked itself, and then has this to say.
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

// Only what comes for the stop is forgiven: a wrong answer was given before it.
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
