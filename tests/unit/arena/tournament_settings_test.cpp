#include "arena/tournament_settings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace zerosum {
namespace {

Result<TournamentSettings> parse(std::string_view text, const std::filesystem::path& folder = {}) {
    return parse_tournament(text, folder, "class.toml");
}

std::string error_of(std::string_view text) {
    const Result<TournamentSettings> settings = parse(text);
    return settings ? "no error" : settings.error().message;
}

constexpr std::string_view kWhole = R"(
title = "Class of 2017"
game = "fruit"
edition = "2017"
format = "swiss"
rounds = 5
games = 3
play_all = true
paired = true
seed = 99
bank = 12.5
komi = 4
jobs = 3
ledger = "results/class.db"
players = ["greedy", "random", "minimax:depth=2@deep"]

[board]
size = 6
kinds = 4
)";

TEST(TournamentSettings, EveryKeyIsRead) {
    const Result<TournamentSettings> settings = parse(kWhole, "/course");
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->title, "Class of 2017");
    EXPECT_EQ(settings->match.game->name(), "fruit");
    EXPECT_EQ(settings->match.edition.name, "2017");
    EXPECT_EQ(settings->format, Format::Swiss);
    EXPECT_EQ(settings->rounds, 5);
    EXPECT_EQ(settings->match.games, 3);
    EXPECT_TRUE(settings->play_all);
    EXPECT_TRUE(settings->match.paired);
    EXPECT_EQ(settings->seed, 99U);
    EXPECT_EQ(settings->match.bank, Seconds{12.5});
    EXPECT_EQ(settings->match.komi, 4);
    EXPECT_EQ(settings->jobs, 3);
    EXPECT_EQ(settings->ledger, "/course/results/class.db");
    EXPECT_EQ(settings->match.start.size, 6);
    EXPECT_EQ(settings->match.start.kinds, 4);
    ASSERT_EQ(settings->players.size(), 3U);
    EXPECT_EQ(settings->players[2].name, "deep");
}

TEST(TournamentSettings, TwoPlayersAreEnough) {
    const Result<TournamentSettings> settings = parse(R"(players = ["greedy", "random"])");
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->format, Format::RoundRobin);
    EXPECT_EQ(settings->ledger, "class.ledger");
    EXPECT_EQ(settings->match.bank, settings->match.edition.bank);
}

TEST(TournamentSettings, UnknownKeysAreRefusedWithTheirLine) {
    const std::string error = error_of("players = [\"greedy\", \"random\"]\nbanks = 3\n");
    EXPECT_NE(error.find("class.toml, line 2: there is no key 'banks'"), std::string::npos)
        << error;
    EXPECT_NE(error.find("bank"), std::string::npos);
    const std::string nested =
        error_of("players = [\"greedy\", \"random\"]\n[board]\nsize = 5\nwidth = 5\n");
    EXPECT_NE(nested.find("line 4: there is no key 'board.width'"), std::string::npos) << nested;
}

TEST(TournamentSettings, WrongValuesAreRefusedWithTheirLine) {
    constexpr std::string_view players = "players = [\"greedy\", \"random\"]\n";
    for (const auto& [line, expected] : std::initializer_list<std::pair<std::string, std::string>>{
             {"bank = 0", "line 2: 'bank' must be a number of seconds above 0"},
             {"bank = \"x\"", "line 2: 'bank' must be"},
             {"games = 0", "line 2: 'games' must be a whole number from 1"},
             {"games = 1.5", "line 2: 'games' must be a whole number"},
             {"paired = 1", "line 2: 'paired' must be true or false"},
             {"title = 3", "line 2: 'title' must be a text"},
             {"board = 3", "line 2: 'board' must be a table"},
             {"format = \"league\"", "line 2: there is no format 'league'"},
             {"game = \"chess\"", "line 2"},
             {"edition = \"1999\"", "line 2"},
             {"bank = = 3", "line 2"},
         }) {
        const std::string error = error_of(std::string(players) + line + "\n");
        EXPECT_NE(error.find(expected), std::string::npos) << line << " gave " << error;
    }
}

