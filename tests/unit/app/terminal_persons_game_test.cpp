// A person's game in the terminal's words. The rules are tested in arena/game_in_play_test.cpp.

#include <gtest/gtest.h>

#include "app/terminal/persons_game.h"
#include "games/all_games.h"
#include "games/registry.h"

namespace zerosum::terminal {
namespace {

GameInPlay game_on(std::string_view line, std::string_view edition = "casual",
                   bool person_first = true) {
    GameTerms terms;
    terms.settings.edition = *find_edition(edition);
    terms.settings.bank = Seconds{5};
    terms.person_first = person_first;
    return begin_game(**any_game<fruit::Fruit>().parse_line(line), terms,
                      {"rival", "engine", "thread", "none"});
}

void play(GameInPlay& game, std::string_view name) {
    game.play(*game.position().parse_move(name));
}

Reply reply_of(const GameInPlay& game, std::string_view name, double cpu) {
    Reply reply;
    reply.answer = *game.position().parse_move(name);
    reply.cpu = Seconds{cpu};
    return reply;
}

TEST(TerminalPersonsGame, TheLastMoveIsToldWithItsEffectAlsoAfterTakingBack) {
    GameInPlay game = game_on("012/012/012 1 0 0");
    EXPECT_FALSE(last_move(game));
    play(game, "B2");
    EXPECT_EQ(last_move(game)->player, kYou);
    EXPECT_EQ(last_move(game)->effect, "takes 3 fruits, +9");
    game.answer(reply_of(game, "A1", 1.5));
    EXPECT_EQ(last_move(game)->player, kOpponent);
    EXPECT_EQ(last_move(game)->name, "A1");
    EXPECT_DOUBLE_EQ(game.bank(kOpponent).count(), 3.5);
    EXPECT_EQ(points_text(game), "You 9, rival 9");
    play(game, "C1");
    EXPECT_TRUE(game.take_back());
    EXPECT_EQ(last_move(game)->name, "A1");
}

TEST(TerminalPersonsGame, TheLastMoveIsMarkedWhereItLeftHolesOrFilledSquares) {
    GameInPlay fruit = game_on("012/002/112 1 0 0");
    play(fruit, "A1");
    // A1 and A2 went; B1 fell into the hole that B2 left.
    EXPECT_EQ(last_move(fruit)->cells, (std::vector<Cell>{{0, 0}, {0, 1}, {1, 0}}));

    GameTerms terms;
    terms.settings.edition = *find_edition("casual");
    GameInPlay raid = begin_game(**any_game<raid::Raid>().parse_line("XO/.. X 1,8/5,42"), terms,
                                 {"rival", "engine", "thread", "none"});
    play(raid, "A2 Stake");
    EXPECT_EQ(last_move(raid)->cells, (std::vector<Cell>{{1, 0}}));
}

TEST(TerminalPersonsGame, APersonsTimeIsNotCharged) {
    GameInPlay game = game_on("01/21 1 0 0");
    play(game, "B1");
    EXPECT_EQ(game.bank(kYou), Seconds{5});
    EXPECT_EQ(game.record().players[kYou].clock, "none");
    EXPECT_EQ(game.record().edition, "casual");
}

TEST(TerminalPersonsGame, EveryEndHasItsWords) {
    GameInPlay won = game_on("*1/11 1 0 0");
    play(won, "A2");
    EXPECT_EQ(outcome_text(won), "You win: 9 points to 0.");

    GameInPlay drawn = game_on("**/01 1 3 3");
    play(drawn, "A2");
    drawn.answer(reply_of(drawn, "B2", 1));
    EXPECT_EQ(outcome_text(drawn), "A draw: 4 points each.");

    GameInPlay late = game_on("01/21 1 0 0", "casual", false);
    late.answer(reply_of(late, "B1", 5.2));
    EXPECT_EQ(outcome_text(late), "You win: rival used 5.200 s of CPU time, the bank was 5 s.");
    EXPECT_FALSE(last_move(late)) << "a late answer is no move";

    GameInPlay crashed = game_on("01/21 1 0 0", "casual", false);
    Reply crash;
    crash.answer = Failure{FailureCode::Crashed, "ended by signal 11"};
    crashed.answer(crash);
    EXPECT_EQ(outcome_text(crashed), "You win: rival gave no legal answer: ended by signal 11.");

    GameInPlay resigned = game_on("012/012/012 1 0 0");
    resigned.resign(kYou);
    EXPECT_EQ(outcome_text(resigned), "rival wins: you resigned after 0 moves.");
}

// An edition that was asked for is kept: its ties go to more time left, and yours is not charged.
TEST(TerminalPersonsGame, AnEditionThatIsNamedIsPlayedBy) {
    GameInPlay game = game_on("**/01 1 3 3", "2017");
    play(game, "A2");
    game.answer(reply_of(game, "B2", 1));
    EXPECT_EQ(outcome_text(game),
              "You win: 4 points each, and more time left: 5.000 s to 4.000 s.");
}

}  // namespace
}  // namespace zerosum::terminal
