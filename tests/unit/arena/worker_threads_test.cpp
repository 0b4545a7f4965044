#include "arena/tournament/worker.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <tuple>

#include "arena/play/record.h"
#include "arena/tournament/planner.h"
#include "arena/tournament/tournament.h"
#include "core/host_speed.h"
#include "support/postgres.h"

namespace zerosum {
namespace {

// On either engine.
class WorkerTest : public testing::Test, public testing::WithParamInterface<const char*> {
 protected:
    WorkerTest() {
        std::string name = testing::TempDir() + "workerXXXXXX";
        folder_ = ::mkdtemp(name.data());
    }
    ~WorkerTest() override {
        std::error_code unused;
        std::filesystem::remove_all(folder_, unused);
    }
    static bool on_server() { return GetParam() == std::string_view("Postgres"); }

    // Small boards with an odd number of fruits: no game is decided by who has used less time.
    [[nodiscard]] TournamentSettings settings(const std::string& more,
                                              const std::string& ledger) const {
        const Result<TournamentSettings> parsed = parse_tournament(
            "players = ['greedy', 'random', 'random:by=move@mover', 'minimax:depth=1@one']\n"
            "seed = 5\nbank = 30\npaired = false\nledger = '" +
                ledger + "'\n" + more + "\n[board]\nsize = 5\nkinds = 3\n",
            folder_, "t.toml");
        EXPECT_TRUE(parsed) << parsed.error().message;
        return *parsed;
    }
    [[nodiscard]] TournamentSettings settings(const std::string& more) const {
        return settings(more, on_server() ? tests::PostgresServer::get().new_place() : "t.ledger");
    }

    // Begins a tournament and plays none of it.
    static void begin(const TournamentSettings& settings) {
        std::stop_source at_once;
        at_once.request_stop();
        TournamentWatch watch;
        watch.stop = at_once.get_token();
        const Result<bool> begun = run_tournament(settings, watch);
        ASSERT_TRUE(begun) << begun.error().message;
        ASSERT_FALSE(*begun);
    }

    // What was played and what came of it. Times differ from run to run.
    static std::map<GameId, std::tuple<int, Score, Score>> results(
        const TournamentSettings& settings) {
        std::map<GameId, std::tuple<int, Score, Score>> found;
        const Result<Ledger> ledger = Ledger::open_to_read(settings.ledger);
        const Result<std::vector<LedgerGame>> games = ledger->games();
        for (const LedgerGame& game : *games)
            EXPECT_TRUE(
                found.emplace(game.id, std::tuple(game.winner, game.points[0], game.points[1]))
                    .second);
        return found;
    }

