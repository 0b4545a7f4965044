#include "arena/tournament/tournament.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include "arena/play/record.h"
#include "arena/tournament/standings.h"

namespace zerosum {
namespace {

class TournamentTest : public testing::Test {
 protected:
    TournamentTest() {
        std::string name = testing::TempDir() + "tournamentXXXXXX";
        folder_ = ::mkdtemp(name.data());
    }
    ~TournamentTest() override {
        std::error_code unused;
        std::filesystem::remove_all(folder_, unused);
    }

    // Small boards, players that use no time worth speaking of. An odd number of fruits: the
    // totals are never equal, so no game is decided by who has used less time.
    [[nodiscard]] TournamentSettings settings(const std::string& more,
                                              const std::string& ledger = "t.ledger") const {
        const std::string text =
            "players = ['greedy', 'random', 'random:by=move@mover', 'minimax:depth=1@one']\n"
            "seed = 5\nbank = 30\n" +
            std::string(more.find("paired") == std::string::npos ? "paired = false\n" : "") +
            "ledger = '" + ledger + "'\n" + more + "\n[board]\nsize = 5\nkinds = 3\n";
        Result<TournamentSettings> parsed = parse_tournament(text, folder_, "t.toml");
        EXPECT_TRUE(parsed) << parsed.error().message;
        return *parsed;
    }

    static std::set<GameId> ids(const TournamentSettings& settings) {
        std::set<GameId> found;
        const Result<Ledger> kept = Ledger::open_to_read(settings.ledger);
        if (!kept) return found;
        const Result<std::vector<LedgerGame>> read = kept->games();
        if (!read) return found;
        const std::vector<LedgerGame>& all_games = *read;
        for (const LedgerGame& game : all_games) {
            EXPECT_TRUE(found.insert(game.id).second);
        }
        return found;
    }

