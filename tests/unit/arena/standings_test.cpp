#include "arena/tournament/standings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "arena/rating/ratings.h"
#include "arena/report/html.h"
#include "arena/tournament/standings_words.h"
#include "core/random.h"
#include "support/ledger_games.h"

namespace zerosum {
namespace {

// Three players with awkward names; ann beats both others, bob once lost on time.
// `paired`: the two games of a pairing are one board. `speeds`: of the machines, in turn.
Standings example(bool paired = false, const std::vector<double>& speeds = {0},
                  const Identity& more = {}) {
    std::string name = testing::TempDir() + "standingsXXXXXX";
    const std::filesystem::path folder = ::mkdtemp(name.data());
    const std::vector<LedgerPlayer> players = {{"ann", "greedy", "greedy"},
                                               {"bob, \"the\" <b>", "random", "random"},
                                               {"cy", "random", "random"}};
    Standings standings;
    {
        Identity identity = {{"game", "fruit"},
                             {"format", "round-robin"},
                             {"games", "2"},
                             {"paired", paired ? "true" : "false"}};
        identity.insert(more.begin(), more.end());
        Result<Ledger> ledger = Ledger::open_to_play(folder / "l", identity);
        EXPECT_TRUE(ledger->enter(players));
        std::size_t played = 0;
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
                game.speed = speeds[played++ % speeds.size()];
                EXPECT_TRUE(tests::keep_game(*ledger, game, "{}"));
            }
        }
        standings = *make_standings(*ledger);
    }
    std::filesystem::remove_all(folder);
    return standings;
}

TEST(Standings, AWarningTellsThatMachinesDifferUnlessBanksWereScaled) {
    const auto warns = [](const Standings& standings) {
        return standings_text(standings).find("speeds differ") != std::string::npos &&
               standings_html(standings).find("speeds differ") != std::string::npos;
    };
    EXPECT_FALSE(warns(example())) << "not known";
    EXPECT_FALSE(warns(example(false, {500, 540})));
    EXPECT_TRUE(warns(example(false, {500, 560})));
    EXPECT_DOUBLE_EQ(example(false, {500, 560}).slowest, 500);
    EXPECT_DOUBLE_EQ(example(false, {500, 560}).fastest, 560);
    EXPECT_FALSE(warns(example(false, {500, 560}, {{"scale_banks", "true"}})));
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
    EXPECT_NEAR(standings.first_move_share.value, 2.0 / 5, 1e-12) << "the lost bank does not count";
}

// All equal: in a round robin both get half, in a knock-out one of them went on.
TEST(Standings, AnEvenPairingIsJudgedAsTheFormatDoes) {
    for (const Format format : {Format::RoundRobin, Format::Knockout}) {
        std::string name = testing::TempDir() + "standingsXXXXXX";
        const std::filesystem::path folder = ::mkdtemp(name.data());
        const std::vector<LedgerPlayer> players = {{"ann", "greedy", "greedy"},
                                                   {"bob", "random", "random"}};
        Result<Ledger> ledger = Ledger::open_to_play(
            folder / "l",
            {{"game", "fruit"}, {"format", std::string(to_text(format))}, {"games", "1"}});
        ASSERT_TRUE(ledger->enter(players));
        const auto plans = Schedule({format, 2, 1}).next({});
        ASSERT_TRUE(ledger->add_pairings(plans));
        LedgerGame game;
        game.id = game_id(plans[0].id, 0);
        game.pairing = plans[0].id;
        game.players = {plans[0].first, plans[0].second};
        game.winner = -1;
        game.points = {50, 50};
        game.reason = "draw";
        ASSERT_TRUE(tests::keep_game(*ledger, game, "{}"));
        const Standings standings = *make_standings(*ledger);
        EXPECT_EQ(standings.lines[0].name, "ann");
        EXPECT_DOUBLE_EQ(standings.lines[0].pairings, format == Format::Knockout ? 1 : 0.5);
        std::filesystem::remove_all(folder);
    }
}