    std::filesystem::path folder_;
};
INSTANTIATE_TEST_SUITE_P(Engine, WorkerTest, testing::Values("Sqlite", "Postgres"),
                         [](const auto& instance) { return std::string(instance.param); });

// A machine as fast as this one and a reference that is twice as fast: banks are doubled here. What
// the ledger says of the reference is all that a worker knows of it.
TEST_P(WorkerTest, AScaledBankIsTheOneThatPlayersHave) {
    const TournamentSettings shared = settings("games = 2\nplay_all = true\nscale_banks = true");
    begin(shared);
    {
        const Result<sql::Database> database =
            on_server() ? sql::open_server(shared.ledger, false)
                        : sql::open_file(shared.ledger, sqlite::Access::ReadWrite);
        const Result<std::int64_t> set =
            database->change("UPDATE about SET value = ? WHERE name = 'reference speed'",
                             fmt::format("{}", 2 * host_speed()));
        ASSERT_TRUE(set) << set.error().message;
        ASSERT_EQ(*set, 1) << "the tournament keeps it";
    }
    const Result<WorkerReport> report = run_worker({shared.ledger, 1});
    ASSERT_TRUE(report) << report.error().message;
    const Result<Ledger> ledger = Ledger::open_to_read(shared.ledger);
    ASSERT_EQ(ledger->games()->size(), 12U);
    const Result<std::vector<LedgerGame>> games = ledger->games();
    for (const LedgerGame& game : *games) {
        const Result<GameRecord> record = parse_record(*ledger->record(game.id));
        ASSERT_TRUE(record) << record.error().message;
        EXPECT_NEAR(record->bank.count(), 60, 0.001) << "30 s, for a machine twice as fast";
        ASSERT_FALSE(record->moves.empty());
        const MoveRecord& move = record->moves.front();
        EXPECT_NEAR((move.bank_left + move.cpu).count(), 60, 0.001) << "what its player was given";
    }
}

TEST_P(WorkerTest, WorkersAlonePlayWhatATournamentWouldPlay) {
    for (const std::string rules :
         {"games = 5", "format = 'swiss'\nrounds = 3\ngames = 3", "format = 'knockout'\ngames = 3",
          "format = 'ladder'\nuntil = 12"}) {
        const TournamentSettings alone = settings(rules, "alone.ledger");
        ASSERT_TRUE(*run_tournament(alone));
        const TournamentSettings shared = settings(rules);
        begin(shared);
        EXPECT_TRUE(results(shared).empty());

        std::atomic<std::size_t> kept = 0;
        {
            std::vector<std::jthread> workers;
            for (int i = 0; i < 3; ++i)
                workers.emplace_back([&, jobs = 1 + i % 2] {
                    const Result<WorkerReport> report = run_worker({shared.ledger, jobs});
                    ASSERT_TRUE(report) << report.error().message;
                    EXPECT_TRUE(report->complete);
                    EXPECT_EQ(report->games.thrown_away, 0U);
                    kept += report->games.kept;
                });
        }
        EXPECT_EQ(results(shared), results(alone)) << rules;
        EXPECT_EQ(kept, results(alone).size());
        EXPECT_TRUE(Ledger::open_to_read(shared.ledger)->running()->empty());
        std::filesystem::remove(folder_ / "alone.ledger");
        std::filesystem::remove(folder_ / "t.ledger");
    }
}

TEST_P(WorkerTest, WorkersHelpATournament) {
    const TournamentSettings shared = settings("games = 40\nplay_all = true");
    begin(shared);
    std::jthread worker([&] { EXPECT_TRUE(run_worker({shared.ledger, 1})); });
    std::set<GameId> reported;
    TournamentWatch watch;
    watch.on_game = [&](const LedgerGame& game) {
        EXPECT_TRUE(reported.insert(game.id).second) << "a game is reported once";
    };
    const std::size_t before = results(shared).size();
    const Result<bool> complete = run_tournament(shared, watch);
    ASSERT_TRUE(complete) << complete.error().message;
    EXPECT_TRUE(*complete);
    EXPECT_EQ(results(shared).size(), 240U);
    // What the worker played before the tournament opened the ledger is not news to it.
    EXPECT_LE(reported.size(), 240U - before);
}

TEST_P(WorkerTest, AStoppedWorkerGivesItsGamesBack) {
    const TournamentSettings shared = settings("games = 40\nplay_all = true");
    begin(shared);
    std::stop_source stop;
    WorkerWatch watch;
    watch.stop = stop.get_token();
    watch.on_game = [&](const Contest&, const LedgerGame&) { stop.request_stop(); };
    const Result<WorkerReport> report = run_worker({shared.ledger, 2}, watch);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_FALSE(report->complete);
    EXPECT_TRUE(Ledger::open_to_read(shared.ledger)->running()->empty());
    ASSERT_TRUE(run_worker({shared.ledger, 2}));
    EXPECT_EQ(results(shared).size(), 240U);
}

TEST_P(WorkerTest, AResultThatCameTooLateIsThrownAwayAndSaidSo) {
    const TournamentSettings shared = settings("games = 2\nplay_all = true");
    begin(shared);
    // Another process takes every game as soon as a worker has it: once.
    std::set<GameId> robbed;
    const auto rob = [&] {
        const Result<sql::Database> database =
            on_server() ? sql::open_server(shared.ledger, false)
                        : sql::open_file(shared.ledger, sqlite::Access::ReadWrite);
        const Result<std::vector<std::string>> taken =
            database->rows("SELECT id FROM task WHERE state = 'taken'",
                           [](const sql::Row& row) -> Result<std::string> { return row.text(0); });
        for (const std::string& id : *taken)
            if (robbed.insert(*parse_game_id(id)).second) {
                ASSERT_TRUE(
                    database->run("UPDATE task SET state = 'open', owner = '' WHERE id = ?", id));
            }
    };
    WorkerSettings worker{shared.ledger, 1};
    std::set<PairingId> seen;
    worker.find = [&](const ReadSources& read, const Contest& contest, PlayerIndex first,
                      PlayerIndex second) -> Result<std::optional<Seating>> {
        rob();
        return players_of_ledger()(read, contest, first, second);
    };
    std::vector<std::string> notices;
    WorkerWatch watch;
    watch.on_notice = [&](const std::string& said) { notices.push_back(said); };
    const Result<WorkerReport> report = run_worker(worker, watch);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(results(shared).size(), 12U);
    EXPECT_EQ(report->games.kept, 12U);
    EXPECT_EQ(report->games.thrown_away, robbed.size());
    EXPECT_GE(robbed.size(), 6U) << "one per pairing";
    ASSERT_EQ(notices.size(), robbed.size());
    EXPECT_NE(notices[0].find("is thrown away"), std::string::npos) << notices[0];
}

// Another process may be filling the same cache for minutes.
TEST_P(WorkerTest, LeasesAreRenewedWhilePlayersAreLookedFor) {
    const TournamentSettings shared = settings("games = 1\nplay_all = true");
    begin(shared);
    const auto lease = [&] {
        const Result<sql::Database> database =
            on_server() ? sql::open_server(shared.ledger, false)
                        : sql::open_file(shared.ledger, sqlite::Access::ReadWrite);
        return *database->integer("SELECT coalesce(max(lease), 0) FROM task WHERE state = 'taken'");
    };
    // Longer than a busy machine keeps a thread waiting.
    WorkerSettings worker{shared.ledger, 1, Seconds{6}};
    bool renewed = false;
    worker.find = [&](const ReadSources& read, const Contest& contest, PlayerIndex first,
                      PlayerIndex second) -> Result<std::optional<Seating>> {
        const std::int64_t taken = lease();
        for (int tries = 0; tries < 1200 && !renewed; ++tries) {
            std::this_thread::sleep_for(Seconds{0.05});
            renewed = lease() > taken;
        }
        EXPECT_TRUE(renewed);
        return players_of_ledger()(read, contest, first, second);
    };
    const Result<WorkerReport> report = run_worker(worker);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->games.thrown_away, 0U);
}

TEST_P(WorkerTest, ALedgerWithoutATournamentIsRefused) {
    const TournamentSettings shared = settings("");
    {
        const Result<Ledger> made = Ledger::open_to_play(shared.ledger, shared.identity());
        ASSERT_TRUE(made);
    }
    const Result<WorkerReport> refused = run_worker({shared.ledger, 1});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("no tournament was begun"), std::string::npos)
        << refused.error().message;
    EXPECT_FALSE(run_worker({folder_ / "missing.ledger", 1}));
}