    std::filesystem::path folder_;
};

// An agent for boards of one fruit that reports when it was built.
void make_agent(const std::filesystem::path& home, const std::string& comment) {
    std::filesystem::create_directory(home);
    std::ofstream(home / "Makefile") << "# " << comment
                                     << "\nagent:\n\tdate +%s.%N > built\n"
                                        "run:\n\tcat built >&2; printf 'A1\\n*\\n' > output.txt\n";
}

TEST_F(TournamentTest, AgentsAreBuiltOnce) {
    for (const char* name : {"a", "b", "c"}) make_agent(folder_ / name, name);
    const std::string text =
        "players = ['dir:?']\ngames = 2\nplay_all = true\njobs = 2\nbank = 30\n"
        "ledger = 't.ledger'\n[board]\nsize = 1\nkinds = 1\n";
    const TournamentSettings s = *parse_tournament(text, folder_, "t.toml");
    ASSERT_EQ(s.players.size(), 3U);
    const Result<bool> complete = run_tournament(s);
    ASSERT_TRUE(complete) << complete.error().message;

    std::map<std::string, std::set<std::string>> built;  // by player
    {
        const Result<Ledger> ledger = Ledger::open_to_read(s.ledger);
        const std::vector<LedgerGame> games = *ledger->games();
        EXPECT_EQ(games.size(), 6U);
        for (const LedgerGame& game : games) {
            const GameRecord record = *parse_record(*ledger->record(game.id));
            EXPECT_EQ(record.reason, EndReason::Points) << record.sentence;
            const MoveRecord& move = record.moves.at(0);
            built[record.players.at(static_cast<std::size_t>(move.player)).name].insert(
                move.stderr_tail);
        }
    }
    EXPECT_EQ(built.size(), 3U);
    for (const auto& [name, times] : built) EXPECT_EQ(times.size(), 1U) << name;

    EXPECT_TRUE(run_tournament(s).has_value());  // nothing changed, nothing to play
}

// Directories of agents for boards of one fruit, and the games of a tournament among them.
class LateHandIns : public TournamentTest {
 protected:
    [[nodiscard]] TournamentSettings open(const std::string& more) const {
        const std::string text = "players = ['dir:?']\nplay_all = true\njobs = 2\nbank = 30\n" +
                                 more + "\nledger = 't.ledger'\n[board]\nsize = 1\nkinds = 1\n";
        return *parse_tournament(text, folder_, "t.toml");
    }
    // Plays to the end and returns the ids of the games that were played now.
    static std::set<GameId> play(const TournamentSettings& settings) {
        std::set<GameId> played;
        TournamentWatch watch;
        watch.on_game = [&](const LedgerGame& game) { played.insert(game.id); };
        const Result<bool> complete = run_tournament(settings, watch);
        EXPECT_TRUE(complete && *complete) << (complete ? "stopped" : complete.error().message);
        return played;
    }
    // Names of who plays in these games, "b2" for the second version of b.
    [[nodiscard]] std::set<std::string> who(const TournamentSettings& settings,
                                            const std::set<GameId>& ids) const {
        const Result<Ledger> ledger = Ledger::open_to_read(settings.ledger);
        const std::vector<LedgerPlayer> players = *ledger->players();
        const std::vector<LedgerGame> games = *ledger->games();
        std::set<std::string> pairs;
        for (const LedgerGame& game : games) {
            if (!ids.contains(game.id)) continue;
            std::set<std::string> names;
            for (const PlayerIndex player : game.players)
                names.insert(players[player].name + std::to_string(players[player].version));
            pairs.insert(*names.begin() + "-" + *names.rbegin());
        }
        return pairs;
    }
};

TEST_F(LateHandIns, ALateAndAChangedAgentPlayOnlyWhatIsMissing) {
    for (const char* name : {"a", "b", "c"}) make_agent(folder_ / name, name);
    const std::string rules = "games = 2";
    EXPECT_EQ(play(open(rules)).size(), 6U);
    EXPECT_TRUE(play(open(rules)).empty()) << "nothing changed";

    make_agent(folder_ / "d", "late");
    EXPECT_EQ(who(open(rules), play(open(rules))),
              (std::set<std::string>{"a1-d1", "b1-d1", "c1-d1"}));

    make_agent(folder_ / "b", "improved");
    EXPECT_EQ(who(open(rules), play(open(rules))),
              (std::set<std::string>{"a1-b2", "b2-c1", "b2-d1"}));

    const Result<Ledger> ledger = Ledger::open_to_read(open(rules).ledger);
    EXPECT_EQ(ledger->games()->size(), 18U) << "the old version's games stay";
    const Standings standings = *make_standings(*ledger);
    EXPECT_EQ(standings.games, 12);
    EXPECT_EQ(standings.old_games, 6);
    EXPECT_EQ(standings.lines.size(), 4U);
}

TEST_F(LateHandIns, WhoLeavesAndComesBackIsAsItWas) {
    for (const char* name : {"a", "b", "c"}) make_agent(folder_ / name, name);
    EXPECT_EQ(play(open("games = 2")).size(), 6U);
    std::filesystem::rename(folder_ / "c", folder_ / "away");
    EXPECT_TRUE(play(open("games = 2")).empty());
    EXPECT_EQ(make_standings(*Ledger::open_to_read(open("games = 2").ledger))->lines.size(), 2U);
    std::filesystem::rename(folder_ / "away", folder_ / "c");
    EXPECT_TRUE(play(open("games = 2")).empty()) << "its games are there";
    EXPECT_EQ(make_standings(*Ledger::open_to_read(open("games = 2").ledger))->games, 6);
}

TEST_F(LateHandIns, ALadderGoesOnWithANewcomerUntilEachHasItsGames) {
    for (const char* name : {"a", "b", "c", "d"}) make_agent(folder_ / name, name);
    const std::string rules = "format = 'ladder'\nuntil = 10";
    const std::size_t first = play(open(rules)).size();
    EXPECT_GE(first, 20U);
    EXPECT_TRUE(play(open(rules)).empty());
    make_agent(folder_ / "e", "late");
    const std::set<GameId> more = play(open(rules));
    EXPECT_GE(first + more.size(), 25U);
    const std::set<std::string> pairs = who(open(rules), more);
    EXPECT_TRUE(std::any_of(pairs.begin(), pairs.end(), [](const std::string& pair) {
        return pair.find("e1") != std::string::npos;
    }));
}

TEST_F(LateHandIns, ALadderLetsANewcomerBeginHoweverOftenTheOthersHaveMet) {
    for (const char* name : {"a", "b", "c", "d"}) make_agent(folder_ / name, name);
    EXPECT_GE(play(open("format = 'ladder'\nuntil = 20")).size(), 40U);
    make_agent(folder_ / "e", "late");
    const TournamentSettings fewer = open("format = 'ladder'\nuntil = 4");
    EXPECT_FALSE(play(fewer).empty()) << "16 games each on average are enough, none is not";
    const Standings standings = *make_standings(*Ledger::open_to_read(fewer.ledger));
    for (const StandingLine& line : standings.lines) EXPECT_GE(line.all.games(), 4) << line.name;
}

TEST_F(LateHandIns, AKnockoutSaysWhyItCannotTakeThem) {
    for (const char* name : {"a", "b", "c"}) make_agent(folder_ / name, name);
    const std::string rules = "format = 'knockout'\ngames = 2";
    EXPECT_EQ(play(open(rules)).size(), 4U);
    EXPECT_TRUE(play(open(rules)).empty());
    make_agent(folder_ / "b", "improved");
    make_agent(folder_ / "d", "late");
    const Result<bool> refused = run_tournament(open(rules));
    ASSERT_FALSE(refused);
    for (const char* part : {"bracket", "b has changed", "d is new", "ladder"})
        EXPECT_NE(refused.error().message.find(part), std::string::npos) << refused.error().message;
    // Nothing was changed by the attempt.
    make_agent(folder_ / "b", "b");
    std::filesystem::remove_all(folder_ / "d");
    EXPECT_TRUE(play(open(rules)).empty());
}

TEST_F(LateHandIns, AWatchedFolderIsTakenInWhileItRuns) {
    const std::filesystem::path folder = folder_ / "hand-ins";
    std::filesystem::create_directory(folder);
    make_agent(folder / "a", "a");
    TournamentSettings settings = *parse_tournament(
        "players = ['random']\ngames = 2\nbank = 30\nledger = 't.ledger'\n[board]\nsize = 1\n"
        "kinds = 1\n",
        folder_, "t.toml", folder);
    std::stop_source stop;
    TournamentWatch watch;
    watch.stop = stop.get_token();
    std::vector<std::string> notices;
    std::set<std::string> met;
    std::vector<LedgerPlayer> players;
    watch.on_players = [&](const std::vector<LedgerPlayer>& all) { players = all; };
    watch.on_notice = [&](const std::string& notice) { notices.push_back(notice); };
    watch.on_game = [&](const LedgerGame& game) {
        for (const PlayerIndex player : game.players)
            met.insert(players[player].name + std::to_string(players[player].version));
    };
    // One comes when the first has played, then it changes, then it is over.
    int step = 0;
    watch.on_progress = [&](const TournamentProgress& now) {
        if (step == 0 && now.games_finished >= 2) {
            make_agent(folder / ".b", "late");
            std::filesystem::rename(folder / ".b", folder / "b");
            ++step;
        } else if (step == 1 && met.contains("b1") && now.running.empty() &&
                   now.games_finished == now.games) {
            make_agent(folder / "b", "improved");
            ++step;
        } else if (step == 2 && met.contains("b2") && now.running.empty() &&
                   now.games_finished == now.games) {
            stop.request_stop();
        }
    };
    const Result<bool> complete = run_tournament(settings, watch);
    ASSERT_TRUE(complete) << complete.error().message;
    EXPECT_EQ(met, (std::set<std::string>{"a1", "b1", "b2", "random1"}));
    EXPECT_EQ(std::count(notices.begin(), notices.end(), "b has a new version"), 1);
    const Result<Ledger> ledger = Ledger::open_to_read(settings.ledger);
    EXPECT_EQ(ledger->games()->size(), 10U) << "three pairings, and two of the old version";
}

TEST_F(TournamentTest, ARoundRobinPlaysEveryGameOnce) {
    const TournamentSettings s = settings("games = 3\nplay_all = true\njobs = 2");
    int reported = 0;
    TournamentProgress last;
    TournamentWatch watch;
    watch.on_game = [&](const LedgerGame&) { ++reported; };
    watch.on_progress = [&](const TournamentProgress& now) { last = now; };
    const Result<bool> complete = run_tournament(s, watch);
    ASSERT_TRUE(complete) << complete.error().message;
    EXPECT_TRUE(*complete);
    EXPECT_EQ(reported, 18);
    EXPECT_EQ(last.games_finished, 18U);
    EXPECT_EQ(last.games, 18U);
    EXPECT_EQ(last.pairings_finished, 6U);
    EXPECT_TRUE(last.running.empty());
    double points = 0;
    for (const TableLine& line : last.table) points += line.tally.points();
    EXPECT_DOUBLE_EQ(points, 18);

    std::set<GameId> expected;
    for (const ScheduledPairing& pairing : Schedule(s.schedule()).next({})) {
        for (int game = 0; game < 3; ++game) expected.insert(game_id(pairing.id, game));
    }
    EXPECT_EQ(ids(s), expected);
}

// The last games, and the workers with them, may end while the watcher is called for earlier ones.
TEST_F(TournamentTest, ASlowWatcherIsToldOfTheLastGameToo) {
    const TournamentSettings s = settings("games = 3\nplay_all = true\njobs = 2");
    int reported = 0;
    TournamentProgress last;
    TournamentWatch watch;
    watch.on_game = [&](const LedgerGame&) {
        if (++reported > 1) return;
        while (ids(s).size() < 18) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));  // time for the workers to end
    };
    watch.on_progress = [&](const TournamentProgress& now) { last = now; };
    ASSERT_TRUE(*run_tournament(s, watch));
    EXPECT_EQ(reported, 18);
    EXPECT_EQ(last.games_finished, 18U);
    EXPECT_TRUE(last.running.empty());
}