TEST(Standings, TheFirstMovesShareIsCountedOverBoards) {
    // The game that ended by a fault is left out: the one who started it won it.
    const Interval of_games = share95(2, 5);
    const Interval of_boards = share95(2, 5, 3);
    EXPECT_DOUBLE_EQ(example(false).first_move_share.low, of_games.low);
    const Interval paired = example(true).first_move_share;
    EXPECT_DOUBLE_EQ(paired.value, 0.4);
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
    const std::vector<LedgerPlayer> players = {
        {"0", "random", "a"}, {"1", "random", "b"}, {"2", "random", "c"}};
    identity.insert(
        {{"game", "fruit"}, {"format", "round-robin"}, {"games", std::to_string(games)}});
    RandomTournament tournament;
    {
        Random random(17);
        Result<Ledger> ledger = Ledger::open_to_play(folder / "l", identity);
        EXPECT_TRUE(ledger->enter(players));
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
                EXPECT_TRUE(tests::keep_game(*ledger, game, "{}"));
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

TEST(Standings, WhatIsNothingInSoManyDigitsIsNotNegative) {
    EXPECT_EQ(plus_minus({-0.4, -5.4, 4.6}, 0), "+0 +-5");
    EXPECT_EQ(plus_minus({-0.4, -5.4, 4.6}, 1), "-0.4 +-5.0");
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
    EXPECT_NE(csv.find("2,\"bob, \"\"the\"\" <b>\",1,true,random,1,"), std::string::npos) << csv;
}

// The cells of a line, of which none here has a comma or a line's end in it.
std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> found;
    std::string cell;
    bool quoted = false;
    for (const char c : line + ",") {
        if (c == '"') quoted = !quoted;
        if (c == ',' && !quoted)
            found.push_back(std::exchange(cell, ""));
        else if (c != '"')
            cell += c;
    }
    return found;
}

TEST(Standings, CsvHoldsTheNumbersThatJsonDoes) {
    const Standings standings = example();
    const nlohmann::json json = nlohmann::json::parse(standings_json(standings));
    std::istringstream lines(standings_csv(standings));
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> header = cells(line);
    for (const nlohmann::json& player : json["players"]) {
        std::getline(lines, line);
        const std::vector<std::string> row = cells(line);
        ASSERT_EQ(row.size(), header.size()) << line;
        std::map<std::string, std::string> by_name;
        for (std::size_t i = 0; i < row.size(); ++i) by_name[header[i]] = row[i];
        const auto expect = [&](const std::string& column, const nlohmann::json& value) {
            ASSERT_TRUE(by_name.contains(column)) << column;
            if (value.is_null()) {
                EXPECT_EQ(by_name[column], "") << column;
            } else {
                EXPECT_NEAR(std::stod(by_name[column]), value.get<double>(), 0.0006) << column;
            }
        };
        for (const char* same : {"rank", "version", "pairings", "points", "games",
                                 "stronger_than_next", "in_top_ten", "cpu"})
            expect(same, player[same]);
        for (const char* interval : {"rating", "margin"}) {
            expect(interval, player[interval]["value"]);
            expect(interval + std::string("_low"), player[interval]["low"]);
            expect(interval + std::string("_high"), player[interval]["high"]);
        }
        for (const auto& [reason, count] : player["losses_by"].items())
            expect("lost by " + reason, count);
        for (const auto& [count, column] : {std::pair{"wins", "wins"}, {"losses", "losses"}})
            expect(column, player["all"][count]);
        expect("wins_as_first", player["as_first"]["wins"]);
    }
}

TEST(Standings, AReplacedVersionIsHistory) {
    std::string name = testing::TempDir() + "standingsXXXXXX";
    const std::filesystem::path folder = ::mkdtemp(name.data());
    {
        Result<Ledger> ledger = Ledger::open_to_play(
            folder / "l", {{"game", "fruit"}, {"format", "round-robin"}, {"games", "1"}});
        ASSERT_TRUE(ledger->set_about("title", "Class of 2017"));
        std::vector<LedgerPlayer> players = {{"ann", "dir:a", "1"}, {"bob", "dir:b", "1"}};
        ASSERT_TRUE(ledger->enter(players));
        const auto play = [&](int round, PlayerIndex first, PlayerIndex second, int winner) {
            const ScheduledPairing plan{pairing_id(1, round, first, second), round, first, second};
            ASSERT_TRUE(ledger->add_pairings(std::vector{plan}));
            LedgerGame game;
            game.id = game_id(plan.id, 0);
            game.pairing = plan.id;
            game.players = {first, second};
            game.winner = winner;
            game.points = {10, 20};
            game.reason = "points";
            ASSERT_TRUE(tests::keep_game(*ledger, game, "{}"));
        };
        play(1, 0, 1, 0);
        players[0].fingerprint = "2";
        ASSERT_TRUE(ledger->enter(players));
        play(2, 2, 1, 1);

        const Standings now = *make_standings(*ledger);
        EXPECT_EQ(now.title, "Class of 2017");
        EXPECT_EQ(now.games, 1);
        EXPECT_EQ(now.old_games, 1);
        ASSERT_EQ(now.lines.size(), 2U);
        EXPECT_EQ(now.lines[0].name, "bob");
        EXPECT_EQ(now.lines[1].name, "ann");
        EXPECT_EQ(now.lines[1].version, 2);
        EXPECT_EQ(now.lines[1].all.losses, 1);

        const Standings all = *make_standings(*ledger, Versions::All);
        EXPECT_EQ(all.games, 2);
        ASSERT_EQ(all.lines.size(), 3U);
        EXPECT_EQ(all.lines[0].name, "ann (version 1)");
        EXPECT_FALSE(all.lines[0].current);
    }
    std::filesystem::remove_all(folder);
}

TEST(Standings, AFaultTellsNothingAboutTheFirstMove) {
    // Who moves first wins half of what is played out; all faults are the second player's.
    std::vector<RatedGame> games;
    for (std::size_t i = 0; i < 40; ++i)
        games.push_back({i % 2, 1 - i % 2, i % 4 < 2 ? Outcome::Win : Outcome::Loss});
    const double before = Ratings(2, games).first_move_elo().value;
    std::vector<RatedGame> with_faults = games;
    for (std::size_t i = 0; i < 40; ++i) with_faults.push_back({0, 1, Outcome::Win, 0, true});
    const Ratings ratings(2, with_faults);
    EXPECT_NEAR(ratings.first_move_elo().value, before, 5);
    EXPECT_GT(ratings.difference(0, 1).value, 100) << "but the fault is its player's";
    for (RatedGame& game : with_faults) game.fault = false;
    EXPECT_GT(Ratings(2, with_faults).first_move_elo().value, 100) << "as it would be counted else";
}

TEST(Standings, HtmlIsOneEscapedFileWithoutNetwork) {
    const std::string html = standings_html(example());
    EXPECT_EQ(html.find("<b>"), std::string::npos);
    EXPECT_NE(html.find("bob, &quot;the&quot; &lt;b&gt;"), std::string::npos);
    EXPECT_EQ(html.find("http"), std::string::npos);
    EXPECT_EQ(html.find("src="), std::string::npos);
    EXPECT_NE(html.find("<title>Standings: fruit, round-robin</title>"), std::string::npos);
    EXPECT_NE(html.find("<svg"), std::string::npos) << "ratings with their intervals";
    std::size_t games = 0;
    for (std::size_t at = 0; (at = html.find("<tr><td><code>", at)) != std::string::npos; ++at)
        ++games;
    EXPECT_EQ(games, 6U);
    EXPECT_NE(html.find("max-width: none"), std::string::npos) << "as wide as the window";
}

TEST(Html, EscapesWhatTagsAndAttributesGiveMeaning) {
    EXPECT_EQ(escape_html("<a href='x' & \"y\">"),
              "&lt;a href=&#39;x&#39; &amp; &quot;y&quot;&gt;");
}

}  // namespace
}  // namespace zerosum
