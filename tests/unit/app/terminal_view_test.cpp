// What the terminal shows: cells, arrangement, panel, wording.

#include <gtest/gtest.h>

#include <set>

#include "app/terminal/cells.h"
#include "app/terminal/layout.h"
#include "app/terminal/look_back.h"
#include "app/terminal/move_list.h"
#include "app/terminal/panel.h"
#include "app/terminal/wording.h"
#include "games/all_games.h"
#include "games/registry.h"

namespace zerosum::terminal {
namespace {

PositionPtr fruit_position(std::string_view line) {
    return *any_game<fruit::Fruit>().parse_line(line);
}
PositionPtr raid_position(std::string_view line) {
    return *any_game<raid::Raid>().parse_line(line);
}

// X holds A1, O holds B2 and C1; X is to move.
PositionPtr small_raid() {
    return raid_position("X.O/.O./... X 1,8,23/5,42,12/26,30,9");
}

TEST(TerminalWording, ALineStopsAtAMoveThatCannotBePlayed) {
    const PositionPtr position = fruit_position("01/21 1 0 0");
    const AnyMove b1 = *position->parse_move("B1");
    EXPECT_EQ(line_names(*position, {b1, b1}, 5), "B1");
}

TEST(TerminalWording, AHintNamesALegalMove) {
    const PositionPtr position = fruit_position("01/21 1 0 0");
    const Thought hint = think_of_hint(*position, {});
    ASSERT_FALSE(hint.line.empty());
    EXPECT_EQ(position->move_name(hint.line.front()), "B1");
    EXPECT_TRUE(hint.exact);
    EXPECT_EQ(hint.score, 4);
}

TEST(TerminalCells, EveryKindHasItsOwnCharactersWithAndWithoutShapes) {
    const PositionPtr position = fruit_position(
        "**********/**********/**********/**********/**********/**********/**********/**********/"
        "**********/0123456789 1 0 0");
    for (const bool wide : {true, false}) {
        for (const bool shapes : {true, false}) {
            const Cells cells(*position, {wide, shapes});
            std::set<std::string> seen;
            for (int column = 0; column < 10; ++column)
                seen.insert(cells.at({9, column}, CellMark::None).text);
            EXPECT_EQ(seen.size(), 10U);
        }
    }
}

TEST(TerminalCells, MarksAreCharactersNotOnlyColours) {
    const PositionPtr position = fruit_position("01/21 1 0 0");
    const Cells wide(*position, {.wide = true, .shapes = false});
    EXPECT_EQ(wide.at({0, 0}, CellMark::None).text, "  0 ");
    EXPECT_EQ(wide.at({0, 0}, CellMark::Affected).text, "[ 0]");
    EXPECT_EQ(wide.at({0, 0}, CellMark::Cursor).text, "> 0<");
    EXPECT_EQ(wide.at({0, 0}, CellMark::Last).text, "( 0)");
    EXPECT_EQ(wide.at({0, 0}, CellMark::Better).text, "{ 0}");
    EXPECT_EQ(wide.width(), 4);
    const Cells compact(*position, {.wide = false, .shapes = false});
    EXPECT_EQ(compact.at({0, 0}, CellMark::Affected).text, "+0");
    EXPECT_EQ(compact.width(), 2);
}

TEST(TerminalCells, ASquareShowsItsValueAndItsHolder) {
    const Cells cells(*small_raid(), {.wide = true, .shapes = true});
    EXPECT_EQ(cells.width(), 5);
    EXPECT_EQ(cells.at({0, 0}, CellMark::None).text, "  1X ");
    EXPECT_EQ(cells.at({1, 1}, CellMark::Affected).text, "[42O]");
    EXPECT_EQ(cells.at({2, 2}, CellMark::None).text, "  9. ");
}

TEST(TerminalCells, TheBoardAsTextHasLettersNumbersAndBrackets) {
    EXPECT_EQ(board_text(*fruit_position("*1/01 1 0 0"), {{0, 1}, {1, 1}}),
              "     A   B \n"
              "  1  . [ 1]\n"
              "  2  0 [ 1]\n");
}

TEST(TerminalLayout, TheUsualTerminalShowsTheUsualBoardsWide) {
    const Result<Layout> fruit = arrange({24, 80}, 10, 4, 2);
    ASSERT_TRUE(fruit);
    EXPECT_TRUE(fruit->wide);
    EXPECT_EQ(fruit->panel_top, 0);
    const Result<Layout> raid = arrange({24, 80}, 8, 5, 4);
    ASSERT_TRUE(raid);
    EXPECT_TRUE(raid->wide);
}

TEST(TerminalLayout, EverythingArrangedFitsOnTheScreen) {
    for (int rows = 1; rows < 60; ++rows) {
        for (int columns = 1; columns < 200; columns += 3) {
            for (const int size : {1, 8, 10, 26, 32}) {
                const Result<Layout> layout = arrange({rows, columns}, size, 4, 2);
                if (!layout) continue;
                EXPECT_LE(layout->board_top + layout->shown.rows, rows);
                EXPECT_LE(layout->board_left + layout->shown.columns * layout->cell_width, columns);
                EXPECT_GE(layout->shown.rows, std::min(size, 5));
                EXPECT_GE(layout->shown.columns, std::min(size, 5));
                EXPECT_LE(layout->list_top + layout->list.rows, rows);
                EXPECT_LE(layout->panel_top + layout->panel.rows, rows);
                EXPECT_LE(layout->panel_left + layout->panel.columns, columns);
                EXPECT_GE(layout->panel.columns, 30);
            }
        }
    }
}

TEST(TerminalLayout, ATerminalTooSmallIsToldWhatIsNeeded) {
    const Result<Layout> layout = arrange({10, 30}, 10, 4, 2);
    ASSERT_FALSE(layout);
    EXPECT_NE(layout.error().message.find("30 columns and 10 rows"), std::string::npos);
    EXPECT_NE(layout.error().message.find("--plain"), std::string::npos);
}

TEST(TerminalLayout, AClickFindsItsCell) {
    const Layout layout = *arrange({24, 80}, 10, 4, 2);
    EXPECT_EQ(layout.cell_at(layout.board_top, layout.board_left), (Cell{0, 0}));
    EXPECT_EQ(layout.cell_at(layout.board_top + 9, layout.board_left + 39), (Cell{9, 9}));
    EXPECT_FALSE(layout.cell_at(layout.board_top - 1, layout.board_left));
    EXPECT_FALSE(layout.cell_at(layout.board_top, layout.board_left - 1));
    EXPECT_FALSE(layout.cell_at(layout.board_top, layout.board_left + 40));
    EXPECT_FALSE(layout.cell_at(layout.board_top + 10, layout.board_left));
}

TEST(TerminalLayout, ABoardLargerThanTheScreenIsShownInPartAndFollowsTheCursor) {
    Layout layout = *arrange({24, 80}, 26, 5, 4);
    EXPECT_FALSE(layout.whole());
    for (const Cell cell : {Cell{25, 25}, Cell{0, 0}, Cell{12, 20}, Cell{25, 0}}) {
        layout.follow(cell);
        bool drawn = false;
        for (int row = 0; row < 24; ++row)
            for (int column = 0; column < 80; ++column)
                drawn = drawn || layout.cell_at(row, column) == cell;
        EXPECT_TRUE(drawn) << cell_name(cell);
        EXPECT_GE(layout.origin.row, 0);
        EXPECT_LE(layout.origin.row + layout.shown.rows, 26);
        EXPECT_LE(layout.origin.column + layout.shown.columns, 26);
    }
    const Cell before = layout.origin;
    layout.follow({20, 3});
    EXPECT_EQ(layout.origin, before) << "what is on the screen already moves nothing";
}

TEST(TerminalLayout, TheMovesHaveThePlaceBelowASmallBoard) {
    const Layout small = *arrange({24, 80}, 8, 4, 2);
    EXPECT_EQ(small.list_top, 10);
    EXPECT_EQ(small.list.rows, 14);
    EXPECT_EQ(arrange({24, 80}, 20, 4, 2)->list.rows, 0) << "the panel has them";
}

TEST(TerminalLayout, TextIsBrokenAtBlanksAndNeverTooWide) {
    EXPECT_EQ(wrapped("one two three four", 9),
              (std::vector<std::string>{"one two", "  three", "  four"}));
    EXPECT_EQ(wrapped("  one two three", 9), (std::vector<std::string>{"  one two", "  three"}));
    EXPECT_EQ(wrapped("", 9), std::vector<std::string>{""});
    for (const std::string& line : wrapped("averyveryverylongword and more of it", 10))
        EXPECT_LE(line.size(), 10U);
}

std::string panel_text(const GameInPlay& game, const View& view) {
    std::string text;
    for (const PanelLine& line : panel_lines(game, view, 60)) text += line.text + '\n';
    return text;
}

GameInPlay game_on(const AnyPosition& start, bool person_first) {
    GameTerms terms;
    terms.settings = {*find_edition("casual"), Seconds{12}};
    terms.person_first = person_first;
    return begin_game(start, terms, {"rival", "engine", "thread", "none"});
}

TEST(TerminalPanel, ThePreviewShowsEveryChoiceAndTheChosenOne) {
    const GameInPlay game = game_on(*small_raid(), true);
    View view;
    view.title = "Stake & Raid";
    view.cursor = {0, 1};
    view.choices = game.position().moves_at(view.cursor);
    view.chosen = 1;
    const std::string text = panel_text(game, view);
    EXPECT_NE(text.find("  B1 Stake: +8"), std::string::npos) << text;
    EXPECT_NE(text.find("> B1 Raid: +138, turns C1 and B2"), std::string::npos) << text;
    EXPECT_NE(text.find("> You, X: "), std::string::npos) << text;
    EXPECT_NE(text.find("12.0 s left; yours is free"), std::string::npos) << text;
}

TEST(TerminalPanel, TheOpponentsThinkingIsShownWhileItsClockRuns) {
    const GameInPlay game = game_on(*fruit_position("01/21 1 0 0"), false);
    View view;
    Thought thought;
    thought.depth = 3;
    thought.score = -2;
    thought.cpu = Seconds{2};
    thought.line = {*game.position().parse_move("B1")};
    view.thinking = thought;
    const std::string text = panel_text(game, view);
    EXPECT_NE(text.find("depth 3, -2: B1"), std::string::npos) << text;
    EXPECT_NE(text.find("10.0 s left"), std::string::npos) << text;
}

TEST(TerminalPanel, KomiIsShownWithWhoHasIt) {
    GameTerms terms;
    terms.settings = {*find_edition("casual"), Seconds{12}, 7};
    const PositionPtr start = fruit_position("01/21 1 0 0");
    const GameInPlay game = begin_game(*start, terms, {"rival", "engine", "thread", "none"});
    EXPECT_NE(panel_text(game, {}).find("rival has +7 for going second"), std::string::npos);
    terms.person_first = false;
    const GameInPlay second = begin_game(*start, terms, {"rival", "engine", "thread", "none"});
    EXPECT_EQ(komi_text(second), "You have +7 for going second");
}

TEST(TerminalHelp, TellsTheRulesInFull) {
    const auto help = [](const AnyPosition& start) {
        std::string text;
        const std::vector<std::string> lines = help_lines(game_on(start, true), 80);
        EXPECT_LE(lines.size(), 23U) << "with the last line it fits on the usual terminal";
        for (const std::string& line : lines) text += line + '\n';
        return text;
    };
    const std::string fruit = help(*fruit_position("01/21 1 0 0"));
    EXPECT_NE(fruit.find("falls straight down"), std::string::npos) << fruit;
    EXPECT_EQ(fruit.find("Tab"), std::string::npos) << fruit;
    const std::string raid = help(*small_raid());
    EXPECT_NE(raid.find("Stake: put a piece on any free square"), std::string::npos) << raid;
    EXPECT_NE(raid.find("turns into yours"), std::string::npos) << raid;
}

void answer(GameInPlay& game, std::string_view name) {
    Reply reply;
    reply.answer = *game.position().parse_move(name);
    game.answer(reply);
}

std::string list_text(const GameInPlay& game, Extent room) {
    std::string text;
    for (const PanelLine& line : move_list(game, room)) text += line.text + '\n';
    return text;
}

TEST(TerminalMoveList, ShowsTheLatestRoundsThatFit) {
    GameInPlay game = game_on(*fruit_position("012/120/201 1 0 0"), false);
    EXPECT_EQ(list_text(game, {5, 40}), "");
    for (const char* const move : {"A1", "B1", "C1", "A2", "B2"}) {
        if (game.is_turn(kYou)) {
            game.play(*game.position().parse_move(move));
        } else {
            answer(game, move);
        }
    }
    EXPECT_EQ(list_text(game, {5, 40}),
              "    rival  You\n"
              "  1 A1 +1  B1 +1\n"
              "  2 C1 +1  A2 +1\n"
              "  3 B2 +1  \n");
    EXPECT_EQ(list_text(game, {2, 40}), "    rival  You\n  3 B2 +1  \n");
    EXPECT_EQ(list_text(game, {3, 15}), "Moves\n  4 You   A2 +1\n  5 rival B2 +1\n");
    EXPECT_EQ(list_text(game, {3, 13}), "Moves\n  4 You A2 +1\n  5 riv B2 +1\n")
        << "names are cut, never what a move brought";
    EXPECT_EQ(list_text(game, {1, 40}), "");
}

TEST(TerminalLookBack, ShowsEachMoveOnTheBoardBeforeIt) {
    GameInPlay game = game_on(*fruit_position("*1/01 1 0 0"), true);
    EXPECT_FALSE(LookBack::at_the_end(game));
    game.play(*game.position().parse_move("A2"));
    answer(game, "B1");
    LookBack back = *LookBack::at_the_end(game);
    EXPECT_EQ(back.position().line(), "*1/*1 2 1 0");
    back.step(-5);
    EXPECT_EQ(back.position().line(), "*1/01 1 0 0");
    ASSERT_EQ(back.marks().size(), 1U);
    EXPECT_EQ(back.marks()[0].cells, (std::vector<Cell>{{1, 0}}));

    // The planted blunder: B1 was worth 4 and its answer 1.
    Judge judge(game.position().game());
    back.set_review(*review_game(game.record(), judge));
    ASSERT_EQ(back.marks().size(), 2U);
    EXPECT_EQ(back.marks()[1].mark, CellMark::Better);
    EXPECT_EQ(back.marks()[1].cells, (std::vector<Cell>{{0, 1}, {1, 1}}));
    std::string text;
    for (const PanelLine& line : back.lines(70, std::nullopt)) text += line.text + '\n';
    EXPECT_NE(text.find("It lost 6 points (proved)."), std::string::npos) << text;
    EXPECT_NE(text.find("{ } B1 was better: takes 2 fruits, +4"), std::string::npos) << text;
    EXPECT_NE(text.find("With best play from here: You by 3."), std::string::npos) << text;
    EXPECT_NE(text.find("What decided it: move 1."), std::string::npos) << text;
    back.step(1);
    back.to_next_mistake();
    EXPECT_EQ(back.position().line(), "*1/01 1 0 0") << "after the last mistake comes the first";
}

}  // namespace
}  // namespace zerosum::terminal