TEST_F(TournamentTest, TheLedgerAgreesWithTheRecords) {
    const TournamentSettings s = settings("games = 2\nplay_all = true");
    ASSERT_TRUE(run_tournament(s));
    const Result<Ledger> ledger = Ledger::open_to_read(s.ledger);
    std::map<PairingId, ScheduledPairing> plans;
    const std::vector<ScheduledPairing> pairings = *ledger->pairings();
    for (const ScheduledPairing& plan : pairings) plans[plan.id] = plan;
    const std::vector<LedgerGame> games = *ledger->games();
    for (const LedgerGame& game : games) {
        const Result<GameRecord> record = parse_record(*ledger->record(game.id));
        ASSERT_TRUE(record) << record.error().message;
        const auto first = static_cast<std::size_t>(record->first);
        EXPECT_EQ(record->players[first].name, s.players[game.players[0]].name);
        EXPECT_EQ(record->players[1 - first].name, s.players[game.players[1]].name);
        EXPECT_EQ(record->points[first], game.points[0]);
        EXPECT_EQ(record->points[1 - first], game.points[1]);
        EXPECT_EQ(to_text(record->reason), game.reason);
        EXPECT_EQ(record->winner == record->first, game.winner == 0);
        // The pairing's first player starts the games with even numbers.
        EXPECT_EQ(game.players[0] == plans[game.pairing].first, game.number % 2 == 0);
    }
}

