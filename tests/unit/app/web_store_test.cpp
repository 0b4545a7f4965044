#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "app/web/game_store.h"
#include "arena/tournament/ledger.h"

namespace zerosum::web {
namespace {

StoredGame sample(const std::string& id) {
    StoredGame game;
    game.id = id;
    game.created = 1700000000;
    game.size = 2;
    game.kinds = 3;
    game.even = true;
    game.record.game = "fruit";
    game.record.bank = Seconds{300};
    game.record.komi = 7;
    game.record.seed = 42;
    game.record.start = "01/21 1 0 0";
    game.record.reason = EndReason::Aborted;
    game.record.players[0].spec = "human";
    game.record.players[1].spec = "greedy";
    return game;
}

MoveRecord move(std::string name, double cpu, double bank_left) {
    MoveRecord out;
    out.move = std::move(name);
    out.cpu = Seconds{cpu};
    out.wall = Seconds{2 * cpu};
    out.bank_left = Seconds{bank_left};
    return out;
}

// Two moves, the second with a thought, and the end.
GameRecord played() {
    GameRecord record = sample("a").record;
    record.moves = {move("B1", 1.5, 298.5), move("A1", 0.1, 299.9)};
    record.moves[0].gain = 4;
    record.moves[1].depth = 3;
    record.moves[1].nodes = 99;
    record.moves[1].score = -2;
    record.moves[1].exact = true;
    record.winner = 1;
    record.reason = EndReason::Crash;
    record.sentence = "ended by signal 11";
    return record;
}

TEST(WebStore, GivesBackWhatItWasGiven) {
    Result<GameStore> store = GameStore::open(":memory:");
    ASSERT_TRUE(store);
    ASSERT_TRUE(store->add(sample("a")));
    EXPECT_EQ((*store->find("a"))->record.reason, EndReason::Aborted);
    ASSERT_TRUE(store->save("a", 0, played()));
    const auto game = store->find("a");
    ASSERT_TRUE(game && *game);
    EXPECT_EQ((*game)->kinds, 3);
    EXPECT_TRUE((*game)->even);
    GameRecord wanted = played();
    wanted.edition = "casual";
    EXPECT_EQ(to_json_text((*game)->record), to_json_text(wanted));
}

TEST(WebStore, SavingMakesTheMovesFromAPlyOnAndTheEndAnew) {
    Result<GameStore> store = GameStore::open(":memory:");
    ASSERT_TRUE(store->add(sample("a")));
    ASSERT_TRUE(store->save("a", 0, played()));
    GameRecord back = sample("a").record;
    back.moves = {played().moves[0]};
    ASSERT_TRUE(store->save("a", 1, back));
    EXPECT_EQ((*store->find("a"))->record.moves.size(), 1U);
    EXPECT_EQ((*store->find("a"))->record.reason, EndReason::Aborted);
    back.moves.push_back(move("A2", 1, 299));
    ASSERT_TRUE(store->save("a", 1, back));
    EXPECT_EQ((*store->find("a"))->record.moves[1].move, "A2");
}

TEST(WebStore, ListsTheNewestFirst) {
    Result<GameStore> store = GameStore::open(":memory:");
    for (const char* id : {"a", "b", "c"}) ASSERT_TRUE(store->add(sample(id)));
    const auto games = store->games_of("", GameStore::Unheld::Listed, 2);
    ASSERT_TRUE(games);
    ASSERT_EQ(games->size(), 2U);
    EXPECT_EQ((*games)[0].id, "c");
    EXPECT_EQ((*games)[1].id, "b");
}

TEST(WebStore, KeepsWhoHasASeatAndListsTheGamesOfAHolder) {
    Result<GameStore> store = GameStore::open(":memory:");
    StoredGame game = sample("a");
    game.seats = {Seat{"ann's hash", "Ann"}, Seat{"", ""}};
    game.invite = "a secret";
    ASSERT_TRUE(store->add(game));
    ASSERT_TRUE(store->add(sample("b")));  // nobody's
    const auto ids = [&](const std::string& holder, GameStore::Unheld unheld) {
        const Result<std::vector<StoredGame>> games = store->games_of(holder, unheld, 9);
        std::string out;
        for (const StoredGame& each : *games) out += each.id;
        return out;
    };
    EXPECT_EQ(ids("ann's hash", GameStore::Unheld::Left), "a");
    EXPECT_EQ(ids("ann's hash", GameStore::Unheld::Listed), "ba");
    EXPECT_EQ(ids("bob's hash", GameStore::Unheld::Left), "");
    EXPECT_EQ(ids("", GameStore::Unheld::Left), "") << "a seat that waits is not a stranger's";
    EXPECT_TRUE((*store->find("a"))->seats[1].waits());
    ASSERT_TRUE(store->seat("a", 1, Seat{"bob's hash", "Bob"}));
    EXPECT_EQ(ids("bob's hash", GameStore::Unheld::Left), "a");
    EXPECT_EQ((*store->find("a"))->seats[1].name, "Bob");
    EXPECT_FALSE((*store->find("b"))->seats[0].holder);
    EXPECT_EQ((*store->find("a"))->invite, "a secret");
    EXPECT_EQ((*store->find("b"))->invite, "");
}

TEST(WebStore, ReadsOnlyTheGamesOfTheHolderToListThem) {
    const std::string path = ::testing::TempDir() + "zerosum_plan.db";
    std::filesystem::remove(path);
    ASSERT_TRUE(GameStore::open(path));
    const auto database = sqlite::Database::open(path, sqlite::Access::ReadOnly);
    ASSERT_TRUE(database);
    const auto plan = database->rows(
        "EXPLAIN QUERY PLAN " + GameStore::games_query(),
        [](const sqlite::Statement& row) { return Result<std::string>(row.text(3)); }, "ann", 1, 9);
    ASSERT_TRUE(plan) << plan.error().message;
    std::set<std::string> used;
    for (const std::string& step : *plan) {
        if (step.find("INDEX game_") != std::string::npos)
            used.insert(step.substr(step.find("game_")));
        const bool reads_every_row =
            step.starts_with("SCAN") && step.find("INDEX game_unheld") == std::string::npos;
        EXPECT_FALSE(reads_every_row) << step;
    }
    EXPECT_EQ(used, (std::set<std::string>{"game_holder1 (holder1=?)", "game_holder2 (holder2=?)",
                                           "game_unheld"}));
    std::filesystem::remove(path);
}

// A file as version 0.1.0 made it, with a game that was lost on time and one that goes on.
TEST(WebStore, ReadsFilesFromBeforeSentencesWereKept) {
    const std::string path = ::testing::TempDir() + "zerosum_old_games.db";
    std::filesystem::remove(path);
    {
        const auto old = sqlite::Database::open(path, sqlite::Access::ReadWrite);
        ASSERT_TRUE(old && old->execute(R"(
            CREATE TABLE game(
                id TEXT PRIMARY KEY, created INTEGER NOT NULL, rules TEXT NOT NULL,
                size INTEGER NOT NULL, kinds INTEGER NOT NULL, bank REAL NOT NULL,
                seed INTEGER NOT NULL, start TEXT NOT NULL, spec1 TEXT NOT NULL,
                spec2 TEXT NOT NULL, winner INTEGER, reason TEXT) STRICT;
            CREATE TABLE move(
                game TEXT NOT NULL REFERENCES game(id), ply INTEGER NOT NULL, name TEXT NOT NULL,
                gain INTEGER NOT NULL, cpu REAL NOT NULL, bank_left REAL NOT NULL,
                depth INTEGER, nodes INTEGER, score INTEGER, exact INTEGER,
                PRIMARY KEY(game, ply)) STRICT, WITHOUT ROWID;
            INSERT INTO game VALUES('late', 1, 'fruit', 3, 3, 60, 1, '012/012/012 1 0 0', 'human',
                                    'greedy', 2, 'time');
            INSERT INTO move VALUES('late', 0, 'A1', 9, 20, 40, NULL, NULL, NULL, NULL);
            INSERT INTO move VALUES('late', 1, 'B1', 9, 1, 59, 3, 99, -2, 1);
            INSERT INTO game VALUES('open', 2, 'fruit', 2, 3, 60, 1, '01/21 1 0 0', 'human',
                                    'greedy', NULL, NULL);
        )"));
    }
    for (int opened = 0; opened < 2; ++opened) {
        Result<GameStore> store = GameStore::open(path);
        ASSERT_TRUE(store) << store.error().message;
        const GameRecord late = (*store->find("late"))->record;
        EXPECT_EQ(late.edition, "casual");
        EXPECT_EQ(late.komi, 0);
        EXPECT_FALSE((*store->find("late"))->even);
        EXPECT_EQ(late.reason, EndReason::Time);
        ASSERT_EQ(late.moves.size(), 3U);
        EXPECT_EQ(late.moves[0].wall, Seconds{20});
        EXPECT_TRUE(late.moves[1].exact);
        EXPECT_EQ(late.moves[2].move, "");
        EXPECT_EQ(late.moves[2].cpu, Seconds{40}) << "what the loser had left";
        EXPECT_EQ((*store->find("open"))->record.reason, EndReason::Aborted);
        GameRecord goes_on = (*store->find("open"))->record;
        goes_on.moves = {move("B1", 1, 59)};
        EXPECT_TRUE(store->save("open", 0, goes_on));
    }
    std::filesystem::remove(path);
}

// The bytes of a file, and the names of the files beside it.
std::pair<std::string, std::set<std::string>> state_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::pair<std::string, std::set<std::string>> state{
        {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}, {}};
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    for (const auto& each : std::filesystem::directory_iterator(folder))
        state.second.insert(each.path().filename().string());
    return state;
}

TEST(WebStore, AFileOfSomethingElseIsRefusedAndLeftAsItWas) {
    const std::filesystem::path folder =
        std::filesystem::path(::testing::TempDir()) / "zerosum_web_store";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const std::string ledger = folder / "class.ledger";
    const std::string other = folder / "other.db";
    const std::string text = folder / "notes.txt";
    {
        ASSERT_TRUE(Ledger::open_to_play(ledger, {{"game", "fruit"}}));
        const auto database = sqlite::Database::open(other, sqlite::Access::ReadWrite);
        ASSERT_TRUE(database && database->execute("CREATE TABLE move(game, ply)"));
        std::ofstream(text) << "Not a database, but a file that somebody wants to keep.";
    }
    for (const std::string& path : {ledger, other, text}) {
        const auto before = state_of(path);
        const Result<GameStore> store = GameStore::open(path);
        ASSERT_FALSE(store) << path;
        EXPECT_NE(store.error().message.find(path), std::string::npos) << store.error().message;
        EXPECT_TRUE(state_of(path) == before) << path;
    }
    // An empty file is a new one.
    const std::string empty = folder / "empty.db";
    std::ofstream(empty).close();
    EXPECT_TRUE(GameStore::open(empty));
    std::filesystem::remove_all(folder);
}

TEST(WebStore, AFileThatIsNoDatabaseIsRefused) {
    EXPECT_FALSE(GameStore::open("/proc/version"));
    EXPECT_FALSE(GameStore::open("/proc/no/such/folder/games.db"));
}

}  // namespace
}  // namespace zerosum::web