// A ledger may come from anybody: what it asks for has the limits of a tournament's file.
TEST_P(WorkerTest, SettingsThatNoTournamentHasAreRefused) {
    const TournamentSettings shared = settings("format = 'ladder'\nuntil = 12");
    begin(shared);
    const Result<sql::Database> database =
        on_server() ? sql::open_server(shared.ledger, false)
                    : sql::open_file(shared.ledger, sqlite::Access::ReadWrite);
    const std::string place = "ledger " + sql::shown(shared.ledger) + ": ";
    for (const auto& [table, name, value, said] :
         {std::tuple{"about", "rounds", "2147483647", "found 2147483647 for 'rounds'"},
          {"about", "until", "games 4294967296", "found games 4294967296 for 'until'"},
          {"about", "lineup", "0 1 1", "who takes part"},
          {"identity", "games", "0", "found 0 for 'games'"},
          {"identity", "size", "1000000", "found 1000000 for 'size'"},
          {"identity", "bank", "nan", "found nan for 'bank'"},
          {"identity", "komi", "1e300", "found 1e300 for 'komi'"}}) {
        const auto set = [&, table = table, name = name](const std::string& text) {
            return database->run(fmt::format("UPDATE {} SET value = ? WHERE name = ?", table), text,
                                 name);
        };
        const std::string before =
            **database->text(fmt::format("SELECT value FROM {} WHERE name = ?", table), name);
        ASSERT_TRUE(set(value));
        const Result<WorkerReport> refused = run_worker({shared.ledger, 1});
        ASSERT_FALSE(refused) << name;
        EXPECT_NE(refused.error().message.find(said), std::string::npos) << refused.error().message;
        EXPECT_EQ(refused.error().message.rfind(place), 0U) << "named once";
        ASSERT_TRUE(set(before));
    }
    EXPECT_TRUE(run_worker({shared.ledger, 1}));
}

