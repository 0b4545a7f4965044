// The game by lines of text, as a pipe or a screen reader meets it.

#include <gtest/gtest.h>

#include <sstream>

#include "app/terminal/plain.h"
#include "games/all_games.h"
#include "games/registry.h"
#include "players/spec.h"

namespace zerosum::terminal {
namespace {

Table table_on(const AnyGame& game, std::string line, bool person_first = true) {
    Table table;
    table.opponent = *make_player("greedy", game);
    table.spec = "greedy";
    table.terms.settings = {*find_edition("casual"), Seconds{60}};
    table.terms.person_first = person_first;
    table.board = [&game, line = std::move(line)](int number) -> Result<Board> {
        return Board{*game.parse_line(line), 1, fmt::format("board {}", number)};
    };
    return table;
}

std::string transcript(const Table& table, const std::string& input) {
    std::istringstream in(input);
    std::ostringstream out;
    EXPECT_TRUE(play_plain(table, in, out, true));
    return out.str();
}

void expect_said(const std::string& text, std::string_view part) {
    EXPECT_NE(text.find(part), std::string::npos) << "expected '" << part << "' in:\n" << text;
}

const AnyGame& fruit_game() {
    return any_game<fruit::Fruit>();
}
const AnyGame& raid_game() {
    return any_game<raid::Raid>();
}

TEST(TerminalPlain, AWholeGameOfFruitIsPlayedByLines) {
    const std::string text = transcript(table_on(fruit_game(), "01/21 1 0 0"), "b1\nA2\nquit\n");
    expect_said(text, "You are player 1 and move first");
    expect_said(text, "your time is not charged");
    expect_said(text, "You play B1: takes 2 fruits, +4.");
    expect_said(text, "greedy plays A1: takes 1 fruit, +1.");
    expect_said(text, "You win: ");
    expect_said(text, "Goodbye.");
}

TEST(TerminalPlain, AWholeGameOfRaidIsPlayedByLines) {
    const std::string text =
        transcript(table_on(raid_game(), "XO/.. X 1,8/5,42"), "A2 Stake\nquit\n");
    expect_said(text, "You are X");
    expect_said(text, "You play A2 Stake: +5, turns nothing.");
    expect_said(text, "greedy plays B2 Raid: ");
    expect_said(text, "greedy wins: ");
}

TEST(TerminalPlain, BadInputGetsTheGamesOwnSentenceAndCostsNothing) {
    const std::string text = transcript(table_on(raid_game(), "XO/.. X 1,8/5,42"),
                                        "hello\nA1 Raid\nB2 Raid\n\nZ99 Stake\n\x01\n");
    expect_said(text, "'hello' is not a move");
    expect_said(text, "A1 is not free, X holds it");
    expect_said(text, "a Raid on B2 is not possible");
    expect_said(text, "Z99 is not on the board");
    expect_said(text, "End of input: this game is left unfinished. Goodbye.");
}

TEST(TerminalPlain, LookTellsWhatAMoveWouldDoWithoutPlayingIt) {
    const std::string text =
        transcript(table_on(raid_game(), "XO/.. X 1,8/5,42"), "look a2\nlook A1\nlook Q7\nlook\n");
    expect_said(text, "A2 Stake: +5, turns nothing.");
    expect_said(text, "A2 Raid: +5, turns nothing.");
    expect_said(text, "A1 is not free, X holds it.");
    expect_said(text, "'Q7' is not a cell of this board, expected A1 to B2.");
    EXPECT_EQ(text.find("You play"), std::string::npos);
}

TEST(TerminalPlain, HintBackNewAndResignDoWhatTheySay) {
    const std::string text = transcript(table_on(fruit_game(), "01/21 1 0 0"),
                                        "hint\nback\nA1\nback\nB1\nresign\nback\nnew\nhelp\nq\n");
    expect_said(text, "Hint: proved, +4: B1");
    expect_said(text, "There is nothing to take back.");
    expect_said(text, "Taken back.");
    expect_said(text, "greedy wins: you resigned after ");
    expect_said(text, "board 1");
    expect_said(text, "look CELL");
}

TEST(TerminalPlain, HelpTellsTheRulesAndTheReviewWhatWasLost) {
    Table table = table_on(fruit_game(), "*1/01 1 0 0");
    std::vector<std::size_t> kept;
    table.keep = [&](int game, const GameRecord& record) -> Result<void> {
        EXPECT_EQ(game, 0);
        kept.push_back(record.moves.size());
        return {};
    };
    const std::string text = transcript(table, "help\nreview\nA2\nreview\nquit\n");
    expect_said(text, "falls straight down");
    expect_said(text, "A review is for after the end.");
    expect_said(text, "person played A2 and lost 6 points (proved); B1 was better");
    expect_said(text, "  1  . {1}\n  2 [0]{1}\n");
    EXPECT_EQ(kept, (std::vector<std::size_t>{1, 2})) << "after every move";
}

TEST(TerminalPlain, ARecordThatCannotBeKeptEndsTheGame) {
    Table table = table_on(fruit_game(), "01/21 1 0 0");
    table.keep = [](int, const GameRecord&) -> Result<void> { return fail("no space"); };
    std::istringstream in("B1\nA2\n");
    std::ostringstream out;
    const Result<void> played = play_plain(table, in, out, true);
    ASSERT_FALSE(played);
    EXPECT_EQ(played.error().message, "no space");
}

TEST(TerminalPlain, MovingSecondWaitsForTheOpponent) {
    const std::string text = transcript(table_on(fruit_game(), "01/21 1 0 0", false), "");
    expect_said(text, "You are player 2 and move second");
    expect_said(text, "greedy plays B1: takes 2 fruits, +4. It has");
    expect_said(text, "You 0, greedy 4. Your move?");
}

TEST(TerminalPlain, AfterTheEndOnlyBackNewAndQuitAreLeft) {
    const std::string text = transcript(table_on(fruit_game(), "0 1 0 0"), "A1\nA1\nhint\nback\n");
    expect_said(text, "You win: 1 point to 0.");
    expect_said(text, "The game is over: review, back, new or quit.");
    expect_said(text, "The game is over.\n");
    expect_said(text, "Taken back.");
}

}  // namespace
}  // namespace zerosum::terminal
