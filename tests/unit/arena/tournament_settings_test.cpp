#include "arena/tournament/settings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "core/text.h"

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
games = 4
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
    EXPECT_EQ(settings->match.games, 4);
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

TEST(TournamentSettings, BoardsArePlayedFromBothSidesUnlessTheCoursesLetterIsWanted) {
    const auto match = [](const std::string& more) {
        return parse("players = ['greedy', 'random']\n" + more)->match;
    };
    EXPECT_TRUE(match("").paired);
    EXPECT_EQ(match("").games, 12);
    EXPECT_FALSE(match("paired = false").paired);
    EXPECT_EQ(match("paired = false").games, 11);
    EXPECT_EQ(match("games = 5").games, 6) << "both starts on the last board too";
    EXPECT_EQ(match("games = 5\npaired = false").games, 5);
    EXPECT_NE(parse("players = ['greedy', 'random']\ngames = 5")->notice.find("6 are played"),
              std::string::npos);
    EXPECT_TRUE(parse("players = ['greedy', 'random']\ngames = 6")->notice.empty());
}

TEST(TournamentSettings, ALadderHasAnEndWhenItIsGivenOne) {
    const auto ladder = [](const std::string& until) {
        return *parse("players = ['greedy', 'random']\nformat = 'ladder'\n" + until);
    };
    EXPECT_EQ(ladder("").match.games, 2) << "a meeting is one board from both sides";
    EXPECT_TRUE(ladder("").play_all);
    EXPECT_FALSE(ladder("").until.sure);
    EXPECT_TRUE(ladder("until = 'sure'").until.sure);
    EXPECT_EQ(ladder("until = 40").until.games_each, 40);
    EXPECT_EQ(ladder("until = 2017-12-01T18:00:00Z").until.time, 1512151200);
    EXPECT_EQ(ladder("until = 2017-12-01T18:00:00+01:00").until.time, 1512151200 - 3600);
    EXPECT_GT(ladder("until = 2017-12-01T18:00:00").until.time, 1512151200 - 86400);
    const std::string start = "players = ['greedy', 'random']\n";
    EXPECT_EQ(error_of(start + "until = 40"),
              "class.toml: line 2: until: a ladder alone has no end of its own, expected format = "
              "\"ladder\"");
    EXPECT_EQ(error_of(start + "format = 'ladder'\nuntil = 'soon'"),
              "class.toml: line 3: until: found \"soon\", expected \"sure\", a number of games per "
              "entrant, or a time such as 2017-12-01T18:00:00");
}

struct BadFile {
    std::string text;
    std::string message;  // after "class.toml: "
};

constexpr const char* kPlayerKinds =
    "alphabeta, cmd:..., dir:..., engine, greedy, java:..., minimax, random, so:..., ugi:..., "
    "or a path such as ./agent";

void expect_messages(const std::vector<BadFile>& files, const std::filesystem::path& folder = {}) {
    for (const auto& [text, message] : files) {
        const Result<TournamentSettings> settings = parse(text, folder);
        ASSERT_FALSE(settings) << text;
        EXPECT_EQ(settings.error().message, "class.toml: " + message) << text;
    }
}

// After a first line with two players.
void expect_messages_after_players(std::vector<BadFile> files,
                                   const std::filesystem::path& folder = {}) {
    for (BadFile& file : files) file.text.insert(0, "players = [\"greedy\", \"random\"]\n");
    expect_messages(files, folder);
}

TEST(TournamentSettings, ToolsAreForEveryPlayerAndMustBeThere) {
    expect_messages_after_players(
        {{"[tools]\npython2 = \"/no/such/python2\"",
          "line 3: tools.python2: python2 /no/such/python2: found no program there, expected an "
          "interpreter of Python 2"}});
    const Result<TournamentSettings> settings =
        parse("players = [\"greedy\", \"random\"]\n[tools]\npython2 = \"/bin/sh\"\n");
    ASSERT_TRUE(settings) << settings.error().message;
    for (const PlayerSpec& spec : settings->specs) EXPECT_EQ(spec.tools.python2, "/bin/sh");
    EXPECT_EQ(settings->tools.python2, "/bin/sh");
}

