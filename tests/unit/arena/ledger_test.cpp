#include "arena/tournament/ledger.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <limits>
#include <set>

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

std::string message(const auto& result) {
    return result ? "no error" : result.error().message;
}

TEST_F(LedgerTest, KeepsWhatItWasGiven) {
    {
        Result<Ledger> ledger = open();
        ASSERT_TRUE(ledger) << message(ledger);
        ASSERT_TRUE(ledger->add_pairings(pairings()));
        ASSERT_TRUE(ledger->add_pairings(pairings()));
        ASSERT_TRUE(ledger->finish(game(0), R"({"a":1})"));
        ASSERT_TRUE(ledger->finish(game(1), R"({"a":2})"));
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
        ASSERT_TRUE(ledger->finish(game(0), "{}"));
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

TEST_F(LedgerTest, AByeIsAPairingWithoutASecondPlayer) {
    Result<Ledger> ledger = open();
    const std::vector<ScheduledPairing> bye = {{pairing_id(1, 1, 2, kNoPlayer), 1, 2, kNoPlayer}};
    ASSERT_TRUE(ledger->add_pairings(bye));
    EXPECT_TRUE(ledger->pairings()->at(0).bye());
}

TEST_F(LedgerTest, AGameIsKeptOnlyOnce) {
    Result<Ledger> ledger = open();
    ASSERT_TRUE(ledger->add_pairings(pairings()));
    ASSERT_TRUE(ledger->finish(game(0), "{}"));
    EXPECT_FALSE(ledger->finish(game(0), "{}"));
    EXPECT_EQ(ledger->games()->size(), 1U);
}

TEST_F(LedgerTest, RunningGamesAreSeenByReadersAndForgottenByTheNextProcess) {
    {
        Result<Ledger> ledger = open();
        ASSERT_TRUE(ledger->add_pairings(pairings()));
        const LedgerGame g = game(0);
        ASSERT_TRUE(ledger->begin({g.id, g.pairing, g.number, g.players, 0, 0, "01/23 1 0 0"}));
        ASSERT_TRUE(ledger->show_progress(g.id, 2, "**/23 1 0 0"));

        const Result<Ledger> reader = Ledger::open_to_read(path_);
        ASSERT_TRUE(reader) << message(reader);
        ASSERT_EQ(reader->running()->size(), 1U);
        EXPECT_EQ(reader->running()->at(0).moves, 2);
        EXPECT_EQ(reader->running()->at(0).position, "**/23 1 0 0");
        EXPECT_GT(reader->running()->at(0).started, 1'600'000'000);
        EXPECT_EQ(reader->running()->at(0).players, g.players);
    }
    EXPECT_TRUE(open()->running()->empty());
}

TEST_F(LedgerTest, FinishingAGameTakesItFromTheRunningOnes) {
    Result<Ledger> ledger = open();
    ASSERT_TRUE(ledger->add_pairings(pairings()));
    for (const int number : {0, 1}) {
        const LedgerGame g = game(number);
        ASSERT_TRUE(ledger->begin({g.id, g.pairing, g.number, g.players, 0, 0, ""}));
    }
    ASSERT_TRUE(ledger->finish(game(0), "{}"));
    ASSERT_TRUE(ledger->drop_running(game(1).id));
    EXPECT_TRUE(ledger->running()->empty());
}

// Another process that plays on the same games, as the ledger sees it.
void claim_for(const std::filesystem::path& path, GameId id, const std::string& owner,
               std::int64_t lease) {
    const Result<sqlite::Database> database =
        sqlite::Database::open(path, sqlite::Access::ReadWrite);
    ASSERT_TRUE(database->run(
        "INSERT INTO claim (id, kind, owner, attempt, started, lease, pairing, number, first, "
        "second, moves, position) VALUES (?, 'game', ?, 1, 0, ?, '', 0, 0, 1, 0, '')",
        to_text(id), owner, lease));
}

TEST_F(LedgerTest, AClaimHoldsUntilItsLeaseRunsOut) {
    Result<Ledger> ledger = open();
    ASSERT_TRUE(ledger->add_pairings(pairings()));
    const LedgerGame held = game(0);
    const LedgerGame left = game(1);
    claim_for(path_, held.id, "elsewhere:1", std::numeric_limits<std::int32_t>::max());
    claim_for(path_, left.id, "elsewhere:2", 1);
    const auto running = [](const LedgerGame& g) {
        return RunningGame{g.id, g.pairing, g.number, g.players, 0, 0, ""};
    };
    const Result<void> refused = ledger->begin(running(held));
    ASSERT_FALSE(refused);
    EXPECT_NE(message(refused).find("being played by elsewhere:1"), std::string::npos)
        << message(refused);
    EXPECT_FALSE(ledger->finish(held, "{}")) << "only the owner of a claim finishes its game";
    EXPECT_TRUE(ledger->games()->empty());
    EXPECT_TRUE(ledger->begin(running(left)));
    EXPECT_TRUE(ledger->renew_claims());
    EXPECT_TRUE(ledger->finish(left, "{}"));
    EXPECT_EQ(ledger->games()->size(), 1U);
}

TEST_F(LedgerTest, AChangedEntrantIsANewVersionAndTheOldOneStays) {
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
    EXPECT_FALSE(ledger->keep_constant("clock", "ptrace"));
    EXPECT_EQ(*ledger->enter(std::vector<LedgerPlayer>{{"ann", "dir:./ann", "abcd"}}),
              std::vector<PlayerIndex>{0})
        << "the same sources are the same version";
}

TEST_F(LedgerTest, OtherSettingsAreRefusedAndTheDifferenceIsNamed) {
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

TEST_F(LedgerTest, OnlyOneProcessPlays) {
    const Result<Ledger> owner = open();
    ASSERT_TRUE(owner);
    const Result<Ledger> second = open();
    ASSERT_FALSE(second);
    EXPECT_NE(message(second).find("another process is playing"), std::string::npos);
}

TEST_F(LedgerTest, TheOwnershipOfAKilledProcessIsFree) {
    const pid_t child = ::fork();
    if (child == 0) {
        const Result<Ledger> owner = open();
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_TRUE(open());
}

TEST_F(LedgerTest, AConstantMayNotChange) {
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
        for (int i = 0; i < 15; ++i) ASSERT_TRUE(ledger->finish(game(i), std::string(4000, 'x')));
    }
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    for (int page = 1; page < 12; ++page) {
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
    ASSERT_TRUE(ledger->finish(game(0), "{}"));

    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit unlimited{};
    ::getrlimit(RLIMIT_FSIZE, &unlimited);
    const rlimit tight{200'000, unlimited.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &tight);
    int kept = 1;
    Result<void> failed;
    while (failed && kept < 10'000) {
        failed = ledger->finish(game(kept), std::string(2000, 'x'));
        kept += static_cast<int>(failed.has_value());
    }
    ::setrlimit(RLIMIT_FSIZE, &unlimited);
    std::signal(SIGXFSZ, before);

    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().message.find("writing the file failed"), std::string::npos)
        << failed.error().message;
    EXPECT_EQ(ledger->games()->size(), static_cast<std::size_t>(kept));
    EXPECT_TRUE(ledger->finish(game(kept), "{}")) << "with room again it goes on";
    ledger = fail("closed");
    EXPECT_EQ(open()->games()->size(), static_cast<std::size_t>(kept) + 1);
}

}  // namespace
}  // namespace zerosum
