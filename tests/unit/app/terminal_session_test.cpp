// A person's game without a screen: turns, the opponent's clock, the way back, the end.

#include <gtest/gtest.h>

#include "app/terminal/session.h"
#include "games/registry.h"
#include "players/spec.h"

namespace zerosum::terminal {
namespace {

PositionPtr fruit_position(std::string_view line) {
    return *any_game<fruit::Fruit>().parse_line(line);
}

GameTerms terms_of(std::string_view edition, bool person_first = true) {
    GameTerms terms;
    terms.edition = *find_edition(edition);
    terms.bank = Seconds{5};
    terms.person_first = person_first;
    return terms;
}

AnyMove move_named(const Session& session, std::string_view name) {
    return *session.position().parse_move(name);
}

Reply reply_of(const Session& session, std::string_view name, double cpu) {
    Reply reply;
    reply.answer = move_named(session, name);
    reply.cpu = Seconds{cpu};
    return reply;
}

TEST(TerminalSession, TurnsAlternateAndPointsFollowTheSeats) {
    Session session(*fruit_position("01/21 1 0 0"), terms_of("2017"), "rival");
    EXPECT_TRUE(session.is_turn(Seat::Person));
    session.play(move_named(session, "B2"));
    EXPECT_TRUE(session.is_turn(Seat::Opponent));
    EXPECT_EQ(session.points(Seat::Person), 4);
    EXPECT_EQ(session.last()->effect, "takes 2 fruits, +4");
    session.answer(reply_of(session, "A1", 1.5));
    EXPECT_TRUE(session.is_turn(Seat::Person));
    EXPECT_EQ(session.points(Seat::Opponent), 1);
    EXPECT_DOUBLE_EQ(session.bank().count(), 3.5);
    EXPECT_EQ(points_text(session), "You 4, rival 1");
}

TEST(TerminalSession, MovingSecondLeavesTheStartToTheOpponentAndBringsTheKomi) {
    GameTerms terms = terms_of("2017", false);
    terms.komi = 7;
    Session session(*fruit_position("01/21 2 0 0"), terms, "rival");
    EXPECT_TRUE(session.is_turn(Seat::Opponent));
    EXPECT_EQ(session.side(Seat::Person), Side::One);
    EXPECT_EQ(session.points(Seat::Person), 7);
    EXPECT_EQ(session.points(Seat::Opponent), 0);
}

TEST(TerminalSession, TheHigherTotalWinsWhenTheBoardIsEmpty) {
    Session session(*fruit_position("*1/11 1 0 0"), terms_of("2017"), "rival");
    session.play(move_named(session, "A2"));
    ASSERT_TRUE(session.over());
    EXPECT_EQ(session.outcome()->winner, Seat::Person);
    EXPECT_EQ(outcome_text(session), "You win: 9 points to 0.");
    EXPECT_FALSE(session.is_turn(Seat::Person));
    EXPECT_FALSE(session.is_turn(Seat::Opponent));
}

TEST(TerminalSession, EqualTotalsAreADrawBecauseAPersonsTimeIsNotCharged) {
    Session session(*fruit_position("**/01 1 3 3"), terms_of("2017"), "rival");
    session.play(move_named(session, "A2"));
    session.answer(reply_of(session, "B2", 1));
    ASSERT_TRUE(session.over());
    EXPECT_FALSE(session.outcome()->winner);
    EXPECT_EQ(outcome_text(session), "A draw: 4 points each.");
}

TEST(TerminalSession, AnOpponentThatRunsOutOfTimeLoses) {
    Session session(*fruit_position("01/21 1 0 0"), terms_of("2017", false), "rival");
    session.answer(reply_of(session, "B1", 5));
    ASSERT_TRUE(session.over());
    EXPECT_EQ(outcome_text(session), "You win: rival used up its 5 s of CPU time.");
}

TEST(TerminalSession, OvertimeCostsPointsInTheEditionThatSaysSo) {
    GameTerms terms = terms_of("2012", false);
    terms.edition.penalty = 10;
    Session session(*fruit_position("01/21 1 0 0"), terms, "rival");
    session.answer(reply_of(session, "B1", 5.5));
    EXPECT_FALSE(session.over());
    EXPECT_EQ(session.points(Seat::Opponent), 4 - 5);
}

TEST(TerminalSession, AnOpponentWithoutALegalAnswerLosesWithItsSentence) {
    Session session(*fruit_position("01/21 1 0 0"), terms_of("2017", false), "rival");
    Reply reply;
    reply.answer = Failure{FailureCode::Crashed, "ended by signal 11"};
    session.answer(reply);
    EXPECT_EQ(outcome_text(session), "You win: rival gave no legal answer: ended by signal 11.");
}

TEST(TerminalSession, TakingBackReturnsToTheTurnBeforeWithTheClockOfThen) {
    Session session(*fruit_position("012/012/012 1 0 0"), terms_of("2017"), "rival");
    EXPECT_FALSE(session.take_back());
    const std::string start = session.position().line();
    session.play(move_named(session, "A1"));
    session.answer(reply_of(session, "B1", 2));
    const std::string middle = session.position().line();
    session.play(move_named(session, "C1"));
    EXPECT_TRUE(session.over());
    EXPECT_TRUE(session.take_back());
    EXPECT_FALSE(session.over());
    EXPECT_EQ(session.position().line(), middle);
    EXPECT_TRUE(session.take_back());
    EXPECT_EQ(session.position().line(), start);
    EXPECT_DOUBLE_EQ(session.bank().count(), 5);
    EXPECT_FALSE(session.take_back());
}

TEST(TerminalSession, NothingCanBeTakenBackBeforeThePersonsFirstMove) {
    Session session(*fruit_position("012/012/012 1 0 0"), terms_of("2017", false), "rival");
    EXPECT_FALSE(session.take_back());
    session.answer(reply_of(session, "B1", 2));
    EXPECT_FALSE(session.take_back());
    EXPECT_EQ(session.moves_played(), 1U);
}

TEST(TerminalSession, ResigningEndsTheGameAndCanBeTakenBack) {
    Session session(*fruit_position("012/012/012 1 0 0"), terms_of("2017"), "rival");
    session.resign();
    EXPECT_EQ(outcome_text(session), "rival wins: you resigned.");
    EXPECT_TRUE(session.take_back());
    EXPECT_TRUE(session.is_turn(Seat::Person));
}

TEST(TerminalSession, EveryPlayersGameAgainstItselfEndsWithAResult) {
    for (const AnyGame* game : all_games()) {
        Random random(5);
        StartOptions start;
        start.size = 5;
        const PositionPtr position = *game->start(start, random);
        const PlayerPtr rival = *make_player("greedy", *game);
        ASSERT_TRUE(rival->new_game(1));
        Session session(*position, terms_of(game->edition()), "greedy");
        while (!session.over()) {
            const Reply reply = rival->choose(Turn{session.position(), session.bank()});
            if (session.is_turn(Seat::Person)) {
                session.play(std::get<AnyMove>(reply.answer));
            } else {
                session.answer(reply);
            }
        }
        EXPECT_TRUE(session.position().over()) << session.position().line();
        EXPECT_EQ(session.points(Seat::Person) + session.points(Seat::Opponent),
                  session.position().points(Side::One) + session.position().points(Side::Two));
    }
}

}  // namespace
}  // namespace zerosum::terminal