TEST_F(TournamentTest, RunningItAgainPlaysNothing) {
    const TournamentSettings s = settings("");
    ASSERT_TRUE(*run_tournament(s));
    int played = 0;
    TournamentWatch watch;
    watch.on_game = [&](const LedgerGame&) { ++played; };
    EXPECT_TRUE(*run_tournament(s, watch));
    EXPECT_EQ(played, 0);
}

TEST_F(TournamentTest, AStoppedTournamentGoesOnWhereItStopped) {
    const TournamentSettings whole = settings("games = 5\nplay_all = true", "whole.ledger");
    ASSERT_TRUE(*run_tournament(whole));

    const TournamentSettings pieces = settings("games = 5\nplay_all = true", "pieces.ledger");
    std::stop_source at_once;
    at_once.request_stop();
    TournamentWatch stopped;
    stopped.stop = at_once.get_token();
    EXPECT_FALSE(*run_tournament(pieces, stopped)) << "it was stopped before its first game";
    EXPECT_TRUE(ids(pieces).empty());

    // How soon a stop is seen depends on the machine, so a run may play more than four games.
    int runs = 0;
    for (bool complete = false; !complete; ++runs) {
        std::stop_source stop;
        int played = 0;
        TournamentWatch watch;
        watch.stop = stop.get_token();
        watch.on_game = [&](const LedgerGame&) {
            if (++played == 4) stop.request_stop();
        };
        const Result<bool> result = run_tournament(pieces, watch);
        ASSERT_TRUE(result) << result.error().message;
        complete = *result;
        ASSERT_LT(runs, 31);
    }
    EXPECT_EQ(ids(whole), ids(pieces));
}