TEST(TournamentSettings, UnknownKeysAreToldWithThoseThereAre) {
    expect_messages_after_players(
        {{"banks = 3",
          "line 2: unknown key 'banks', expected one of: title, game, edition, players, format, "
          "rounds, challengers, games, play_all, paired, until, seed, bank, komi, jobs, "
          "scale_banks, ledger, board, tools, class"},
         {"[board]\nsize = 5\nwidth = 5",
          "line 4: unknown key 'board.width', expected one of: size, kinds, pieces, file"},
         {"[board]\n\"si\\u001b[31mze\" = 5",
          "line 3: unknown key 'board.si\\x1B[31mze', expected one of: size, kinds, pieces, "
          "file"}});
    const std::string typo = error_of("player = [\"greedy\", \"random\"]");
    EXPECT_NE(typo.find("unknown key 'player'"), std::string::npos) << typo;
}

TEST(TournamentSettings, WrongTypesAreToldWithWhatWasFound) {
    expect_messages_after_players({
        {"title = 3", "line 2: title: found 3, expected a text in quotes"},
        {"title = 1979-05-27", "line 2: title: found a date or a time, expected a text in quotes"},
        {"game = true", "line 2: game: found true, expected a text in quotes"},
        {"edition = 2017", "line 2: edition: found 2017, expected a text in quotes"},
        {"format = []", "line 2: format: found an empty list, expected a text in quotes"},
        {"ledger = 5", "line 2: ledger: found 5, expected a text in quotes"},
        {"games = 1.5", "line 2: games: found 1.5, expected a whole number from 1 to 100000"},
        {"games = 4.0", "line 2: games: found 4.0, expected a whole number from 1 to 100000"},
        {"rounds = [1, 2]",
         "line 2: rounds: found a list of 2, expected a whole number from 1 to 1000"},
        {"seed = \"a\\u0007b\"",
         "line 2: seed: found \"a\\x07b\", expected a whole number from 0 to 9223372036854775807"},
        {"bank = \"x\"",
         "line 2: bank: found \"x\", expected a number of seconds above 0 and up to 1000000"},
        {"paired = 1", "line 2: paired: found 1, expected true or false"},
        {"play_all = {}", "line 2: play_all: found a table, expected true or false"},
        {"board = 3", "line 2: board: found 3, expected a table [board]"},
        {"[[board]]\nsize = 3", "line 2: board: found a list of 1, expected a table [board]"},
        {"[board]\nfile = 3", "line 3: board.file: found 3, expected a text in quotes"},
    });
}

TEST(TournamentSettings, ValuesOutOfRangeAreToldWithTheRange) {
    expect_messages_after_players({
        {"bank = 0",
         "line 2: bank: found 0, expected a number of seconds above 0 and up to 1000000"},
        {"bank = inf",
         "line 2: bank: found inf, expected a number of seconds above 0 and up to 1000000"},
        {"bank = nan",
         "line 2: bank: found nan, expected a number of seconds above 0 and up to 1000000"},
        {"games = 0", "line 2: games: found 0, expected a whole number from 1 to 100000"},
        {"rounds = 1001", "line 2: rounds: found 1001, expected a whole number from 1 to 1000"},
        {"challengers = 0",
         "line 2: challengers: found 0, expected a whole number from 1 to 100000"},
        {"seed = -1",
         "line 2: seed: found -1, expected a whole number from 0 to 9223372036854775807"},
        {"komi = 1000001",
         "line 2: komi: found 1000001, expected a whole number from -1000000 to 1000000"},
        {"jobs = 0", "line 2: jobs: found 0, expected a whole number from 1 to 1024"},
        {"game = \"chess\"", "line 2: game: 'chess' is not a game, expected fruit or raid"},
        {"edition = \"1999\"",
         "line 2: edition: '1999' is not an edition, expected 2017, 2016, 2012 or casual"},
        {"edition = \"\"",
         "line 2: edition: '' is not an edition, expected 2017, 2016, 2012 or casual"},
        {"format = \"lea\\u001bgue\"",
         "line 2: format: found \"lea\\x1Bgue\", expected round-robin, gauntlet, swiss, "
         "knockout or ladder"},
        {"format = \"" + std::string(3000, 'x') + '"',
         "line 2: format: found \"" + std::string(60, 'x') +
             "...\", expected round-robin, gauntlet, swiss, knockout or ladder"},
        {"ledger = \"\"", "line 2: ledger: found \"\", expected a file's name in quotes"},
        {"ledger = \"results/\"",
         "line 2: ledger: found \"results/\", expected a file's name in quotes"},
        {"format = \"gauntlet\"\nchallengers = 2",
         "line 3: challengers: found 2 among 2 players, expected fewer, as they meet all the "
         "others"},
    });
}