TEST_P(WorkerTest, WhoBeginsToPlanLeavesNoTaskOfAFinishedGame) {
    const TournamentSettings shared = settings("games = 2\nplay_all = true");
    begin(shared);
    {
        Result<Ledger> player = Ledger::open_to_work(shared.ledger);
        while (const std::optional<RunningGame> game = *player->take_game(std::nullopt)) {
            LedgerGame played;
            played.id = game->id;
            played.pairing = game->pairing;
            played.number = game->number;
            played.players = game->players;
            played.reason = "points";
            ASSERT_TRUE(*player->finish(played, game->attempt, "{}"));
        }
    }
    std::optional<Ledger> ledger = Ledger::open_to_plan(shared.ledger);
    while (!ledger) {  // a server frees the host's lock when it sees that it is gone
        std::this_thread::sleep_for(Seconds{0.01});
        ledger = Ledger::open_to_plan(shared.ledger);
    }
    Planner planner(std::move(*ledger));
    ASSERT_TRUE(planner.recall());
    EXPECT_TRUE(planner.complete());
    EXPECT_TRUE(planner.ledger().collect_finished()->empty());
}

TEST_P(WorkerTest, AContestIsReadAsItWasKept) {
    for (const std::string more :
         {"", "format = 'swiss'\nrounds = 4\nplay_all = true", "format = 'ladder'\nuntil = 12",
          "format = 'ladder'\nuntil = 'sure'\ntitle = 'Class \"7\"'",
          "format = 'ladder'\nuntil = 2030-01-02T03:04:05Z", "komi = -3\nscale_banks = true",
          "format = 'gauntlet'\nchallengers = 2\ngames = 7"}) {
        TournamentSettings given = settings(more, "kept.ledger");
        given.match.bank = Seconds{12.345678};
        for (int i = 0; i < 1005 && more.empty(); ++i)
            given.match.boards.push_back(fmt::format("board of {}", i));
        Result<Ledger> ledger = Ledger::open_to_play(given.ledger, given.identity());
        ASSERT_TRUE(ledger) << ledger.error().message;
        std::vector<LedgerPlayer> players = given.players;
        for (LedgerPlayer& player : players) player.fingerprint = player.spec;
        ASSERT_TRUE(ledger->enter(players));
        const std::vector<PlayerIndex> who = {3, 1, 0};
        ASSERT_TRUE(keep_contest(*ledger, given, who));
        const Result<Contest> read = read_contest(*ledger);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->settings.identity(), given.identity());
        EXPECT_EQ(read->settings.title, given.title);
        EXPECT_EQ(read->settings.rounds, given.rounds);
        EXPECT_EQ(read->settings.play_all, given.play_all);
        EXPECT_EQ(read->settings.until.sure, given.until.sure);
        EXPECT_EQ(read->settings.until.games_each, given.until.games_each);
        EXPECT_EQ(read->settings.until.time, given.until.time);
        EXPECT_EQ(read->settings.match.boards, given.match.boards);
        EXPECT_EQ(read->settings.match.bank, given.match.bank);
        EXPECT_EQ(read->who, who);
        EXPECT_TRUE(*is_current(*ledger, *read));
        EXPECT_GT(read->reference_speed, 0);
        ledger = fail("closed");
        std::filesystem::remove(given.ledger);
    }
}

}  // namespace
}  // namespace zerosum