TEST_F(TournamentTest, ABestOfStopsWhenDecidedAndPlaysTheSameGamesOnAnyNumberOfJobs) {
    const TournamentSettings one = settings("games = 7\njobs = 1", "one.ledger");
    const TournamentSettings four = settings("games = 7\njobs = 4", "four.ledger");
    ASSERT_TRUE(*run_tournament(one));
    ASSERT_TRUE(*run_tournament(four));
    EXPECT_EQ(ids(one), ids(four));
    EXPECT_LT(ids(one).size(), 42U);

    std::map<PairingId, std::map<int, int>> games;  // winner (1: pairing's first) by number
    const Result<Ledger> ledger = Ledger::open_to_read(one.ledger);
    const std::vector<LedgerGame> played = *ledger->games();
    for (const LedgerGame& game : played) {
        games[game.pairing][game.number] = game.winner < 0                                ? 0
                                           : (game.winner == 0) == (game.number % 2 == 0) ? 1
                                                                                          : -1;
    }
    EXPECT_EQ(games.size(), 6U);
    for (const auto& [pairing, results] : games) {
        int lead = 0;
        int finished = 0;
        for (const auto& [number, winner] : results) {
            EXPECT_EQ(number, finished);
            EXPECT_FALSE((BestOf{7}.decided(finished, std::abs(lead)))) << "a game too many";
            lead += winner;
            ++finished;
        }
        EXPECT_TRUE((BestOf{7}.decided(finished, std::abs(lead))));
    }
}

TEST_F(TournamentTest, EveryFormatComesToItsEnd) {
    for (const std::string format : {"gauntlet", "swiss", "knockout"}) {
        const TournamentSettings s = settings(
            "format = '" + format + "'\nrounds = 3\ngames = 1\njobs = 2", format + ".ledger");
        const Result<bool> complete = run_tournament(s);
        ASSERT_TRUE(complete) << complete.error().message;
        EXPECT_TRUE(*complete) << format;
        EXPECT_EQ(ids(s).size(), Schedule(s.schedule()).total_pairings()) << format;
    }
}