TEST(TournamentSettings, BoardsThatCannotBeAreToldBeforeAnythingIsPlayed) {
    std::string name = testing::TempDir() + "boardsXXXXXX";
    const std::filesystem::path folder = ::mkdtemp(name.data());
    std::ofstream(folder / "empty") << "\n";
    std::ofstream(folder / "junk") << "# comments and empty lines count as lines\n\n01/1\x1b"
                                      "1 1 0 0\n";
    std::ofstream(folder / "over") << "**/** 1 0 0\n";
    const std::string there = folder.string();
    ASSERT_EQ(printable(there, 500), there);
    expect_messages_after_players(
        {
            {"[board]\nsize = 0",
             "line 3: board.size: found 0, expected a whole number from 1 to 100"},
            {"[board]\nkinds = 11",
             "line 3: board.kinds: found 11, expected a whole number from 1 to 10"},
            {"[board]\npieces = -1",
             "line 3: board.pieces: found -1, expected a whole number from 0 to 1000"},
            {"[board]\nsize = 99", "line 2: board: found size 99, expected 1 to 32 for fruit"},
            {"game = \"raid\"\n[board]\nkinds = 3",
             "line 3: board: found 3 kinds, but raid has no kinds of squares: leave them out"},
            {"[board]\nfile = \"\"",
             "line 3: board.file: found \"\", expected a file's name in quotes"},
            {"[board]\nfile = \"no\\u001bne\"", "line 3: board.file: " + there +
                                                    "/no\\x1Bne: cannot open: No such file or "
                                                    "directory"},
            {"[board]\nfile = \"empty\"",
             "line 3: board.file: " + there +
                 "/empty: found no board, expected a position per line"},
            {"[board]\nfile = \"junk\"",
             "line 3: board.file: " + there +
                 "/junk, line 3: row 2: found '1\\x1B1' (3 characters), expected a row of 2"},
            {"[board]\nfile = \"over\"",
             "line 3: board.file: " + there +
                 "/over, line 1: found a game that is over, expected one to play"},
        },
        folder);
    std::filesystem::remove_all(folder);
}

TEST(TournamentSettings, WrongPlayersAreToldWithTheirOwnLine) {
    const std::string wanted = "expected a list of two players or more, in quotes";
    expect_messages({
        {"", "found no players, " + wanted},
        {"games = 3", "found no players, " + wanted},
        {"\nplayers = []", "line 2: players: found an empty list, " + wanted},
        {"players = \"greedy\"", "line 1: players: found \"greedy\", " + wanted},
        {"players = [\"greedy\"]", "line 1: players: found 1 player, " + wanted},
        {"players = [\"greedy\",\n3]", "line 2: players: found 3, " + wanted},
        {"players = [\n\"greedy\",\n\"random\",\n\"greedy\"]",
         "line 4: players: found a second player called 'greedy', the first is in line 2, expected "
         "another name: 'PLAYER@NAME' gives one"},
        {"players = [\"greedy@a\\u00e9\",\n\"random@a\\u00e9\"]",
         "line 2: players: found a second player called 'aé', the first is in line 1, "
         "expected "
         "another name: 'PLAYER@NAME' gives one"},
        {"players = [\"greedy\",\n\"wiz\\u00e9[31mard\"]",
         fmt::format("line 2: players: 'wizé[31mard' is not a player, expected one of: {}",
                     kPlayerKinds)},
        {"players = [\"\",\n\"greedy\"]",
         fmt::format("line 1: players: '' is not a player, expected one of: {}", kPlayerKinds)},
        {"players = [\"greedy\",\n\"minimax:depth=0\"]",
         "line 2: players: player 'minimax:depth=0': depth=0 is out of range, expected 1..100"},
        {"players = [\"greedy\", \"minimax:depth\"]",
         "line 1: players: player 'minimax:depth': found 'depth', expected key=value"},
        {"players = [\"greedy\", \"minimax:deep=3@m\\u00e9\"]",
         "line 1: players: player 'minimax:deep=3@mé': unknown option 'deep', expected "
         "depth"},
        {"players = [\"greedy\", \"random@\\u001b[31m\"]",
         "line 1: players: player 'random@\\x1B[31m': found a control character, expected "
         "printable "
         "text"},
        {"players = [\"greedy\", \"cmd:\"]",
         "line 1: players: player 'cmd:': found nothing after the colon, expected a program"},
        {"players = [\"greedy\", \"dir: @x\"]",
         "line 1: players: player 'dir: @x': found nothing after the colon, expected a directory"},
        {"players = [\"greedy\", \"cmd:./noth\\u00e9ing\"]",
         "line 1: players: found no file './nothéing', expected a program"},
        {"players = [\"greedy\", \"cmd:'run\"]",
         "line 1: players: found an open ' in 'run, expected it to be closed"},
        {"players = [\"greedy\", \"dir:no\\u00e9where\"]",
         "line 1: players: found no directory 'noéwhere', expected an agent's"},
        {"players = [\"greedy\", \"dir:no\\u00e9where/*\"]",
         "line 1: players: found no directory like 'noéwhere/*', expected one or more"},
    });
}

