#include "arena/study/study.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace zerosum {
namespace {

constexpr const char* kSmallStudy = R"(
title = "small"
seed = 5
[[games]]
game = "fruit"
player = "greedy"
opponents = ["random:by=move"]
sizes = [3, 4]
kinds = 2
banks = [1.0]
pairs = [2, 4]
[[exact]]
sizes = [3]
kinds = [2]
boards = 5
)";

class StudyTest : public ::testing::Test {
 protected:
    void SetUp() override {
        std::string name = ::testing::TempDir() + "studyXXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::filesystem::path folder_;
};

TEST_F(StudyTest, EveryCellOfTheProductIsThere) {
    const Result<StudySpec> spec = parse_study_spec(kSmallStudy);
    ASSERT_TRUE(spec) << spec.error().message;
    ASSERT_EQ(spec->games.size(), 2U);
    EXPECT_EQ(spec->games[1].id(), "fruit/greedy/random:by=move/4/2/1");
    ASSERT_EQ(spec->exact.size(), 1U);
    EXPECT_EQ(spec->exact[0].boards, 5);
}

TEST_F(StudyTest, MistakesAreToldWithTheirLine) {
    const std::pair<const char*, const char*> cases[] = {
        {"", "found nothing to study, expected [[games]] or [[exact]]"},
        {"seed = \"x\"\n", "line 1: seed: found \"x\", expected a whole number from 0"},
        {"\n[[games]]\nopponent = [\"greedy\"]\n", "unknown key 'opponent'"},
        {"[[games]]\nopponents = [\"greedy\",\n\"no\\u00e9body\"]\n",
         "line 3: opponents: 'noébody' is not a player, expected one of: alphabeta"},
        {"[[games]]\nopponents = [\"greedy\"]\nplayer = \"minimax:depth=0@\\u00e9\"\n",
         "line 3: player: player 'minimax:depth=0@é': depth=0 is out of range, expected "
         "1..100"},
        {"[[games]]\nopponents = []\n", "line 2: opponents: found an empty list, expected"},
        {"[[games]]\nplayer = \"greedy\"\n",
         "line 1: found no opponents, expected a list of players in quotes"},
        {"[[games]]\nopponents = [3]\n", "line 2: opponents: found 3, expected a list of players"},
        {"[[games]]\nopponents = [\"greedy\"]\nsizes = [99]\n",
         "line 3: sizes: found 99, expected a whole number from 1 to 32"},
        {"[[games]]\nopponents = [\"greedy\"]\nbanks = true\n",
         "line 3: banks: found true, expected a number from 0.001 to 100000"},
        {"[[games]]\nopponents = [\"greedy\"]\npairs = [5, 2]\n",
         "line 3: pairs: found [5, 2], expected [at least, at most]"},
        {"[[games]]\ngame = \"chess\"\nopponents = [\"greedy\"]\n",
         "line 2: game: 'chess' is not a game, expected fruit or raid"},
        {"[games]\n", "line 1: found a table named games, expected [[games]]"},
        {"= 3", "line 1: found '= 3', expected TOML: "},
        {"[[exact]]\nsizes = 4.0\n", "line 2: sizes: found 4.0, expected a whole number"},
        {"[[exact]]\ngame = \"raid\"\nkinds = 2\n",
         "line 1: found 2 kinds, but raid has no kinds of squares: leave them out"},
        {"games = 3\n", "line 1: found 3 named games, expected [[games]]"},
        {"[[exact]]\nboards = 0\n", "line 2: boards: found 0, expected"},
        // Fractions where things are counted.
        {"seed = 1.5\n", "line 1: seed: found 1.5, expected a whole number"},
        {"[[games]]\nopponents = [\"greedy\"]\nsizes = [4, 4.7]\n", "line 3: sizes: found 4.7"},
        {"[[games]]\nopponents = [\"greedy\"]\nkinds = 2.5\n", "line 3: kinds: found 2.5"},
        {"[[games]]\nopponents = [\"greedy\"]\npairs = [1, 2.5]\n", "line 3: pairs: found 2.5"},
        {"[[exact]]\nboards = 9.9\n", "line 2: boards: found 9.9"},
    };
    for (const auto& [text, fragment] : cases) {
        const Result<StudySpec> spec = parse_study_spec(text);
        ASSERT_FALSE(spec) << text;
        EXPECT_NE(spec.error().message.find(fragment), std::string::npos)
            << text << ": " << spec.error().message;
    }
}

// Two threads would play one cell, and both store its games.
TEST_F(StudyTest, ACellAskedForTwiceIsRefused) {
    const std::string games = "[[games]]\nplayer = \"greedy\"\nkinds = 3\n";
    const std::string random = "opponents = [\"random\"]\n";
    const std::pair<std::string, const char*> cases[] = {
        {games + "opponents = [\"random\", \"random\"]\n", "fruit/greedy/random/10/3/1"},
        {games + random + "sizes = [4, 4]\n", "fruit/greedy/random/4/3/1"},
        {games + random + "banks = [0.1, 0.1]\n", "fruit/greedy/random/10/3/0.1"},
        {games + random + "sizes = [4, 5]\n" + games + random + "sizes = [5, 6]\n",
         "line 6: found the cell fruit/greedy/random/5/3/1 again, first asked for in line 1"},
        {"[[exact]]\nkinds = 3\nboards = 5\n[[exact]]\nkinds = 3\nboards = 6\n",
         "line 4: found the cell fruit/exact/4/3 again, first asked for in line 1"},
    };
    for (const auto& [text, fragment] : cases) {
        const Result<StudySpec> spec = parse_study_spec(text);
        ASSERT_FALSE(spec) << text;
        EXPECT_NE(spec.error().message.find(fragment), std::string::npos)
            << text << ": " << spec.error().message;
        EXPECT_NE(spec.error().message.find("expected every combination once"), std::string::npos);
    }
}

TEST_F(StudyTest, RunsToItsEndAndGoesOnWhereItStopped) {
    const Result<StudySpec> spec = parse_study_spec(kSmallStudy);
    std::vector<std::string> lines;
    for (const char* name : {"whole", "parts"}) {
        const bool parts = std::string_view(name) == "parts";
        // In parts: stopped after every few steps and opened again.
        for (int i = 0; i < (parts ? 30 : 1); ++i) {
            auto store = StudyStore::open(folder_ / name, *spec);
            ASSERT_TRUE(store) << store.error().message;
            std::stop_source source;
            int steps = 0;
            const Result<void> done = run_study(
                *spec, **store, 1,
                [&](const StudyProgress&) {
                    if (parts && ++steps > 6) source.request_stop();
                },
                source.get_token());
            ASSERT_TRUE(done) << done.error().message;
        }
        auto store = StudyStore::open(folder_ / name, *spec);
        std::string line;
        for (const GamesCell& cell : spec->games) {
            const std::vector<StudyGame> games = *(*store)->games(cell.id());
            EXPECT_TRUE(sum_up(cell, games).enough) << cell.id();
            for (const StudyGame& game : games)
                line += fmt::format("{} {}:{}; ", game.game, game.points, game.other_points);
        }
        const std::vector<StudyBoard> boards = *(*store)->boards(spec->exact[0].id());
        for (const StudyBoard& board : boards)
            line += fmt::format("{} {}; ", board.position, board.value.value_or(-999));
        lines.push_back(line);
    }
    EXPECT_EQ(lines[0], lines[1]);
}

TEST_F(StudyTest, AnUnsolvedBoardIsTriedAgainWithMoreTime) {
    const auto spec = [](const char* seconds) {
        return *parse_study_spec(
            fmt::format("[[exact]]\nsizes = 3\nkinds = 2\nboards = 2\nseconds = {}\n", seconds));
    };
    const std::string cell = spec("5").exact[0].id();
    const auto values = [&](const StudySpec& asked) {
        auto store = StudyStore::open(folder_ / "store", asked);
        EXPECT_TRUE(run_study(asked, **store, 1, {}));
        std::string text;
        const std::vector<StudyBoard> boards = *(*store)->boards(cell);
        for (const StudyBoard& board : boards)
            text += fmt::format("{} {} ", board.value.has_value(), board.seconds);
        return text;
    };
    {
        auto store = StudyStore::open(folder_ / "store", spec("5"));
        StudyBoard unsolved;
        unsolved.seconds = 5;
        ASSERT_TRUE((*store)->add(cell, unsolved));
    }
    EXPECT_EQ(values(spec("5")), "false 5 true 5 ");
    EXPECT_EQ(values(spec("4")), "false 5 true 5 ");
    EXPECT_EQ(values(spec("6")), "true 6 true 5 ");
}

TEST_F(StudyTest, AStoreWithoutLimitsTakesTheTimeSpentForThem) {
    {
        const Result<sqlite::Database> old =
            sqlite::Database::open(folder_ / "store", sqlite::Access::ReadWrite);
        const Result<void> made = old->execute(R"(
            CREATE TABLE boards(
              cell TEXT NOT NULL, board INTEGER NOT NULL, position TEXT NOT NULL,
              solved INTEGER NOT NULL, value INTEGER, greedy_optimal INTEGER NOT NULL,
              nodes INTEGER NOT NULL, cpu REAL NOT NULL, PRIMARY KEY(cell, board));
            INSERT INTO boards VALUES('fruit/exact/3/2', 0, 'a board', 1, 7, 1, 10, 0.25);
            INSERT INTO boards VALUES('fruit/exact/3/2', 1, 'another', 0, NULL, 0, 20, 5.01);)");
        ASSERT_TRUE(made) << made.error().message;
    }
    for (int i = 0; i < 2; ++i) {  // it is there the second time
        const auto store = StudyStore::open(folder_ / "store", *parse_study_spec(kSmallStudy));
        ASSERT_TRUE(store) << store.error().message;
        const std::vector<StudyBoard> boards = *(*store)->boards("fruit/exact/3/2");
        ASSERT_EQ(boards.size(), 2U);
        EXPECT_EQ(boards[0].value, 7);
        EXPECT_EQ(boards[1].value, std::nullopt);
        EXPECT_DOUBLE_EQ(boards[1].seconds, 5.01);
    }
}

TEST_F(StudyTest, AStoreOfAnotherSeedIsRefused) {
    StudySpec spec = *parse_study_spec(kSmallStudy);
    ASSERT_TRUE(StudyStore::open(folder_ / "store", spec));
    spec.seed = 6;
    const auto store = StudyStore::open(folder_ / "store", spec);
    ASSERT_FALSE(store);
    EXPECT_NE(store.error().message.find("seed 5"), std::string::npos);
}

TEST_F(StudyTest, AnEditionOfItsOwnIsPartOfACellsName) {
    const auto cell_of = [](const std::string& edition) {
        return parse_study_spec("[[games]]\n" + edition +
                                "opponents = [\"greedy\"]\nsizes = [4]\n");
    };
    EXPECT_EQ(cell_of("")->games[0].id(), cell_of("edition = \"2017\"\n")->games[0].id());
    const Result<StudySpec> spec = cell_of("edition = \"2012\"\n");
    ASSERT_TRUE(spec) << spec.error().message;
    EXPECT_EQ(spec->games[0].edition.name, "2012");
    EXPECT_EQ(spec->games[0].id(), "fruit 2012/engine/greedy/4/0/1");
    EXPECT_NE(cell_of("edition = \"1999\"\n").error().message.find("'1999' is not an edition"),
              std::string::npos);
}

TEST_F(StudyTest, AStoreThatCannotBeOpenedIsNamed) {
    const std::filesystem::path path = folder_ / "missing" / "study.sqlite";
    const auto store = StudyStore::open(path, *parse_study_spec(kSmallStudy));
    ASSERT_FALSE(store);
    EXPECT_TRUE(store.error().message.starts_with(path.string() + ": the file cannot be opened"))
        << store.error().message;
}

TEST_F(StudyTest, TheStoppingRuleWantsWholePairsAndANarrowInterval) {
    GamesCell cell;
    cell.min_pairs = 2;
    cell.max_pairs = 5;
    cell.margin_width = 1;
    std::vector<StudyGame> games;
    const auto add = [&](Score margin) {
        StudyGame game;
        game.game = static_cast<int>(games.size());
        game.won = margin > 0;
        game.points = margin;
        games.push_back(game);
    };
    add(10);
    add(10);
    EXPECT_FALSE(sum_up(cell, games).enough);  // fewer pairs than asked for
    add(10);
    EXPECT_FALSE(sum_up(cell, games).enough);  // half a pair
    add(10);
    EXPECT_TRUE(sum_up(cell, games).enough);  // no spread at all
    games[0].points = 100;
    EXPECT_FALSE(sum_up(cell, games).enough);  // wide
    for (int i = 0; i < 6; ++i) add(10);
    EXPECT_TRUE(sum_up(cell, games).enough);  // the most pairs that were asked for
}

// Boards differ, the two games of one do not: they say no more than one of them.
TEST(StudyFirstMove, TheTwoGamesOfABoardAreOneObservation) {
    const Score leads[] = {30, -10, 20, 8};
    std::vector<StudyGame> games;
    Sample boards;
    for (const Score lead : leads) {
        for (const bool first : {true, false}) {
            StudyGame game;
            game.game = static_cast<int>(games.size());
            game.first = first;
            game.won = (lead > 0) == first;
            (first ? game.points : game.other_points) = lead;
            games.push_back(game);
        }
        boards.add(lead);
    }
    const GamesResult result = sum_up(GamesCell{}, games);
    EXPECT_DOUBLE_EQ(result.first_margin.value, 12);
    EXPECT_DOUBLE_EQ(result.first_margin.low, mean95(boards).low);
    EXPECT_DOUBLE_EQ(result.first_margin.high, mean95(boards).high);
    EXPECT_DOUBLE_EQ(result.first_rate.value, 0.75);
    EXPECT_DOUBLE_EQ(result.first_rate.low, share95(3, 4).low);
    EXPECT_DOUBLE_EQ(result.first_rate.high, share95(3, 4).high);

    games[7].won.reset();  // drawn: the board's other game still counts
    EXPECT_DOUBLE_EQ(sum_up(GamesCell{}, games).first_rate.value, 5.0 / 7);
    EXPECT_DOUBLE_EQ(sum_up(GamesCell{}, games).first_rate.low, share95(4 * 5.0 / 7, 4).low);
    games[6].won.reset();  // both drawn: it says nothing
    EXPECT_DOUBLE_EQ(sum_up(GamesCell{}, games).first_rate.low, share95(2, 3).low);
}

TEST(StudyExact, CountsWhatTheBoardsSay) {
    std::vector<StudyBoard> boards(4);
    boards[0].value = 4;
    boards[0].greedy_optimal = true;
    boards[1].value = -2;
    boards[2].value = 6;
    for (int i = 0; i < 4; ++i) boards[static_cast<std::size_t>(i)].board = i;
    ExactCell cell;
    cell.boards = 4;
    const SolvedResult result = sum_up(cell, boards);
    EXPECT_EQ(result.boards, 4);
    EXPECT_EQ(result.solved, 3);
    EXPECT_DOUBLE_EQ(result.median, 4);
    EXPECT_EQ(result.lowest, -2);
    EXPECT_EQ(result.highest, 6);
    EXPECT_DOUBLE_EQ(result.greedy_optimal.value, 1.0 / 3);
    EXPECT_DOUBLE_EQ(result.mover_ahead.value, 2.0 / 3);

    cell.boards = 2;  // the others were asked for earlier
    EXPECT_EQ(sum_up(cell, boards).boards, 2);
    EXPECT_EQ(sum_up(cell, boards).highest, 4);
}

}  // namespace
}  // namespace zerosum
