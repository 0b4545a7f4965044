#include "arena/play/match.h"

#include <gtest/gtest.h>

#include "arena/play/match_summary.h"
#include "games/registry.h"

namespace zerosum {
namespace {

MatchSettings settings_of(std::array<std::string, 2> players, int games) {
    MatchSettings settings;
    settings.game = *find_game("fruit");
    settings.players = std::move(players);
    settings.edition = *find_edition("2016");  // draws, so that no game is played again
    settings.bank = Seconds{10};
    settings.start.size = 5;
    settings.games = games;
    settings.seed = 3;
    return settings;
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
    const auto one = run_match(settings);
    settings.jobs = 4;
    const auto four = run_match(settings);
    ASSERT_TRUE(one && four);
    EXPECT_EQ(one->size(), 20U);
    EXPECT_EQ(essence(*one), essence(*four));
    settings.seed = 4;
    EXPECT_NE(essence(*one), essence(*run_match(settings)));
}

TEST(Match, TheStartAlternates) {
    const auto records = run_match(settings_of({"random", "random"}, 8));
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
    const auto records = run_match(settings);
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
    MatchWatch watch;
    watch.on_game = [](int game, const GameRecord&) { return game < 2; };
    const auto records = run_match(settings_of({"greedy", "random"}, 50), watch);
    EXPECT_EQ(records->size(), 3U);
}

TEST(Match, EveryEditionChargesAThinkingPlayer) {
    for (const char* edition : {"2017", "2016", "2012"}) {
        MatchSettings settings = settings_of({"engine:nodes=500", "minimax:depth=2"}, 2);
        settings.edition = *find_edition(edition);
        const auto records = run_match(settings);
        ASSERT_TRUE(records);
        for (const GameRecord& record : *records)
            for (const Seconds cpu : record.cpu) EXPECT_GT(cpu, Seconds{0}) << edition;
    }
}

TEST(Match, AnUnknownPlayerIsAnError) {
    const auto records = run_match(settings_of({"greedy", "grandmaster"}, 2));
    ASSERT_FALSE(records);
    EXPECT_NE(records.error().message.find("grandmaster"), std::string::npos);
}

TEST(Match, AProgramIsNotAskedAboutABoardThatItsFileCannotHold) {
    MatchSettings settings = settings_of({"greedy", "cmd:/bin/true"}, 2);
    settings.start = {.size = 27, .kinds = 4};
    const auto records = run_match(settings);
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
    EXPECT_EQ(summary.wins(), 1);
    EXPECT_EQ(summary.losses(), 1);
    EXPECT_EQ(summary.draws(), 0);
    EXPECT_EQ(summary.first_wins(), 0);
    EXPECT_EQ(summary.wins_moving_second(), 1);
    EXPECT_DOUBLE_EQ(summary.margin().value, 5);
    EXPECT_EQ(summary.pairs().pairs(), 1);
}

}  // namespace
}  // namespace zerosum