TEST(TournamentSettings, WhatIsNotTomlIsShown) {
    const std::string before = "players = [\"greedy\", \"random\"]\n";
    for (const auto& [text, start] : std::initializer_list<std::pair<std::string, std::string>>{
             {"bank = = 3", "line 2: found 'bank = = 3', expected TOML: "},
             {"bank = 3\n  bank = 4\n", "line 3: found 'bank = 4', expected TOML: "},
             {"title = \"\x1b[31m\"", "line 2: found 'title = \"\\x1B[31m\"', expected TOML: "},
             {"title = \"open", "line 2: found 'title = \"open', expected TOML: "},
             {"title \xff", "line 2: found 'title \\xFF', expected TOML: "},
             {"games = 99999999999999999999",
              "line 2: found 'games = 99999999999999999999', expected TOML: "}}) {
        const std::string error = error_of(before + text);
        EXPECT_EQ(error.find("class.toml: " + start), 0U) << error;
        EXPECT_EQ(error, printable(error, 2000));
    }
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
    EXPECT_EQ(settings->specs[2].text, "dir:" + (folder / "agents/team1@team1").string());
    EXPECT_EQ(settings->specs[2].argument, (folder / "agents/team1").string());
    EXPECT_EQ(settings->specs[1].argument, (folder / "agents/team 3@home").string());
    // A path needs no dir:, and is looked up from the file's folder too.
    const Result<TournamentSettings> paths =
        parse(R"(players = ["agents/other", "agents/team*"])", folder);
    ASSERT_TRUE(paths) << paths.error().message;
    ASSERT_EQ(paths->players.size(), 4U);
    EXPECT_EQ(paths->players[0].spec, "dir:agents/other");
    EXPECT_EQ(paths->specs[0].argument, (folder / "agents/other").string());
    EXPECT_EQ(paths->players[2].spec, settings->players[2].spec);
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
             {"games = 4", "games = 6"},
             {"paired = true", "paired = false"},
             {"\"swiss\"", "\"knockout\""},
             {"size = 6", "size = 7"},
             {"\"2017\"\nformat", "\"2012\"\nformat"}}) {
        EXPECT_TRUE(changed(from, to)) << from;
    }
    EXPECT_FALSE(changed("jobs = 3", "jobs = 1"));
    EXPECT_FALSE(changed("rounds = 5", "rounds = 6")) << "more rounds add pairings";
    EXPECT_FALSE(changed("\"greedy\"", "\"greedy@g\"")) << "players come and go";
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
        const MatchSettings match = settings->match_of(pairing, settings->specs[pairing.first],
                                                       settings->specs[pairing.second]);
        const auto first = static_cast<std::size_t>(starter(match, 0));
        EXPECT_EQ(match.players[first].text, settings->players[pairing.first].spec);
        EXPECT_EQ(match.players[1 - first].text, settings->players[pairing.second].spec);
        EXPECT_NE(starter(match, 0), starter(match, 1));
    }
}

}  // namespace
}  // namespace zerosum
