// A game under each edition's rules, without players: charges, ends, sentences, the way back,
// records.
#include "arena/play/game_in_play.h"

#include <gtest/gtest.h>

#include "arena/play/referee.h"
#include "arena/play/replay.h"
#include "games/registry.h"
#include "players/spec.h"
#include "support/fruit_oracle.h"

namespace zerosum {
namespace {

constexpr std::size_t kA = 0;
constexpr std::size_t kB = 1;

const PlayerRecord kEngine{"engine", "engine", "thread", "none"};
const PlayerRecord kAnn{"ann", "human", "wall", "none"};

PositionPtr position(std::string_view line) {
    return *(*find_game("fruit"))->parse_line(line);
}

GameSettings settings(std::string_view edition, double bank = 1) {
    return {*find_edition(edition), Seconds{bank}, 0, 7};
}

// Two engines, the first of them to move.
GameInPlay game(std::string_view line, const GameSettings& rules, std::size_t first = kA) {
    return {*position(line), {kEngine, kEngine}, first, rules};
}

// A person against the engine.
GameInPlay persons_game(std::string_view line, std::size_t first = kA, double bank = 10) {
    return {*position(line), {kAnn, kEngine}, first, settings("casual", bank)};
}

Reply reply(const GameInPlay& game, std::string_view move, double cpu = 0, double system = 0) {
    Reply out;
    out.answer = *game.position().parse_move(move);
    out.cpu = Seconds{cpu + system};
    out.cpu_user = Seconds{cpu};
    return out;
}

Reply no_move(double cpu = 0) {
    Reply out;
    out.answer = Failure{FailureCode::Crashed, "ended by signal 11"};
    out.cpu = out.cpu_user = Seconds{cpu};
    return out;
}

void play(GameInPlay& game, std::string_view move, double spent = 0) {
    game.play(*game.position().parse_move(move), Seconds{spent});
}

// The rules side by side. The first player's only answer costs this much of a bank of 1 s; then the
// second takes the other fruit for nothing, and the points are equal.
TEST(GameInPlay, EditionsSideBySide) {
    struct Case {
        std::string_view edition;
        double user;
        double system;
        EndReason reason;
        int winner;
        std::string_view sentence;
    };
    const Case cases[] = {
        {"2017", 0.5, 0, EndReason::TimeLeft, 1,
         "1 point each, and more time left: 1.000 s to 0.500 s"},
        {"2016", 0.5, 0, EndReason::Draw, -1, "1 point each"},
        {"2012", 0.5, 0, EndReason::Draw, -1, "1 point each"},
        {"casual", 0.5, 0, EndReason::Draw, -1, "1 point each"},
        // No time at all.
        {"2017", 0, 0, EndReason::Void, -1, "1 point each and equal times"},
        {"2016", 0, 0, EndReason::Draw, -1, "1 point each"},
        // All of the bank, to the last digit.
        {"2017", 1, 0, EndReason::Time, 1, "used 1.000 s of CPU time, the bank was 1 s"},
        {"2016", 1, 0, EndReason::Draw, -1, "1 point each"},
        {"2012", 1, 0, EndReason::Draw, -1, "1 point each"},
        {"casual", 1, 0, EndReason::Time, 1, "used 1.000 s of CPU time, the bank was 1 s"},
        // More than that.
        {"2017", 1.2, 0, EndReason::Time, 1, "used 1.200 s of CPU time, the bank was 1 s"},
        {"2016", 1.2, 0, EndReason::Time, 1, "used 1.200 s of CPU time, the bank was 1 s"},
        {"2012", 1.001, 0, EndReason::Points, 1, "1 point to -399"},
        {"casual", 1.2, 0, EndReason::Time, 1, "used 1.200 s of CPU time, the bank was 1 s"},
        // The same as system time.
        {"2017", 0, 1.2, EndReason::Time, 1, "used 1.200 s of CPU time, the bank was 1 s"},
        {"2016", 0, 1.2, EndReason::Draw, -1, "1 point each"},
        {"casual", 0, 1.2, EndReason::Time, 1, "used 1.200 s of CPU time, the bank was 1 s"},
    };
    for (const Case& each : cases) {
        GameInPlay now = game("**/01 1 0 0", settings(each.edition));
        SCOPED_TRACE(fmt::format("{}: {} + {} s", each.edition, each.user, each.system));
        now.answer(reply(now, "A2", each.user, each.system));
        if (!now.over()) now.answer(reply(now, "B2"));
        ASSERT_TRUE(now.over());
        EXPECT_EQ(to_text(now.record().reason), to_text(each.reason));
        EXPECT_EQ(now.record().winner, each.winner);
        EXPECT_EQ(now.record().sentence, each.sentence);
        EXPECT_EQ(now.record().edition, each.edition);
    }
}

TEST(GameInPlay, TimesAreComparedToTheNanosecondAndShownApart) {
    const auto ended = [](double cpu) {
        GameInPlay now = game("**/01 1 0 0", settings("2017"));
        now.answer(reply(now, "A2", cpu));
        now.answer(reply(now, "B2"));
        return now.record();
    };
    EXPECT_EQ(ended(1e-14).reason, EndReason::Void) << "sums of seconds round";
    EXPECT_EQ(ended(0.00002).sentence,
              "1 point each, and more time left: 1.000000 s to 0.999980 s");
    EXPECT_EQ(ended(3e-9).sentence,
              "1 point each, and more time left: 1.000000000 s to 0.999999997 s");
}

TEST(GameInPlay, OvertimeIn2012CostsPointsForWholeMilliseconds) {
    GameInPlay now = game("01/21 1 0 0", settings("2012"));
    now.answer(reply(now, "B1", 1.0005));
    EXPECT_FALSE(now.over());
    EXPECT_EQ(now.points(kA), 4) << "half a millisecond costs nothing";
    now.answer(no_move(1.001));
    EXPECT_EQ(now.points(kB), -400) << "also of an answer that is no move";
    EXPECT_FALSE(now.over());
    now.answer(reply(now, "A1", 0.0021));
    EXPECT_EQ(now.points(kA), 4 + 1 - 2 * 400) << "of the sum, not of each move";
    const auto cost = [](double left) {
        return overtime_cost(*find_edition("2012"), Seconds{left});
    };
    EXPECT_EQ(cost(0), 0);
    EXPECT_EQ(cost(-0.000999999), 0);
    EXPECT_EQ(cost(-0.001), 400);
    EXPECT_EQ(cost(10 - 10.003), 1200) << "sums of seconds round";
    EXPECT_EQ(cost(-1e12), 1'000'000'000);
}

TEST(GameInPlay, AnAnswerWithoutAMoveIsAPassIn2012AndLosesElsewhere) {
    struct Case {
        Reply reply;
        std::string_view why;
    };
    const auto answer = [](auto&& what) {
        Reply out;
        out.answer = std::forward<decltype(what)>(what);
        return out;
    };
    const Case cases[] = {
        {answer(std::string("A1")), "A1 is empty: the column A has fruits from row 2 down"},
        {answer(std::string("C1")),
         "C1 is outside the board, which has columns A to B and rows 1 to 2"},
        {no_move(0.1), "ended by signal 11"},
        {answer(Failure{FailureCode::KilledLate, "no answer came"}), "no answer came"},
    };
    for (const Case& each : cases) {
        SCOPED_TRACE(each.why);
        GameInPlay now = game("**/01 1 0 0", settings("2012"));
        now.answer(each.reply);
        ASSERT_FALSE(now.over());
        EXPECT_EQ(now.to_move(), kB);
        EXPECT_EQ(now.position().line(), "**/01 2 0 0");
        EXPECT_EQ(now.moves()[0].move, "pass");
        EXPECT_EQ(now.moves()[0].gain, 0);
        EXPECT_EQ(now.moves()[0].why, each.why);
        EXPECT_EQ(describe_turn(now.moves()[0]), fmt::format("passes: {}", each.why));
        for (const char* edition : {"2017", "2016", "casual"}) {
            GameInPlay elsewhere = game("**/01 1 0 0", settings(edition));
            elsewhere.answer(each.reply);
            EXPECT_EQ(elsewhere.record().winner, 1) << edition;
            EXPECT_EQ(elsewhere.record().sentence, each.why) << edition;
        }
    }
    GameInPlay unmeasured = game("**/01 1 0 0", settings("2012"));
    unmeasured.answer(answer(Failure{FailureCode::Unmeasured, "no clock"}));
    EXPECT_EQ(unmeasured.record().reason, EndReason::Aborted) << "our fault is no pass";
}

TEST(GameInPlay, AGameEndsWhenBothHavePassedTwiceInARow) {
    GameInPlay now = game("**/01 1 0 0", settings("2012"));
    for (int turn = 0; turn < 3; ++turn) now.answer(no_move());
    now.answer(reply(now, "B2"));
    for (int turn = 0; turn < 3; ++turn) now.answer(no_move());
    EXPECT_FALSE(now.over());
    const GameRecord three = now.record();
    EXPECT_FALSE(GameInPlay::resume(three)->over());
    now.answer(no_move());
    ASSERT_TRUE(now.over());
    EXPECT_EQ(now.record().reason, EndReason::Points);
    EXPECT_EQ(now.record().winner, 1);
    EXPECT_EQ(now.record().sentence, "1 point to 0, both passed twice in a row");
    const Result<GameRecord> read = parse_record(to_json_text(now.record()));
    ASSERT_TRUE(read);
    const Result<GameInPlay> resumed = GameInPlay::resume(*read);
    ASSERT_TRUE(resumed) << resumed.error().message;
    EXPECT_EQ(to_json_text(resumed->record()), to_json_text(now.record()));
    GameRecord wrong = now.record();
    wrong.moves.push_back(wrong.moves.back());
    EXPECT_EQ(GameInPlay::resume(wrong).error().message, "move 9: the game is over already");
    wrong = three;
    wrong.edition = "2017";
    EXPECT_FALSE(GameInPlay::resume(wrong)) << "nobody may pass there";
}

// One that throws picks away, one in turn with greedy: every board and every point as in the
// oracle.
TEST(GameInPlay, GamesWithPassesAreThoseOfTheOracle) {
    class Passer final : public Player {
     public:
        [[nodiscard]] std::string name() const override { return "passer"; }
        [[nodiscard]] Reply choose(const Turn& turn) override {
            const auto size = static_cast<std::uint64_t>(turn.position.size());
            const Cell cell{static_cast<int>(random_.below(size)),
                            static_cast<int>(random_.below(size))};
            picks.push_back(cell);
            Reply out;
            out.answer = cell_name(cell);
            if (const auto move = turn.position.parse_move(cell_name(cell))) out.answer = *move;
            return out;
        }
        std::vector<Cell> picks;

     private:
        Random random_{3};
    };
    const AnyGame& rules = **find_game("fruit");
    int passes = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Random random(seed);
        const PositionPtr start = *rules.start({.size = 12, .kinds = 5}, random);
        Passer passer;
        const PlayerPtr greedy = *make_player("greedy", rules);
        const GameRecord record = play_game(*start, {&passer, greedy.get()},
                                            static_cast<int>(seed % 2), settings("2012"));
        tests::FruitOracleGame oracle(start->rows(), seed % 2 == 0 ? 0 : 1);
        auto pick = passer.picks.begin();
        for (const MoveRecord& move : record.moves) {
            ASSERT_FALSE(oracle.over());
            ASSERT_EQ(oracle.to_move(), move.player);
            ASSERT_EQ((*rules.parse_line(move.position))->rows(), oracle.rows());
            const Cell cell = move.player == 0 ? *pick++ : *parse_cell(move.move);
            ASSERT_EQ(oracle.pick(cell.row, cell.column), move.gain);
            passes += static_cast<int>(move.passed());
        }
        EXPECT_TRUE(oracle.over());
        EXPECT_EQ(record.points[0], oracle.points(0));
        EXPECT_EQ(record.points[1], oracle.points(1));
        EXPECT_TRUE(walk(record, [](auto&&...) {}));
        EXPECT_EQ(to_json_text(GameInPlay::resume(record)->record()), to_json_text(record));
    }
    EXPECT_GT(passes, 100);
}

TEST(GameInPlay, KomiGoesToThePlayerWhoMovesSecond) {
    GameSettings rules = settings("2017");
    rules.komi = 5;
    for (const std::size_t first : {kA, kB}) {
        GameInPlay now = game("0 1 0 0", rules, first);
        EXPECT_EQ(now.points(1 - first), 5);
        now.answer(reply(now, "A1"));
        EXPECT_EQ(now.record().winner, static_cast<int>(1 - first));
        EXPECT_EQ(now.record().sentence, "5 points to 1");
    }
}

TEST(GameInPlay, OddsShortenTheBankOfPlayer0Only) {
    GameSettings rules = settings("2017");
    rules.odds = 10;
    GameInPlay late = game("01/21 1 0 0", rules);
    EXPECT_EQ(late.bank(kA), Seconds{0.1});
    EXPECT_EQ(late.bank(kB), Seconds{1});
    late.answer(reply(late, "B1", 0.2));
    EXPECT_EQ(late.record().sentence, "used 0.200 s of CPU time, the bank was 0.1 s");
    GameInPlay fine = game("01/21 1 0 0", rules, kB);
    fine.answer(reply(fine, "B1", 0.2));
    EXPECT_FALSE(fine.over());
}

TEST(GameInPlay, ALateAnswerIsNotJudgedAndItsTimeStandsInTheRecord) {
    GameInPlay now = game("01/21 1 0 0", settings("2017"));
    now.answer(reply(now, "B1", 0.25));
    now.answer(reply(now, "A1", 1.5));
    EXPECT_EQ(now.record().winner, 0);
    EXPECT_EQ(now.position().line(), "0*/2* 2 4 0");
    ASSERT_EQ(now.moves().size(), 2U);
    EXPECT_EQ(now.moves().back().move, "");
    EXPECT_EQ(now.moves().back().bank_left, Seconds{-0.5});
    EXPECT_EQ(now.bank(kA), Seconds{0.75});
}

TEST(GameInPlay, WithoutAClockNoTimeIsTooMuch) {
    GameInPlay now = persons_game("**/01 1 0 0", kA, 0);
    EXPECT_FALSE(now.timed());
    EXPECT_FALSE(now.runs_out(Seconds{1e6}));
    play(now, "A2", 1e6);
    now.answer(reply(now, "B2", 1e6));
    EXPECT_EQ(now.record().reason, EndReason::Draw);
    EXPECT_EQ(now.bank(kB), Seconds{0});
    EXPECT_EQ(now.record().cpu[kA], Seconds{1e6});
}

TEST(GameInPlay, APersonLosesWhenTheClockShowsZero) {
    GameInPlay now = persons_game("01/21 1 0 0");
    play(now, "B1", 4);
    now.answer(reply(now, "A1", 1));
    EXPECT_FALSE(now.runs_out(Seconds{5.99}));
    EXPECT_TRUE(now.runs_out(Seconds{6}));
    now.run_out(Seconds{6});
    EXPECT_EQ(now.record().sentence, "used 10.000 s, the bank was 10 s");
    EXPECT_EQ(now.record().winner, 1);
    EXPECT_EQ(now.bank(kA), Seconds{0});
    EXPECT_EQ(now.bank(kB), Seconds{9});
}

TEST(GameInPlay, WhoCannotBeginLosesToWhoCan) {
    GameInPlay one = game("**/01 1 0 0", settings("2017"));
    one.could_not_begin({std::nullopt, "no compiler"});
    EXPECT_EQ(one.record().winner, 0);
    EXPECT_EQ(one.record().sentence, "no compiler");
    GameInPlay none = game("**/01 1 0 0", settings("2017"));
    none.could_not_begin({"no Makefile", "no compiler"});
    EXPECT_EQ(none.record().winner, -1);
    EXPECT_EQ(none.record().reason, EndReason::NotStarted);
}

TEST(GameInPlay, UntilTheEndTheRecordSaysThatThereIsNone) {
    GameInPlay now = game("01/21 1 0 0", settings("2017"));
    now.answer(reply(now, "B1", 0.25));
    EXPECT_EQ(now.record().reason, EndReason::Aborted);
    EXPECT_EQ(now.record().sentence, "not finished");
    EXPECT_EQ(now.record().points[0], 4);
    now.abort();
    EXPECT_EQ(now.record().sentence, "stopped from outside");
    EXPECT_EQ(now.record().winner, -1);
}

TEST(GameInPlay, TakingBackReturnsToAPersonsTurnWithTheClocksOfThen) {
    GameInPlay now = persons_game("012/012/012 1 0 0");
    EXPECT_FALSE(now.take_back());
    play(now, "A1", 1);
    now.answer(reply(now, "B1", 2));
    const std::string middle = to_json_text(now.record());
    play(now, "C1", 3);
    ASSERT_TRUE(now.over());
    EXPECT_TRUE(now.take_back());
    EXPECT_EQ(to_json_text(now.record()), middle) << "nothing of the move is left";
    EXPECT_EQ(now.bank(kA), Seconds{9});
    EXPECT_EQ(now.bank(kB), Seconds{8});
    EXPECT_TRUE(now.take_back());
    EXPECT_EQ(now.position().line(), "012/012/012 1 0 0");
    EXPECT_EQ(now.bank(kB), Seconds{10});
    EXPECT_FALSE(now.take_back());
}

TEST(GameInPlay, AnEndAtThePersonsTurnIsTakenBackToThatTurn) {
    for (const bool resigned : {true, false}) {
        GameInPlay now = persons_game("012/012/012 1 0 0");
        play(now, "A1", 1);
        now.answer(reply(now, "B1", 2));
        const std::string before = to_json_text(now.record());
        resigned ? now.resign(kA) : now.run_out(Seconds{20});
        EXPECT_EQ(now.record().winner, 1);
        EXPECT_TRUE(now.take_back());
        EXPECT_EQ(to_json_text(now.record()), before);
        EXPECT_TRUE(now.is_turn(kA));
    }
}

TEST(GameInPlay, AnEndAtTheOpponentsTurnIsTakenBackToThePersonsMove) {
    GameInPlay resigned = persons_game("012/012/012 1 0 0");
    play(resigned, "A1", 1);
    GameInPlay late = resigned;
    resigned.resign(kA);
    EXPECT_EQ(resigned.record().sentence, "resigned after 1 move");
    late.answer(reply(late, "B1", 20));
    EXPECT_EQ(late.record().winner, 0);
    for (GameInPlay& each : {std::ref(resigned), std::ref(late)}) {
        EXPECT_TRUE(each.take_back());
        EXPECT_TRUE(each.moves().empty());
        EXPECT_EQ(each.bank(kB), Seconds{10});
    }
}

TEST(GameInPlay, NothingIsTakenBackBeforeThePersonsFirstMove) {
    GameInPlay now = persons_game("012/012/012 1 0 0", kB);
    EXPECT_FALSE(now.take_back());
    now.answer(reply(now, "B1"));
    EXPECT_FALSE(now.take_back());
    EXPECT_EQ(now.moves().size(), 1U);
}

TEST(GameInPlay, ACopyGoesItsOwnWay) {
    GameInPlay one = game("01/21 1 0 0", settings("2017"));
    GameInPlay two = one;
    two.answer(reply(two, "B1", 0.5));
    EXPECT_EQ(one.position().line(), "01/21 1 0 0");
    EXPECT_EQ(one.bank(kA), Seconds{1});
    EXPECT_TRUE(one.moves().empty());
}

// Asked by the referee, entered by hand, and resumed from the record: one text.
TEST(GameInPlay, TheRecordIsTheSameHoweverTheGameWasDriven) {
    for (const AnyGame* rules : all_games()) {
        for (const char* edition : {"2016", "casual"}) {
            Random random(5);
            const PositionPtr start = *rules->start({.size = 5}, random);
            const PlayerPtr players[] = {*make_player("greedy", *rules),
                                         *make_player("random", *rules)};
            const std::array<Contestant, 2> contestants{Contestant(players[0].get(), "greedy"),
                                                        Contestant(players[1].get(), "random")};
            const GameRecord refereed = play_game(*start, contestants, 1, settings(edition, 60));
            GameInPlay by_hand(*start, refereed.players, kB, settings(edition, 60));
            for (const MoveRecord& move : refereed.moves) {
                Reply again = reply(by_hand, move.move, move.cpu.count());
                again.wall = move.wall;
                by_hand.answer(again);
            }
            EXPECT_EQ(to_json_text(by_hand.record()), to_json_text(refereed));
            const Result<GameInPlay> resumed = GameInPlay::resume(refereed);
            ASSERT_TRUE(resumed) << resumed.error().message;
            EXPECT_EQ(to_json_text(resumed->record()), to_json_text(refereed));
            EXPECT_TRUE(resumed->over());
        }
    }
}

TEST(GameInPlay, AGameIsResumedWhereItWas) {
    GameInPlay now = persons_game("012/012/012 1 0 0");
    const auto resumed = [&] { return *GameInPlay::resume(now.record()); };
    play(now, "A1", 1);
    GameInPlay next = resumed();
    EXPECT_EQ(next.bank(kA), Seconds{9});
    now = next;
    now.answer(reply(now, "B1", 2));
    GameInPlay resigned = now;
    resigned.resign(kA);
    GameInPlay late = now;
    late.run_out(Seconds{30});
    for (const GameInPlay& ended : {resigned, late}) {
        const GameInPlay again = *GameInPlay::resume(ended.record());
        EXPECT_TRUE(again.over());
        EXPECT_EQ(to_json_text(again.record()), to_json_text(ended.record()));
    }
}

TEST(GameInPlay, ARecordThatDoesNotHoldIsNotResumed) {
    GameInPlay now = persons_game("**/01 1 0 0");
    play(now, "A2");
    GameRecord wrong = now.record();
    wrong.moves[0].move = "C7";
    EXPECT_NE(GameInPlay::resume(wrong).error().message.find("move 1"), std::string::npos);
    wrong = now.record();
    wrong.edition = "1999";
    EXPECT_FALSE(GameInPlay::resume(wrong));
    now.answer(reply(now, "B2"));
    wrong = now.record();
    wrong.moves.push_back(wrong.moves.back());
    EXPECT_EQ(GameInPlay::resume(wrong).error().message, "move 3: the game is over already");
}

TEST(Edition, KnowsTheGameThatIsPlayedByIt) {
    for (const AnyGame* game : all_games())
        for (const std::string_view edition : game->info().editions)
            EXPECT_EQ(*game_of_edition(edition), game) << edition;
    EXPECT_FALSE(game_of_edition("casual")) << "of every game";
}

}  // namespace
}  // namespace zerosum
