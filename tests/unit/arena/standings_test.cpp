#include "arena/standings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arena/html.h"

namespace zerosum {
namespace {

// Three players with awkward names; ann beats everybody, bob once lost on time.
// `paired`: the two games of a pairing are one board.
Standings example(bool paired = false) {
    std::string name = testing::TempDir() + "standingsXXXXXX";
    const std::filesystem::path folder = ::mkdtemp(name.data());
    const std::vector<LedgerPlayer> players = {
        {"ann", "greedy"}, {"bob, \"the\" <b>", "random"}, {"cy", "random"}};
    Standings standings;
    {
        Result<Ledger> ledger = Ledger::open_to_play(folder / "l",
                                                     {{"game", "fruit"},
                                                      {"format", "round-robin"},
                                                      {"games", "2"},
                                                      {"paired", paired ? "true" : "false"}},
                                                     players);
        const auto plans = Schedule({Format::RoundRobin, 3, 1}).next({});
        EXPECT_TRUE(ledger->add_pairings(plans));
        for (const ScheduledPairing& plan : plans) {
            for (const int number : {0, 1}) {
                LedgerGame game;
                game.id = game_id(plan.id, number);
                game.pairing = plan.id;
                game.number = number;
                game.players = {number == 0 ? plan.first : plan.second,
                                number == 0 ? plan.second : plan.first};
                game.winner = game.players[0] < game.players[1] ? 0 : 1;
                game.points =
                    game.winner == 0 ? std::array<Score, 2>{60, 40} : std::array<Score, 2>{30, 70};
                const bool bob_loses = game.players[static_cast<std::size_t>(1 - game.winner)] == 1;
                game.reason = bob_loses && number == 0 ? "time" : "points";
                EXPECT_TRUE(ledger->finish(game, "{}"));
            }
        }
        standings = *make_standings(*ledger);
    }
    std::filesystem::remove_all(folder);
    return standings;
}

TEST(Standings, TheOrderIsByPairingsWon) {
    const Standings standings = example();
    ASSERT_EQ(standings.lines.size(), 3U);
    EXPECT_EQ(standings.lines[0].name, "ann");
    EXPECT_EQ(standings.lines[2].name, "cy");
    EXPECT_DOUBLE_EQ(standings.lines[0].pairings, 2);
    EXPECT_DOUBLE_EQ(standings.lines[2].pairings, 0);
    EXPECT_EQ(standings.lines[0].as_second.wins, 2);
    EXPECT_EQ(standings.lines[1].losses_by.at("time"), 1);
    EXPECT_DOUBLE_EQ(standings.lines[0].margin.value, 30);
    EXPECT_GT(standings.lines[0].rating.value, standings.lines[1].rating.value);
    EXPECT_GT(standings.lines[0].over_next, 0.5);
    EXPECT_NEAR(standings.first_move_share.value, 0.5, 1e-12);
}

// All equal: in a round robin both get half, in a knock-out somebody went on.
TEST(Standings, AnEvenPairingIsJudgedAsTheFormatDoes) {
    for (const Format format : {Format::RoundRobin, Format::Knockout}) {
        std::string name = testing::TempDir() + "standingsXXXXXX";
        const std::filesystem::path folder = ::mkdtemp(name.data());
        const std::vector<LedgerPlayer> players = {{"ann", "greedy"}, {"bob", "random"}};
        Result<Ledger> ledger = Ledger::open_to_play(
            folder / "l",
            {{"game", "fruit"}, {"format", std::string(to_text(format))}, {"games", "1"}}, players);
        const auto plans = Schedule({format, 2, 1}).next({});
        ASSERT_TRUE(ledger->add_pairings(plans));
        LedgerGame game;
        game.id = game_id(plans[0].id, 0);
        game.pairing = plans[0].id;
        game.players = {plans[0].first, plans[0].second};
        game.winner = -1;
        game.points = {50, 50};
        game.reason = "draw";
        ASSERT_TRUE(ledger->finish(game, "{}"));
        const Standings standings = *make_standings(*ledger);
        EXPECT_EQ(standings.lines[0].name, "ann");
        EXPECT_DOUBLE_EQ(standings.lines[0].pairings, format == Format::Knockout ? 1 : 0.5);
        std::filesystem::remove_all(folder);
    }
}

TEST(Standings, TheFirstMovesShareIsCountedOverBoards) {
    const Interval of_games = share95(3, 6);
    const Interval of_boards = share95(1.5, 3);
    EXPECT_DOUBLE_EQ(example(false).first_move_share.low, of_games.low);
    const Interval paired = example(true).first_move_share;
    EXPECT_DOUBLE_EQ(paired.value, 0.5);
    EXPECT_DOUBLE_EQ(paired.low, of_boards.low);
    EXPECT_DOUBLE_EQ(paired.high, of_boards.high);
}

TEST(Standings, TextShowsTableCrossTableAndWords) {
    const std::string text = standings_text(example());
    for (const char* part : {"fruit, round-robin: 6 games", "ann", "4-0-0", "2 of 2", "1 time",
                             "How sure is the order?", "2:0", "Moving first is worth",
                             "Games ended by: 5 points, 1 time."}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in\n" << text;
    }
}

TEST(Standings, JsonIsWhole) {
    const nlohmann::json json = nlohmann::json::parse(standings_json(example()));
    EXPECT_EQ(json["games"], 6);
    EXPECT_EQ(json["players"][0]["name"], "ann");
    EXPECT_EQ(json["players"][0]["against"]["cy"]["wins"], 2);
    EXPECT_EQ(json["players"][1]["losses_by"]["time"], 1);
    EXPECT_TRUE(json["first_move_elo"]["low"].is_number());
}

TEST(Standings, CsvQuotesNames) {
    const std::string csv = standings_csv(example());
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
    EXPECT_NE(csv.find("2,\"bob, \"\"the\"\" <b>\",1,"), std::string::npos) << csv;
}

TEST(Standings, HtmlIsOneEscapedFileWithoutNetwork) {
    const std::string html = standings_html(example());
    EXPECT_EQ(html.find("<b>"), std::string::npos);
    EXPECT_NE(html.find("bob, &quot;the&quot; &lt;b&gt;"), std::string::npos);
    EXPECT_EQ(html.find("http"), std::string::npos);
    EXPECT_EQ(html.find("src="), std::string::npos);
}

TEST(Html, EscapesWhatTagsAndAttributesGiveMeaning) {
    EXPECT_EQ(escape_html("<a href='x' & \"y\">"),
              "&lt;a href=&#39;x&#39; &amp; &quot;y&quot;&gt;");
}

}  // namespace
}  // namespace zerosum
