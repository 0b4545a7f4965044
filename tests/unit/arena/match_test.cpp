#include "arena/play/match.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "arena/play/match_summary.h"
#include "games/registry.h"

namespace zerosum {
namespace {

MatchSettings settings_of(const std::array<std::string, 2>& players, int games) {
    MatchSettings settings;
    settings.game = *find_game("fruit");
    settings.players = {*parse_player_spec(players[0]), *parse_player_spec(players[1])};
    settings.edition = *find_edition("2016");  // draws, so that no game is played again
    settings.bank = Seconds{10};
    settings.start.size = 5;
    settings.games = games;
    settings.seed = 3;
    return settings;
}

Result<std::vector<GameRecord>> records_of(const MatchSettings& settings) {
    std::vector<GameRecord> records;
    MatchWatch watch;
    watch.on_game = [&](int game, const GameRecord& record) {
        EXPECT_EQ(static_cast<std::size_t>(game - settings.known), records.size());
        records.push_back(record);
        return true;
    };
    return run_match(settings, watch).map([&] { return records; });
}

// What must not depend on timing: boards, starts, points, moves.
std::string essence(const std::vector<GameRecord>& records) {
    std::string text;
    for (const GameRecord& record : records) {
        text += fmt::format("{} {} {}:{}", record.start, record.first, record.points[0],
                            record.points[1]);
        for (const MoveRecord& move : record.moves) text += " " + move.move;
        text += '\n';
    }
    return text;
}

TEST(Match, DependsOnItsSeedAloneAndNotOnTheNumberOfJobs) {
    MatchSettings settings = settings_of({"greedy", "random"}, 20);
    const auto one = records_of(settings);
    settings.jobs = 4;
    const auto four = records_of(settings);
    ASSERT_TRUE(one && four);
    EXPECT_EQ(one->size(), 20U);
    EXPECT_EQ(essence(*one), essence(*four));
    settings.seed = 4;
    EXPECT_NE(essence(*one), essence(*records_of(settings)));
}

TEST(Match, TheStartAlternates) {
    const auto records = records_of(settings_of({"random", "random"}, 8));
    for (std::size_t i = 1; i < records->size(); ++i)
        EXPECT_EQ((*records)[i].first, 1 - (*records)[i - 1].first);
}

TEST(Match, WhoStartsTheFirstGameIsDrawn) {
    bool seen[2] = {false, false};
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        MatchSettings settings = settings_of({"random", "random"}, 1);
        settings.seed = seed;
        seen[plan_game(settings, 0)->first] = true;
    }
    EXPECT_TRUE(seen[0] && seen[1]);
}

TEST(Match, PairedGamesShareABoardAndReverseTheStart) {
    MatchSettings settings = settings_of({"random", "random"}, 6);
    settings.paired = true;
    const auto records = records_of(settings);
    for (std::size_t i = 0; i < records->size(); i += 2) {
        EXPECT_EQ((*records)[i].start, (*records)[i + 1].start);
        EXPECT_NE((*records)[i].first, (*records)[i + 1].first);
    }
    EXPECT_NE((*records)[0].start, (*records)[2].start);
}

TEST(Match, GamesThatDoNotCountArePlayedAgainOnANewBoard) {
    // One cell for two players who both get nothing measurable done: a 1x1 board never ties, a
    // game of two equal groups with equal times would. Attempts draw other boards.
    const MatchSettings settings = settings_of({"random", "random"}, 1);
    EXPECT_NE(plan_game(settings, 0, 0)->start->line(), plan_game(settings, 0, 1)->start->line());
}

TEST(Match, AWatcherCanEndIt) {
    int games = 0;
    MatchWatch watch;
    watch.on_game = [&](int game, const GameRecord&) {
        ++games;
        return game < 2;
    };
    EXPECT_TRUE(run_match(settings_of({"greedy", "random"}, 50), watch));
    EXPECT_EQ(games, 3);
}

TEST(Match, GoesOnAfterTheGamesThatAreKnown) {
    MatchSettings settings = settings_of({"greedy", "random"}, 6);
    const auto all = records_of(settings);
    settings.known = 4;
    settings.jobs = 2;
    const auto rest = records_of(settings);
    ASSERT_TRUE(all && rest);
    EXPECT_EQ(essence(*rest), essence({all->begin() + 4, all->end()}));
}

TEST(Match, EveryEditionChargesAThinkingPlayer) {
    for (const char* edition : {"2017", "2016", "2012"}) {
        MatchSettings settings = settings_of({"engine:nodes=500", "minimax:depth=2"}, 2);
        settings.edition = *find_edition(edition);
        const auto records = records_of(settings);
        ASSERT_TRUE(records);
        for (const GameRecord& record : *records)
            for (const Seconds cpu : record.cpu) EXPECT_GT(cpu, Seconds{0}) << edition;
    }
}

TEST(Match, BoardsOfAFileStandBetweenCommentsAndEmptyLines) {
    const auto file = std::filesystem::temp_directory_path() / fmt::format("boards-{}", getpid());
    std::ofstream(file) << "# 2 x 2\n01/10 1 0 0\n\n00/11 2 0 0\r\n# the end\n";
    const auto boards = read_boards(**find_game("fruit"), file);
    ASSERT_TRUE(boards.has_value()) << boards.error().message;
    EXPECT_EQ(*boards, (std::vector<std::string>{"01/10 1 0 0", "00/11 2 0 0"}));
    std::ofstream(file) << "# nothing else\n";
    EXPECT_FALSE(read_boards(**find_game("fruit"), file));
    std::filesystem::remove(file);
}

TEST(Match, APlayerThatCannotBeMadeIsAnError) {
    const auto records = records_of(settings_of({"greedy", "human"}, 2));
    ASSERT_FALSE(records);
    EXPECT_NE(records.error().message.find("player 'human'"), std::string::npos);
}

TEST(Match, AProgramIsNotAskedAboutABoardThatItsFileCannotHold) {
    MatchSettings settings = settings_of({"greedy", "cmd:/bin/true"}, 2);
    settings.start = {.size = 27, .kinds = 4};
    const auto records = records_of(settings);
    ASSERT_FALSE(records);
    EXPECT_NE(records.error().message.find("'27', expected the side of the board"),
              std::string::npos)
        << records.error().message;
}

TEST(MatchSummary, CountsFromTheFirstNamedPlayersView) {
    GameRecord won;
    won.winner = 0;
    won.first = 1;
    won.points = {30, 10};
    GameRecord lost;
    lost.winner = 1;
    lost.first = 0;
    lost.points = {10, 20};
    MatchSummary summary(true);
    summary.add(won);
    summary.add(lost);
    EXPECT_EQ(summary.tally().wins, 1);
    EXPECT_EQ(summary.tally().losses, 1);
    EXPECT_EQ(summary.tally().draws, 0);
    EXPECT_EQ(summary.tally().margin, 10);
    EXPECT_EQ(summary.first_wins(), 0);
    EXPECT_EQ(summary.wins_moving_second(), 1);
    EXPECT_DOUBLE_EQ(summary.margin().value, 5);
    EXPECT_EQ(summary.pairs().pairs(), 1);
}

}  // namespace
}  // namespace zerosum
