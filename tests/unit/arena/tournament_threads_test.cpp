#include "arena/tournament/tournament.h"

#include <gtest/gtest.h>
#include <unistd.h>

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
            "seed = 5\nbank = 30\nledger = '" +
            ledger + "'\n" + more + "\n[board]\nsize = 5\nkinds = 3\n";
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

TEST_F(TournamentTest, AgentsAreBuiltOnceAndMustNotChangeBetweenTwoRuns) {
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
    make_agent(folder_ / "b", "improved");
    const Result<bool> changed = run_tournament(s);
    ASSERT_FALSE(changed);
    EXPECT_NE(changed.error().message.find("agent b: was sources "), std::string::npos)
        << changed.error().message;
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
