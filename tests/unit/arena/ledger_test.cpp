#include "arena/tournament/ledger.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <limits>
#include <set>
#include <thread>

#include "support/ledger_games.h"
#include "support/postgres.h"

namespace zerosum {
namespace {

const Identity kIdentity = {{"game", "fruit"}, {"bank", "10"}, {"seed", "7"}};
const std::vector<LedgerPlayer> kPlayers = {
    {"ann", "greedy", "greedy"}, {"bob", "random", "random"}, {"cy", "random", "random"}};

class LedgerTest : public testing::Test {
 protected:
    LedgerTest() {
        std::string name = testing::TempDir() + "ledgerXXXXXX";
        folder_ = ::mkdtemp(name.data());
        path_ = folder_ / "class.ledger";
    }
    ~LedgerTest() override {
        std::error_code unused;
        std::filesystem::remove_all(folder_, unused);
    }

    [[nodiscard]] Result<Ledger> open() const {
        Result<Ledger> ledger = Ledger::open_to_play(path_, kIdentity);
        if (ledger) {
            EXPECT_TRUE(ledger->enter(kPlayers));
        }
        return ledger;
    }

    static std::vector<ScheduledPairing> pairings() {
        return Schedule({Format::RoundRobin, kPlayers.size(), 7}).next({});
    }

    static PlannedGame planned(const LedgerGame& game) {
        return {game.id, game.pairing, game.number, game.players, game.number};
    }

    static LedgerGame game(int number) {
        const ScheduledPairing pairing = pairings()[0];
        LedgerGame game;
        game.id = game_id(pairing.id, number);
        game.pairing = pairing.id;
        game.number = number;
        game.players = {pairing.first, pairing.second};
        game.winner = number % 3 - 1;
        game.points = {40 + number, 30};
        game.reason = "points";
        game.cpu = {Seconds{0.25}, Seconds{0.5}};
        game.wall = Seconds{1.5};
        return game;
    }