TEST_F(TournamentTest, OtherSettingsDoNotMixWithItsResults) {
    ASSERT_TRUE(*run_tournament(settings("")));
    const Result<bool> refused = run_tournament(settings("komi = 3"));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("komi: was 0, is now 3"), std::string::npos)
        << refused.error().message;
}

// The rounds of a Swiss follow from the points of every game before: with more games there would
// be other pairings beside those already played.
TEST_F(TournamentTest, ASwissCannotPlayOnWhatWasDecided) {
    const std::string swiss = "format = 'swiss'\nrounds = 2\ngames = 3\n";
    ASSERT_TRUE(*run_tournament(settings(swiss)));
    const Result<bool> refused = run_tournament(settings(swiss + "play_all = true"));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("play_all: was false, is now true"), std::string::npos)
        << refused.error().message;
    ASSERT_TRUE(*run_tournament(settings("games = 3", "all.ledger")));
    EXPECT_TRUE(*run_tournament(settings("games = 3\nplay_all = true", "all.ledger")));
}

TEST_F(TournamentTest, PairedBoardsArePlayedFromBothSides) {
    const TournamentSettings s = settings("games = 2\nplay_all = true\npaired = true");
    ASSERT_TRUE(*run_tournament(s));
    const Result<Ledger> ledger = Ledger::open_to_read(s.ledger);
    std::map<PairingId, std::set<std::string>> starts;
    const std::vector<LedgerGame> games = *ledger->games();
    for (const LedgerGame& game : games) {
        starts[game.pairing].insert(parse_record(*ledger->record(game.id))->start);
    }
    for (const auto& [pairing, boards] : starts) EXPECT_EQ(boards.size(), 1U);
}

TEST_F(TournamentTest, ThePlanCountsGamesAndTime) {
    const TournamentPlan plan = plan_tournament(settings("games = 5\njobs = 2"));
    EXPECT_EQ(plan.pairings.size(), 6U);
    EXPECT_EQ(plan.total_pairings, 6U);
    EXPECT_EQ(plan.fewest_games, 18U);
    EXPECT_EQ(plan.most_games, 30U);
    EXPECT_DOUBLE_EQ(plan.longest.count(), 30 * 2 * 30 / 2.0);
    EXPECT_LT(plan.expected, plan.longest);
    EXPECT_EQ(plan_tournament(settings("games = 5\nplay_all = true")).fewest_games, 30U);
}

TEST_F(TournamentTest, StandingsAddUp) {
    const TournamentSettings s = settings("games = 4\nplay_all = true");
    ASSERT_TRUE(*run_tournament(s));
    const Result<Standings> standings = make_standings(*Ledger::open_to_read(s.ledger));
    ASSERT_TRUE(standings) << standings.error().message;
    EXPECT_EQ(standings->games, 24);
    EXPECT_EQ(standings->running, 0);
    EXPECT_EQ(standings->groups, 1);
    ASSERT_EQ(standings->lines.size(), 4U);
    double pairings = 0;
    double ratings = 0;
    int endings = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const StandingLine& line = standings->lines[i];
        EXPECT_EQ(line.all.games(), 12);
        EXPECT_EQ(line.as_first.games(), 6);
        EXPECT_EQ(line.as_first.wins + line.as_second.wins, line.all.wins);
        int cross = 0;
        for (const Tally& tally : standings->cross[i]) cross += tally.wins;
        EXPECT_EQ(cross, line.all.wins);
        EXPECT_EQ(standings->cross[i][i].games(), 0);
        pairings += line.pairings;
        ratings += line.rating.value;
        if (i > 0) {
            EXPECT_GE(standings->lines[i - 1].pairings, line.pairings);
        }
    }
    for (const auto& [reason, count] : standings->endings) endings += count;
    EXPECT_DOUBLE_EQ(pairings, 6);
    EXPECT_NEAR(ratings, 0, 1e-6);
    EXPECT_EQ(endings, 24);
}

}  // namespace
}  // namespace zerosum
