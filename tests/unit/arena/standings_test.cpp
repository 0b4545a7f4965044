#include "arena/tournament/standings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "arena/report/html.h"
#include "core/random.h"

namespace zerosum {
namespace {

// Three players with awkward names; ann beats both others, bob once lost on time.
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

// All equal: in a round robin both get half, in a knock-out one of them went on.
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

// A round robin of three with points drawn at random, `games` per pairing, and its standings.
struct RandomTournament {
    std::vector<LedgerGame> games;
    Standings standings;
};

RandomTournament random_tournament(int games, int rounds, Identity identity) {
    std::string name = testing::TempDir() + "standingsXXXXXX";
    const std::filesystem::path folder = ::mkdtemp(name.data());
    const std::vector<LedgerPlayer> players = {{"0", "random"}, {"1", "random"}, {"2", "random"}};
    identity.insert(
        {{"game", "fruit"}, {"format", "round-robin"}, {"games", std::to_string(games)}});
    RandomTournament tournament;
    {
        Random random(17);
        Result<Ledger> ledger = Ledger::open_to_play(folder / "l", identity, players);
        const auto plans = Schedule({Format::RoundRobin, 3, 1, rounds}).next({});
        EXPECT_TRUE(ledger->add_pairings(plans));
        for (const ScheduledPairing& plan : plans) {
            for (int number = 0; !plan.bye() && number < games; ++number) {
                LedgerGame game;
                game.id = game_id(plan.id, number);
                game.pairing = plan.id;
                game.number = number;
                game.players = {number % 2 == 0 ? plan.first : plan.second,
                                number % 2 == 0 ? plan.second : plan.first};
                game.points = {40 + static_cast<Score>(random.below(60)),
                               static_cast<Score>(random.below(60))};
                game.winner = game.points[0] >= game.points[1] ? 0 : 1;
                game.reason = "points";
                EXPECT_TRUE(ledger->finish(game, "{}"));
                tournament.games.push_back(game);
            }
        }
        tournament.standings = *make_standings(*ledger);
    }
    std::filesystem::remove_all(folder);
    return tournament;
}

// The margin's interval, computed again. `same_board` says which games of the same two players are
// on one board: their average is one observation, and so is a single game. `t`: Student's quantile
// from a table, with one degree of freedom less than there must be observations.
template <typename SameBoard>
void expect_margins(const RandomTournament& tournament, std::size_t numbers, double t,
                    SameBoard same_board) {
    for (const StandingLine& line : tournament.standings.lines) {
        const auto me = static_cast<PlayerIndex>(std::stoi(line.name));
        std::vector<double> averages;
        for (std::size_t i = 0; i < tournament.games.size(); ++i) {
            double sum = 0;
            int together = 0;
            bool first_of_board = true;
            for (std::size_t j = 0; j < tournament.games.size(); ++j) {
                const LedgerGame& game = tournament.games[j];
                const auto players = std::minmax(game.players[0], game.players[1]);
                const auto& wanted = tournament.games[i].players;
                if (players != std::minmax(wanted[0], wanted[1])) continue;
                if (players.first != me && players.second != me) continue;
                if (!same_board(tournament.games[i], game)) continue;
                first_of_board = first_of_board && j >= i;
                sum += (game.players[0] == me ? 1 : -1) * (game.points[0] - game.points[1]);
                ++together;
            }
            if (together > 0 && first_of_board) averages.push_back(sum / together);
        }
        ASSERT_EQ(averages.size(), numbers);
        const auto n = static_cast<double>(numbers);
        double mean = 0;
        for (const double average : averages) mean += average / n;
        double squares = 0;
        for (const double average : averages) squares += (average - mean) * (average - mean);
        const double half = t * std::sqrt(squares / (n - 1) / n);
        EXPECT_NEAR(line.margin.value, mean, 1e-9);
        EXPECT_NEAR(line.margin.low, mean - half, 1e-3);
        EXPECT_NEAR(line.margin.high, mean + half, 1e-3);
    }
}

TEST(Standings, TheMarginIsCountedOverPairsAndGamesAlone) {
    // Three games per pairing: a board from both sides, and one from one side.
    expect_margins(
        random_tournament(3, 1, {{"paired", "true"}}), 4, 3.182446,
        [](const LedgerGame& a, const LedgerGame& b) { return a.number / 2 == b.number / 2; });
    expect_margins(random_tournament(3, 1, {{"paired", "false"}}), 6, 2.570582,
                   [](const LedgerGame& a, const LedgerGame& b) { return a.number == b.number; });
    // Drawn boards belong to their pairing: who meets again does so on others.
    expect_margins(random_tournament(2, 2, {{"paired", "true"}}), 4, 3.182446,
                   [](const LedgerGame& a, const LedgerGame& b) { return a.pairing == b.pairing; });
}

TEST(Standings, BoardsFromAFileAreTheSameBoardsEveryTime) {
    // Three boards for four games in each of two rounds: board 1 comes back as game 4, and all of
    // them in the second round.
    const Identity given = {
        {"paired", "false"}, {"board 001", "a"}, {"board 002", "b"}, {"board 003", "c"}};
    expect_margins(
        random_tournament(4, 2, given), 6, 2.570582,
        [](const LedgerGame& a, const LedgerGame& b) { return a.number % 3 == b.number % 3; });
}

TEST(Standings, TheFirstMovesEloIsCountedOverBoards) {
    const auto half_width = [](const Interval& i) { return (i.high - i.low) / 2; };
    const Standings paired = random_tournament(4, 1, {{"paired", "true"}}).standings;
    const Standings apart = random_tournament(4, 1, {{"paired", "false"}}).standings;
    EXPECT_DOUBLE_EQ(paired.first_move_elo.value, apart.first_move_elo.value);
    // The square root of two, but for the prior's share.
    EXPECT_GT(half_width(paired.first_move_elo), 1.3 * half_width(apart.first_move_elo));
    EXPECT_LT(half_width(paired.first_move_elo), 1.42 * half_width(apart.first_move_elo));
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