    std::filesystem::path folder_;
    std::filesystem::path path_;
};

// The promises that hold on either engine.
class LedgerOnBoth : public LedgerTest, public testing::WithParamInterface<const char*> {
 protected:
    LedgerOnBoth() {
        if (on_server()) path_ = tests::PostgresServer::get().new_place();
    }
    [[nodiscard]] static bool on_server() { return GetParam() == std::string_view("Postgres"); }
};
INSTANTIATE_TEST_SUITE_P(Engine, LedgerOnBoth, testing::Values("Sqlite", "Postgres"),
                         [](const auto& instance) { return std::string(instance.param); });

Result<sql::Database> database_of(const std::filesystem::path& path) {
    return sql::is_server(path) ? sql::open_server(path, false)
                                : sql::open_file(path, sqlite::Access::ReadWrite);
}

std::string message(const auto& result) {
    return result ? "no error" : result.error().message;
}

TEST_P(LedgerOnBoth, KeepsWhatItWasGiven) {
    {
        Result<Ledger> ledger = open();
        ASSERT_TRUE(ledger) << message(ledger);
        ASSERT_TRUE(ledger->add_pairings(pairings()));
        ASSERT_TRUE(ledger->add_pairings(pairings()));
        ASSERT_TRUE(tests::keep_game(*ledger, game(0), R"({"a":1})"));
        ASSERT_TRUE(tests::keep_game(*ledger, game(1), R"({"a":2})"));
    }
    const Result<Ledger> ledger = Ledger::open_to_read(path_);
    ASSERT_TRUE(ledger) << message(ledger);
    EXPECT_EQ(*ledger->identity(), kIdentity);
    EXPECT_EQ(ledger->players()->at(1).name, "bob");
    EXPECT_EQ(ledger->players()->at(1).spec, "random");
    ASSERT_EQ(ledger->pairings()->size(), 3U);
    EXPECT_EQ(ledger->pairings()->at(2).id, pairings()[2].id);
    EXPECT_EQ(ledger->pairings()->at(2).round, pairings()[2].round);

    const Result<std::vector<LedgerGame>> games = ledger->games();
    ASSERT_TRUE(games);
    ASSERT_EQ(games->size(), 2U);
    const LedgerGame& kept = games->at(1);
    const LedgerGame given = game(1);
    EXPECT_EQ(kept.id, given.id);
    EXPECT_EQ(kept.pairing, given.pairing);
    EXPECT_EQ(kept.number, 1);
    EXPECT_EQ(kept.players, given.players);
    EXPECT_EQ(kept.winner, given.winner);
    EXPECT_EQ(kept.points, given.points);
    EXPECT_EQ(kept.reason, "points");
    EXPECT_EQ(kept.cpu, given.cpu);
    EXPECT_EQ(kept.wall, given.wall);
    EXPECT_EQ(*ledger->record(given.id), R"({"a":2})");
    EXPECT_FALSE(ledger->record(game_id(given.pairing, 99)));
}

TEST_F(LedgerTest, WhatNoTournamentWritesIsAnErrorThatIsSafeToPrint) {
    {
        Result<Ledger> ledger = open();
        ASSERT_TRUE(ledger->add_pairings(pairings()));
        ASSERT_TRUE(tests::keep_game(*ledger, game(0), "{}"));
    }
    const auto trouble = [&](const std::string& change, const std::string& undo) {
        const Result<sqlite::Database> file =
            sqlite::Database::open(path_, sqlite::Access::ReadWrite);
        EXPECT_TRUE(file->execute(change)) << change;
        const Result<Ledger> ledger = Ledger::open_to_read(path_);
        std::string said;
        for (const std::string& each : {message(ledger->identity()), message(ledger->players()),
                                        message(ledger->pairings()), message(ledger->games())})
            if (each != "no error") said = each;
        EXPECT_TRUE(file->execute(undo)) << undo;
        return said.substr(std::min(said.size(), said.find("damaged")));
    };
    EXPECT_EQ(trouble("UPDATE entrant SET name = 'a' || char(27) || '[2J' WHERE number = 0",
                      "UPDATE entrant SET name = 'ann' WHERE number = 0"),
              "damaged (name 'a\\x1B[2J')");
    EXPECT_EQ(trouble("UPDATE identity SET value = 'fruit' || char(155) WHERE name = 'game'",
                      "UPDATE identity SET value = 'fruit' WHERE name = 'game'"),
              "damaged (identity 'fruit\\xC2\\x9B')");
    EXPECT_EQ(
        trouble("UPDATE game SET first_points = 4294967295", "UPDATE game SET first_points = 1"),
        "damaged (points '4294967295')");
    EXPECT_EQ(trouble("UPDATE game SET second_cpu = 9e999", "UPDATE game SET second_cpu = 1"),
              "damaged (time 'Inf')");
    EXPECT_EQ(trouble("UPDATE game SET winner = 7", "UPDATE game SET winner = 0"),
              "damaged (winner '7')");
    EXPECT_EQ(trouble("UPDATE pairing SET first = 3 WHERE place = 1",
                      "UPDATE pairing SET first = 0 WHERE place = 1"),
              "damaged (player '3')");
    EXPECT_EQ(trouble("UPDATE game SET reason = char(10)", "UPDATE game SET reason = 'points'"),
              "damaged (reason '\\x0A')");
    EXPECT_EQ(trouble("UPDATE game SET number = 0", "UPDATE game SET number = 0"), "");
}

TEST_P(LedgerOnBoth, AByeIsAPairingWithoutASecondPlayer) {
    Result<Ledger> ledger = open();
    const std::vector<ScheduledPairing> bye = {{pairing_id(1, 1, 2, kNoPlayer), 1, 2, kNoPlayer}};
    ASSERT_TRUE(ledger->add_pairings(bye));
    EXPECT_TRUE(ledger->pairings()->at(0).bye());
}

TEST_P(LedgerOnBoth, AGameIsKeptOnlyOnce) {
    Result<Ledger> ledger = open();
    ASSERT_TRUE(ledger->add_pairings(pairings()));
    ASSERT_TRUE(tests::keep_game(*ledger, game(0), "{}"));
    EXPECT_TRUE(*ledger->finish(game(0), 1, "{}")) << "the same result again changes nothing";
    EXPECT_FALSE(*ledger->finish(game(0), 1, R"({"other":1})")) << "another one is not kept";
    EXPECT_EQ(ledger->games()->size(), 1U);
    EXPECT_EQ(*ledger->record(game(0).id), "{}");
    ASSERT_EQ(ledger->collect_finished()->size(), 1U);
    EXPECT_TRUE(ledger->collect_finished()->empty()) << "a planner sees it once";
    EXPECT_TRUE(*ledger->finish(game(0), 1, "{}"));
}

TEST_P(LedgerOnBoth, ReadersCannotWrite) {
    ASSERT_TRUE(open());
    Result<Ledger> reader = Ledger::open_to_read(path_);
    ASSERT_TRUE(reader) << message(reader);
    EXPECT_FALSE(reader->set_about("title", "changed"));
    EXPECT_EQ(*reader->about("title"), "");
}

TEST_P(LedgerOnBoth, ALedgerMovesToTheOtherEngineAndBackWithoutADifference) {
    {
        Result<Ledger> ledger = open();
        ASSERT_TRUE(ledger->add_pairings(pairings()));
        const std::vector<ScheduledPairing> bye = {
            {pairing_id(1, 9, 2, kNoPlayer), 9, 2, kNoPlayer}};
        ASSERT_TRUE(ledger->add_pairings(bye));
        ASSERT_TRUE(ledger->set_about("title", "Übung \"3\", Änderung"));
        for (int i = 0; i < 5; ++i) {
            LedgerGame odd = game(i);
            odd.cpu = {Seconds{0.1 * i}, Seconds{1.0 / 3}};
            ASSERT_TRUE(tests::keep_game(*ledger, odd, R"({"note":"Ünicode, \"quotes\" and ?"})"));
        }
    }
    const std::filesystem::path other =
        on_server() ? folder_ / "other.ledger"
                    : std::filesystem::path(tests::PostgresServer::get().new_place());
    const std::filesystem::path back =
        on_server() ? std::filesystem::path(tests::PostgresServer::get().new_place())
                    : folder_ / "back.ledger";
    const std::string digest = *Ledger::open_to_read(path_)->digest();
    const Result<std::string> there = Ledger::copy(path_, other);
    ASSERT_TRUE(there) << message(there);
    EXPECT_EQ(*there, digest);
    const Result<std::string> here = Ledger::copy(other, back);
    ASSERT_TRUE(here) << message(here);
    EXPECT_EQ(*here, digest);
    EXPECT_FALSE(Ledger::copy(path_, other)) << "what is there is not written over";

    Result<Ledger> copy = Ledger::open_to_play(back, kIdentity);
    ASSERT_TRUE(copy) << message(copy);
    ASSERT_TRUE(tests::keep_game(*copy, game(5), "{}")) << "a copy can be played on";
    EXPECT_EQ(copy->games()->back().id, game(5).id);
    EXPECT_NE(*copy->digest(), digest);
}

class LedgerOnServer : public LedgerTest {
 protected:
    LedgerOnServer() { path_ = tests::PostgresServer::get().new_place(); }
};

TEST_F(LedgerOnServer, AServerThatWasKilledIsWaitedForAndNothingIsLostOrKeptTwice) {
    Result<Ledger> ledger = open();
    ASSERT_TRUE(ledger) << message(ledger);
    ASSERT_TRUE(ledger->add_pairings(pairings()));
    std::vector<std::string> told;
    ledger->set_patience({Seconds{60}, [&](const std::string& said) { told.push_back(said); }, {}});
    ASSERT_TRUE(tests::keep_game(*ledger, game(0), "{}"));
    tests::PostgresServer::get().kill_and_restart();
    const Result<void> after = tests::keep_game(*ledger, game(1), "{}");
    EXPECT_TRUE(after) << message(after);
    EXPECT_EQ(ledger->games()->size(), 2U);
    ASSERT_EQ(told.size(), 2U);
    EXPECT_NE(told[0].find("went away"), std::string::npos) << told[0];
    EXPECT_NE(told[1].find("is back"), std::string::npos) << told[1];
    EXPECT_FALSE(open()) << "it holds its lock again";
}

TEST_F(LedgerOnServer, WhoPlaysNextWaitsAMomentForALockThatIsBeingFreed) {
    std::optional<Ledger> before = std::move(*open());
    std::thread ends([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        before.reset();
    });
    const Result<Ledger> next = open();
    EXPECT_TRUE(next) << message(next);
    ends.join();
}

TEST_F(LedgerOnServer, ALedgerThatWasClosedIsFreeAtOnce) {
    const Result<sql::Database> other = database_of(path_);
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(open());
        EXPECT_EQ(*other->integer("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"), 0);
    }
}

TEST_F(LedgerOnServer, APasswordInTheAddressIsRefusedAndNotRepeated) {
    // The last of them as libpq reads them as well.
    for (const char* address : {"postgresql://ann:hunter2@localhost/class",
                                "postgresql://localhost/class?user=ann&password=hunter2",
                                "postgresql://localhost/class?passw%6frd=hunter2",
                                "postgresql://localhost/class?ssl%70assword=hunter2",
                                "postgresql://ann:hunter2?@localhost/class",
                                "postgresql://ann:x@hunter2/@localhost/class"}) {
        const Result<Ledger> refused = Ledger::open_to_read(address);
        ASSERT_FALSE(refused);
        EXPECT_NE(message(refused).find("PGPASSWORD"), std::string::npos) << message(refused);
        EXPECT_EQ(message(refused).find("hunter2"), std::string::npos) << message(refused);
    }
}

TEST_F(LedgerOnServer, AnotherDatabaseIsNotTakenForALedger) {
    ASSERT_TRUE(database_of(path_)->execute("CREATE TABLE t (x INTEGER)"));
    const Result<Ledger> refused = open();
    ASSERT_FALSE(refused);
    EXPECT_NE(message(refused).find("not a tournament's ledger"), std::string::npos);
    EXPECT_FALSE(Ledger::open_to_read(path_));
    const Result<Ledger> nowhere = Ledger::open_to_read("postgresql:///x?host=/nonexistent");
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(message(nowhere).find('\n'), std::string::npos) << message(nowhere);
}

TEST_P(LedgerOnBoth, RunningGamesAreSeenByReaders) {
    Result<Ledger> ledger = open();
    ASSERT_TRUE(ledger->add_pairings(pairings()));
    const LedgerGame g = game(0);
    ASSERT_TRUE(ledger->add_games(std::vector{planned(g), planned(game(1))}));
    RunningGame running = **ledger->take_game(std::nullopt);
    EXPECT_EQ(running.id, g.id);
    running.moves = 2;
    running.position = "**/23 1 0 0";
    ASSERT_TRUE(ledger->show_progress(running));

    const Result<Ledger> reader = Ledger::open_to_read(path_);
    ASSERT_TRUE(reader) << message(reader);
    ASSERT_EQ(reader->running()->size(), 1U) << "the other one is planned, and nobody plays it";
    EXPECT_EQ(reader->running()->at(0).moves, 2);
    EXPECT_EQ(reader->running()->at(0).position, "**/23 1 0 0");
    EXPECT_GT(reader->running()->at(0).started, 1'600'000'000);
    EXPECT_EQ(reader->running()->at(0).players, g.players);

    ASSERT_TRUE(*ledger->finish(g, running.attempt, "{}"));
    EXPECT_TRUE(ledger->running()->empty());
}

TEST_P(LedgerOnBoth, AGameIsTakenByOneWorkerOnly) {
    Result<Ledger> ledger = open();
    ASSERT_TRUE(ledger->add_pairings(pairings()));
    ASSERT_TRUE(ledger->add_games(std::vector{planned(game(0)), planned(game(1))}));
    Result<Ledger> one = Ledger::open_to_work(path_);
    Result<Ledger> other = Ledger::open_to_work(path_);
    ASSERT_TRUE(one && other) << message(one) << message(other);
    const RunningGame first = **one->take_game(std::nullopt);
    const RunningGame second = **other->take_game(first.pairing);
    EXPECT_NE(first.id, second.id);
    EXPECT_FALSE(*one->take_game(std::nullopt)) << "both are taken";
    EXPECT_FALSE(*other->finish(game(0), first.attempt, "{}")) << "not the owner";
    EXPECT_TRUE(ledger->games()->empty());
    EXPECT_TRUE(*one->finish(game(0), first.attempt, "{}"));
    ASSERT_TRUE(other->give_back(second));
    const RunningGame again = **one->take_game(std::nullopt);
    EXPECT_EQ(again.id, second.id);
    EXPECT_EQ(again.attempt, 2);
}

TEST_P(LedgerOnBoth, AGameWhoseLeaseRanOutPassesToAnotherWorker) {
    Result<Ledger> ledger = open();
    ASSERT_TRUE(ledger->add_pairings(pairings()));
    ASSERT_TRUE(ledger->add_games(std::vector{planned(game(0)), planned(game(1))}));
    Result<Ledger> lost = Ledger::open_to_work(path_, Seconds{-10});  // it ran out before it began
    Result<Ledger> other = Ledger::open_to_work(path_);
    const RunningGame late = **lost->take_game(std::nullopt);
    const RunningGame held = **other->take_game(std::nullopt);
    EXPECT_EQ(*ledger->free_lapsed(), 1) << "the other one's lease holds";
    const RunningGame taken = **other->take_game(std::nullopt);
    EXPECT_EQ(taken.id, late.id);
    EXPECT_EQ(taken.attempt, 2);
    EXPECT_FALSE(*lost->finish(game(0), late.attempt, R"({"late":1})"));
    ASSERT_TRUE(lost->renew(std::vector{late.id})) << "what is not its own is not renewed";
    ASSERT_TRUE(lost->give_back(late));
    EXPECT_EQ(*ledger->free_lapsed(), 0);
    EXPECT_TRUE(*other->finish(game(0), taken.attempt, "{}"));
    EXPECT_EQ(*ledger->record(game(0).id), "{}");
    // Who is given its own game back must still not finish an earlier attempt.
    ASSERT_TRUE(other->give_back(held));
    EXPECT_EQ((*other->take_game(std::nullopt))->attempt, 2);
    EXPECT_FALSE(*other->finish(game(1), held.attempt, "{}"));
}

TEST_P(LedgerOnBoth, RenewingGivesBackWhatIsNotBeingPlayed) {
    Result<Ledger> ledger = open();
    ASSERT_TRUE(ledger->add_pairings(pairings()));
    ASSERT_TRUE(ledger->add_games(std::vector{planned(game(0)), planned(game(1))}));
    const RunningGame playing = **ledger->take_game(std::nullopt);
    const RunningGame forgotten = **ledger->take_game(std::nullopt);
    ASSERT_TRUE(ledger->renew(std::vector{playing.id}));
    ASSERT_EQ(ledger->running()->size(), 1U);
    EXPECT_EQ(ledger->running()->at(0).id, playing.id);
    EXPECT_EQ(*ledger->open_games(), 1);
    EXPECT_EQ((*ledger->take_game(std::nullopt))->id, forgotten.id);
}

TEST_P(LedgerOnBoth, TheGamesOfAWorkerThatWasKilledHereAreFreeAtOnce) {
    Result<Ledger> ledger = open();
    ASSERT_TRUE(ledger->add_pairings(pairings()));
    ASSERT_TRUE(ledger->add_games(std::vector{planned(game(0)), planned(game(1))}));
    const pid_t child = ::fork();
    if (child == 0) {
        Result<Ledger> worker = Ledger::open_to_work(path_);
        if (worker) (void)worker->take_game(std::nullopt);
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    const RunningGame held = **ledger->take_game(std::nullopt);
    EXPECT_EQ(ledger->running()->size(), 2U);
    EXPECT_EQ(*ledger->free_lapsed(), 1);
    ASSERT_EQ(ledger->running()->size(), 1U) << "who lives keeps its game";
    EXPECT_EQ(ledger->running()->at(0).id, held.id);
}

TEST_P(LedgerOnBoth, OneProcessPlansAndMakesWayForOneThatRunsTheTournament) {
    {
        const Result<Ledger> host = open();
        ASSERT_TRUE(host) << message(host);
        const Result<Ledger> worker = Ledger::open_to_work(path_);
        EXPECT_FALSE(*worker->wants_planner()) << "who runs the tournament plans";
        EXPECT_FALSE(Ledger::open_to_plan(path_));
    }
    const Result<Ledger> worker = Ledger::open_to_work(path_);
    while (!*worker->wants_planner())  // a server frees the locks when it sees that they are gone
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::optional<Ledger> planner = Ledger::open_to_plan(path_);
    ASSERT_TRUE(planner);
    EXPECT_FALSE(*worker->wants_planner());
    EXPECT_FALSE(Ledger::open_to_plan(path_));
    EXPECT_FALSE(*planner->has_host());
    std::thread host([&] { EXPECT_TRUE(open()); });  // waits
    while (!*planner->has_host()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    planner.reset();
    host.join();
    while (!*worker->wants_planner())  // a server frees the locks when it sees that they are gone
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

TEST_P(LedgerOnBoth, AChangedEntrantIsANewVersionAndTheOldOneStays) {
    Result<Ledger> ledger = open();
    const auto numbers = [&](const std::vector<LedgerPlayer>& players) {
        return *ledger->enter(players);
    };
    std::vector<LedgerPlayer> players = kPlayers;
    EXPECT_EQ(numbers(players), (std::vector<PlayerIndex>{0, 1, 2})) << "nothing changed";
    players[1].fingerprint = "improved";
    EXPECT_EQ(numbers(players), (std::vector<PlayerIndex>{0, 3, 2}));
    players.push_back({"dee", "greedy", "greedy"});
    EXPECT_EQ(numbers(players), (std::vector<PlayerIndex>{0, 3, 2, 4})) << "a late entrant";

    const std::vector<LedgerPlayer> all = *ledger->players();
    ASSERT_EQ(all.size(), 5U);
    EXPECT_EQ(all[1].name, "bob");
    EXPECT_FALSE(all[1].current);
    EXPECT_EQ(all[3].name, "bob");
    EXPECT_EQ(all[3].version, 2);
    EXPECT_EQ(all[3].fingerprint, "improved");
    EXPECT_TRUE(all[3].current);
    EXPECT_GT(all[3].entered, 1'600'000'000);

    EXPECT_EQ(numbers(kPlayers), (std::vector<PlayerIndex>{0, 1, 2}))
        << "what was there before is that version again";
    EXPECT_FALSE(ledger->players()->at(4).current) << "who is not named has left";
}

// A file as format 1 was, with two games.
void make_format_1(const std::filesystem::path& path) {
    const Result<sqlite::Database> database =
        sqlite::Database::open(path, sqlite::Access::ReadWrite);
    ASSERT_TRUE(database->execute(R"sql(
PRAGMA application_id = 0x5a53554d; PRAGMA user_version = 1;
CREATE TABLE identity (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE constant (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE player (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL);
CREATE TABLE pairing (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, round INTEGER NOT NULL,
    first INTEGER NOT NULL REFERENCES player(number), second INTEGER REFERENCES player(number));
CREATE TABLE game (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    pairing TEXT NOT NULL REFERENCES pairing(id), number INTEGER NOT NULL,
    first INTEGER NOT NULL REFERENCES player(number),
    second INTEGER NOT NULL REFERENCES player(number), winner INTEGER NOT NULL,
    first_points INTEGER NOT NULL, second_points INTEGER NOT NULL, reason TEXT NOT NULL,
    first_cpu REAL NOT NULL, second_cpu REAL NOT NULL, wall REAL NOT NULL,
    ended INTEGER NOT NULL DEFAULT (unixepoch()));
CREATE TABLE record (game TEXT PRIMARY KEY REFERENCES game(id), json TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE running (id TEXT PRIMARY KEY, pairing TEXT NOT NULL, number INTEGER NOT NULL,
    first INTEGER NOT NULL, second INTEGER NOT NULL, started INTEGER NOT NULL DEFAULT (unixepoch()),
    moves INTEGER NOT NULL DEFAULT 0, position TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
INSERT INTO identity VALUES ('game', 'fruit'), ('bank', '10'), ('seed', '7'), ('rounds', '1'),
    ('player 001', 'ann (dir:ann)'), ('player 002', 'bob (random)'), ('agent ann', 'sources abcd');
INSERT INTO constant VALUES ('clock', 'cgroup2');
INSERT INTO player VALUES (0, 'ann', 'dir:ann'), (1, 'bob', 'random');
INSERT INTO pairing VALUES (1, '00000000000000aa', 1, 1, 0);
INSERT INTO game VALUES (1, '00000000000000b0', '00000000000000aa', 0, 1, 0, 1, 20, 40, 'points',
    0.5, 0.25, 1.0, 1500000000), (2, '00000000000000b1', '00000000000000aa', 1, 0, 1, 0, 50, 30,
    'crash', 0.5, 0.25, 1.0, 1500000100);
INSERT INTO record VALUES ('00000000000000b0', '{"n":0}'), ('00000000000000b1', '{"n":1}');
INSERT INTO running (id, pairing, number, first, second) VALUES ('00000000000000b2',
    '00000000000000aa', 2, 1, 0);
)sql"));
}

void expect_what_format_1_held(const Ledger& ledger) {
    const std::vector<LedgerPlayer> players = *ledger.players();
    ASSERT_EQ(players.size(), 2U);
    EXPECT_EQ(players[0].name, "ann");
    EXPECT_EQ(players[0].fingerprint, "abcd");
    EXPECT_EQ(players[1].fingerprint, "random");
    EXPECT_EQ(players[0].version, 1);
    EXPECT_TRUE(players[0].current && players[1].current);
    EXPECT_EQ(players[0].entered, 1500000000);
    ASSERT_EQ(ledger.pairings()->size(), 1U);
    EXPECT_EQ(ledger.pairings()->at(0).first, 1U);
    const std::vector<LedgerGame> games = *ledger.games();
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(games[1].players, (std::array<PlayerIndex, 2>{0, 1}));
    EXPECT_EQ(games[1].ended, 1500000100);
    EXPECT_TRUE(games[1].by_fault());
    EXPECT_EQ(*ledger.record(games[1].id), R"({"n":1})");
}

TEST_F(LedgerTest, AnOldFormatIsReadAndUpgradedOnRequest) {
    make_format_1(path_);
    {
        const Result<Ledger> old = Ledger::open_to_read(path_);
        ASSERT_TRUE(old) << message(old);
        expect_what_format_1_held(*old);
        EXPECT_EQ(old->running()->size(), 1U);
        EXPECT_EQ(*old->about("title"), "");
    }
    const Result<Ledger> refused = Ledger::open_to_play(path_, kIdentity);
    ASSERT_FALSE(refused);
    EXPECT_NE(message(refused).find("--upgrade"), std::string::npos) << message(refused);

    const Result<bool> upgraded = Ledger::upgrade(path_);
    ASSERT_TRUE(upgraded) << message(upgraded);
    EXPECT_TRUE(*upgraded);
    EXPECT_FALSE(*Ledger::upgrade(path_)) << "the second time there is nothing to do";
    Result<Ledger> ledger = Ledger::open_to_play(path_, kIdentity);
    ASSERT_TRUE(ledger) << message(ledger);
    expect_what_format_1_held(*ledger);
    EXPECT_TRUE(ledger->running()->empty());
    EXPECT_EQ(*ledger->open_games(), 0);
    EXPECT_FALSE(ledger->keep_constant("clock", "ptrace"));
    EXPECT_EQ(*ledger->enter(std::vector<LedgerPlayer>{{"ann", "dir:./ann", "abcd"}}),
              std::vector<PlayerIndex>{0})
        << "the same sources are the same version";
}

void set_format(const std::filesystem::path& path, int format) {
    ASSERT_TRUE(database_of(path)->execute(
        fmt::format(fmt::runtime(sql::is_server(path) ? "UPDATE ledger_format SET format = {}"
                                                      : "PRAGMA user_version = {}"),
                    format)));
}

// Takes from a new ledger what format 5 added.
void make_format_4(const std::filesystem::path& path) {
    ASSERT_TRUE(database_of(path)->execute(
        "DROP TABLE job; DROP INDEX task_of_job; DROP INDEX task_open;"
        "ALTER TABLE task DROP COLUMN job; ALTER TABLE task DROP COLUMN payload;"
        "ALTER TABLE task DROP COLUMN result;"
        "CREATE INDEX task_open ON task (place) WHERE state = 'open'"));
    set_format(path, 4);
}

// Takes from a new ledger what formats 4 and 5 added.
void make_format_3(const std::filesystem::path& path) {
    make_format_4(path);
    ASSERT_TRUE(database_of(path)->execute("DROP TABLE source; DROP TABLE blob"));
    set_format(path, 3);
}

// Takes from a new ledger what formats 3 to 5 added, and puts back what they replaced.
void make_format_2(const std::filesystem::path& path) {
    make_format_3(path);
    ASSERT_TRUE(database_of(path)->execute(
        "DROP TABLE task; ALTER TABLE game DROP COLUMN speed;"
        "CREATE TABLE claim (id TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL, attempt "
        "INTEGER NOT NULL, started BIGINT NOT NULL, lease BIGINT NOT NULL, pairing TEXT NOT NULL, "
        "number INTEGER NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL, moves INTEGER "
        "NOT NULL, position TEXT NOT NULL);"
        "INSERT INTO claim VALUES ('00000000000000c1', 'game', 'n1:7', 1, 5, 6, "
        "'00000000000000aa', 0, 0, 1, 3, '')"));
    set_format(path, 2);
}

TEST_P(LedgerOnBoth, Format3IsReadAsItIsAndUpgradedOnRequest) {
    {
        Result<Ledger> ledger = open();
        ASSERT_TRUE(ledger->add_pairings(pairings()));
        ASSERT_TRUE(tests::keep_game(*ledger, game(0), R"({"a":1})"));
    }
    make_format_3(path_);
    const Result<Ledger> old = Ledger::open_to_read(path_);
    ASSERT_TRUE(old) << message(old);
    EXPECT_EQ(old->games()->size(), 1U);
    EXPECT_FALSE(Ledger::open_to_work(path_));
    ASSERT_TRUE(*Ledger::upgrade(path_));
    Result<Ledger> ledger = Ledger::open_to_play(path_, kIdentity);
    ASSERT_TRUE(ledger) << message(ledger);
    EXPECT_EQ(ledger->games()->size(), 1U);
    EXPECT_TRUE(ledger->keep_sources(0, "packed"));
    EXPECT_TRUE(*ledger->holds_sources(0));
}

TEST_P(LedgerOnBoth, Format4IsReadAsItIsAndUpgradedOnRequest) {
    {
        Result<Ledger> ledger = open();
        ASSERT_TRUE(ledger->add_pairings(pairings()));
        ASSERT_TRUE(tests::keep_game(*ledger, game(0), R"({"a":1})"));
        ASSERT_TRUE(ledger->keep_sources(0, "packed"));
    }
    make_format_4(path_);
    const Result<Ledger> old = Ledger::open_to_read(path_);
    ASSERT_TRUE(old) << message(old);
    EXPECT_EQ(old->games()->size(), 1U);
    EXPECT_TRUE(old->running()->empty());
    EXPECT_FALSE(Ledger::open_to_work(path_));
    ASSERT_TRUE(*Ledger::upgrade(path_));
    Result<Ledger> ledger = Ledger::open_to_play(path_, kIdentity);
    ASSERT_TRUE(ledger) << message(ledger);
    EXPECT_TRUE(*ledger->holds_sources(0));
    EXPECT_TRUE(tests::keep_game(*ledger, game(1), "{}"));
}

TEST_P(LedgerOnBoth, Format2IsUpgradedOnRequest) {
    {
        Result<Ledger> ledger = open();
        ASSERT_TRUE(ledger->add_pairings(pairings()));
        ASSERT_TRUE(tests::keep_game(*ledger, game(0), R"({"a":1})"));
    }
    make_format_2(path_);
    const Result<Ledger> old = Ledger::open_to_read(path_);
    EXPECT_EQ(old.has_value(), !on_server()) << "a server's readers may not make views";
    if (old) {
        EXPECT_EQ(old->games()->size(), 1U);
        EXPECT_EQ(old->running()->at(0).moves, 3);
    }
    const Result<Ledger> refused = Ledger::open_to_work(path_);
    ASSERT_FALSE(refused);
    EXPECT_NE(message(refused).find("--upgrade"), std::string::npos) << message(refused);
    ASSERT_TRUE(*Ledger::upgrade(path_));
    Result<Ledger> ledger = Ledger::open_to_play(path_, kIdentity);
    ASSERT_TRUE(ledger) << message(ledger);
    EXPECT_EQ(ledger->games()->size(), 1U);
    EXPECT_EQ(ledger->games()->at(0).speed, 0);
    EXPECT_TRUE(ledger->running()->empty());
    EXPECT_TRUE(tests::keep_game(*ledger, game(1), "{}"));
}

TEST_P(LedgerOnBoth, OtherSettingsAreRefusedAndTheDifferenceIsNamed) {
    ASSERT_TRUE(open());
    Identity changed = kIdentity;
    changed["bank"] = "20";
    changed["komi"] = "3";
    const Result<Ledger> refused = Ledger::open_to_play(path_, changed);
    ASSERT_FALSE(refused);
    EXPECT_NE(message(refused).find("bank: was 10, is now 20"), std::string::npos)
        << message(refused);
    EXPECT_NE(message(refused).find("komi: was nothing, is now 3"), std::string::npos);
    EXPECT_EQ(message(refused).find("seed:"), std::string::npos);
    EXPECT_TRUE(open()) << "the old settings still open it";
}

TEST_P(LedgerOnBoth, OnlyOneProcessPlays) {
    const Result<Ledger> owner = open();
    ASSERT_TRUE(owner);
    const Result<Ledger> second = open();
    ASSERT_FALSE(second);
    EXPECT_NE(message(second).find("another process is playing"), std::string::npos);
}

TEST_P(LedgerOnBoth, TheOwnershipOfAKilledProcessIsFree) {
    const pid_t child = ::fork();
    if (child == 0) {
        const Result<Ledger> owner = open();
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    // A server frees the locks when it sees that their connection is gone.
    Result<Ledger> again = open();
    for (int tries = 0; on_server() && !again && tries < 1200; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        again = open();
    }
    EXPECT_TRUE(again) << message(again);
}

TEST_P(LedgerOnBoth, AConstantMayNotChange) {
    Result<Ledger> ledger = open();
    EXPECT_TRUE(ledger->keep_constant("clock", "cgroup2"));
    EXPECT_TRUE(ledger->keep_constant("clock", "cgroup2"));
    const Result<void> other = ledger->keep_constant("clock", "ptrace");
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().message.find("cgroup2"), std::string::npos);
}

TEST_F(LedgerTest, OtherFilesAreNotTakenForLedgers) {
    std::ofstream(path_) << "points: 12, and some more text so that it is no empty file\n";
    EXPECT_FALSE(open());
    EXPECT_FALSE(Ledger::open_to_read(path_));
    EXPECT_FALSE(Ledger::open_to_read(folder_ / "missing"));
    EXPECT_FALSE(Ledger::open_to_play(folder_ / "no" / "such" / "folder", kIdentity));

    const std::filesystem::path foreign = folder_ / "foreign.db";
    const Result<sqlite::Database> database =
        sqlite::Database::open(foreign, sqlite::Access::ReadWrite);
    ASSERT_TRUE(database->execute("CREATE TABLE t (x)"));
    const Result<Ledger> refused = Ledger::open_to_play(foreign, kIdentity);
    ASSERT_FALSE(refused);
    EXPECT_NE(message(refused).find("not a tournament's ledger"), std::string::npos);
}

TEST_F(LedgerTest, ADamagedFileGivesAMessage) {
    {
        Result<Ledger> ledger = open();
        ASSERT_TRUE(ledger->add_pairings(pairings()));
        for (int i = 0; i < 15; ++i)
            ASSERT_TRUE(tests::keep_game(*ledger, game(i), std::string(4000, 'x')));
    }
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    const auto pages = static_cast<std::streamoff>(std::filesystem::file_size(path_) / 4096);
    for (std::streamoff page = 1; page < pages; ++page) {
        file.seekp(page * 4096);
        file << std::string(2000, '\xEE');
    }
    file.close();
    const Result<Ledger> ledger = Ledger::open_to_read(path_);
    EXPECT_TRUE(!ledger || !ledger->games() || !ledger->pairings());
}

// Nothing more can be written: the file-size limit stands in for a full disk.
TEST_F(LedgerTest, AFullDiskGivesAMessageAndLosesNothing) {
    Result<Ledger> ledger = open();
    ASSERT_TRUE(ledger->add_pairings(pairings()));
    ASSERT_TRUE(tests::keep_game(*ledger, game(0), "{}"));

    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit unlimited{};
    ::getrlimit(RLIMIT_FSIZE, &unlimited);
    const rlimit tight{200'000, unlimited.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &tight);
    int kept = 1;
    Result<void> failed;
    while (failed && kept < 10'000) {
        failed = tests::keep_game(*ledger, game(kept), std::string(2000, 'x'));
        kept += static_cast<int>(failed.has_value());
    }
    ::setrlimit(RLIMIT_FSIZE, &unlimited);
    std::signal(SIGXFSZ, before);

    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().message.find("writing the file failed"), std::string::npos)
        << failed.error().message;
    EXPECT_EQ(ledger->games()->size(), static_cast<std::size_t>(kept));
    EXPECT_TRUE(tests::keep_game(*ledger, game(kept), "{}")) << "with room again it goes on";
    ledger = fail("closed");
    EXPECT_EQ(open()->games()->size(), static_cast<std::size_t>(kept) + 1);
}

}  // namespace
}  // namespace zerosum