TEST(TournamentSettings, WrongPlayersAreRefused) {
    EXPECT_NE(error_of("games = 3").find("two players"), std::string::npos);
    EXPECT_NE(error_of(R"(players = ["greedy"])").find("two players"), std::string::npos);
    EXPECT_NE(error_of(R"(players = ["greedy", "greedy"])").find("two players are called 'greedy'"),
              std::string::npos);
    EXPECT_NE(error_of(R"(players = ["greedy", "wizard"])").find("wizard"), std::string::npos);
    EXPECT_NE(error_of(R"(players = ["greedy", 3])").find("list of texts"), std::string::npos);
    EXPECT_NE(error_of(R"(players = ["greedy", "dir:nowhere/*"])").find("no directory matches"),
              std::string::npos);
    EXPECT_NE(error_of("players = [\"greedy\", \"random\"]\nformat = \"gauntlet\"\nchallengers = 2")
                  .find("leave nobody"),
              std::string::npos);
}

TEST(TournamentSettings, ABoardThatCannotBeIsRefusedBeforeAnythingIsPlayed) {
    EXPECT_NE(error_of("players = [\"greedy\", \"random\"]\n[board]\nsize = 99\n"), "no error");
}

TEST(TournamentSettings, GlobsNameTheDirectoriesInOrder) {
    std::string name = testing::TempDir() + "globXXXXXX";
    const std::filesystem::path folder = ::mkdtemp(name.data());
    for (const char* agent :
         {"agents/team2", "agents/team1", "agents/team 3@home", "agents/other", "agents/.hidden"}) {
        std::filesystem::create_directories(folder / agent);
        std::ofstream(folder / agent / "homework.py") << "print()\n";
    }
    std::ofstream(folder / "agents" / "team3") << "a file\n";
    const Result<TournamentSettings> settings =
        parse(R"(players = ["greedy", "dir:agents/team*"])", folder);
    ASSERT_TRUE(settings) << settings.error().message;
    ASSERT_EQ(settings->players.size(), 4U);
    EXPECT_EQ(settings->players[1].name, "team_3_home");
    EXPECT_EQ(settings->players[1].spec, "dir:agents/team 3@home@team_3_home");
    EXPECT_EQ(settings->players[2].name, "team1");
    EXPECT_EQ(settings->players[2].spec, "dir:agents/team1@team1");
    EXPECT_EQ(settings->players[3].name, "team2");
    EXPECT_EQ(settings->spec_of(2), "dir:" + (folder / "agents/team1@team1").string());
    std::filesystem::remove_all(folder);
}

TEST(TournamentSettings, TheIdentityNamesWhatResultsDependOnAndNothingElse) {
    const Identity before = parse(kWhole)->identity();
    const auto changed = [&](std::string_view from, std::string_view to) {
        std::string text(kWhole);
        text.replace(text.find(from), from.size(), to);
        return parse(text)->identity() != before;
    };
    for (const auto& [from, to] :
         std::initializer_list<std::pair<std::string_view, std::string_view>>{
             {"seed = 99", "seed = 98"},
             {"bank = 12.5", "bank = 12.6"},
             {"komi = 4", "komi = 5"},
             {"games = 3", "games = 5"},
             {"paired = true", "paired = false"},
             {"\"swiss\"", "\"knockout\""},
             {"size = 6", "size = 7"},
             {"\"greedy\"", "\"greedy@g\""},
             {"\"2017\"\nformat", "\"2012\"\nformat"}}) {
        EXPECT_TRUE(changed(from, to)) << from;
    }
    EXPECT_FALSE(changed("jobs = 3", "jobs = 1"));
    EXPECT_TRUE(changed("play_all = true", "play_all = false")) << "a Swiss ranks by all points";
    EXPECT_FALSE(changed("Class of 2017", "Class of 2018"));
    const auto round_robin = [](const std::string& more) {
        return parse("players = ['greedy', 'random']\n" + more)->identity();
    };
    EXPECT_EQ(round_robin("play_all = true"), round_robin("play_all = false"));
}

TEST(TournamentSettings, ThePlannedPlayerStartsTheFirstGame) {
    const Result<TournamentSettings> settings = parse(kWhole);
    const Schedule schedule(settings->schedule());
    for (const ScheduledPairing& pairing : schedule.next({})) {
        if (pairing.bye()) continue;
        const MatchSettings match = settings->match_of(pairing);
        const auto first = static_cast<std::size_t>(starter(match, 0));
        EXPECT_EQ(match.players[first], settings->players[pairing.first].spec);
        EXPECT_EQ(match.players[1 - first], settings->players[pairing.second].spec);
        EXPECT_NE(starter(match, 0), starter(match, 1));
    }
}

}  // namespace
}  // namespace zerosum
