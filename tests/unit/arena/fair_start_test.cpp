#include "arena/play/fair_start.h"

#include <gtest/gtest.h>

#include "arena/play/even_boards.h"
#include "arena/play/game_in_play.h"
#include "games/registry.h"
#include "search/any_searcher.h"

namespace zerosum {
namespace {

TEST(FairStart, IsAnEvenBoardWithoutKomiWhereThereAreSome) {
    for (const AnyGame* game : all_games()) {
        ASSERT_FALSE(even_boards(game->name()).empty()) << game->name();
        const StartOptions options = even_boards(game->name()).front().drawn;
        EXPECT_FALSE(needs_komi(*game, options));
        Random random(7);
        const Result<FairStart> start = fair_start(*game, options, random);
        ASSERT_TRUE(start) << start.error().message;
        EXPECT_TRUE(is_even_board(game->name(), start->position->line()));
        EXPECT_EQ(start->komi, 0);
    }
}

TEST(FairStart, HasTheProvedValueOfASmallBoardAsKomi) {
    for (const AnyGame* game : all_games()) {
        StartOptions options;
        options.size = 3;
        if (game->info().kinds) options.kinds = 3;
        EXPECT_TRUE(needs_komi(*game, options));
        int not_zero = 0;
        for (const std::uint64_t seed : {1, 2, 3}) {
            Random random(seed);
            const Result<FairStart> start = fair_start(*game, options, random);
            ASSERT_TRUE(start) << start.error().message;
            const SearchResult<AnyMove> solution = solve(*start->position, {});
            ASSERT_TRUE(solution.solved);
            EXPECT_EQ(start->komi, solution.lower) << start->position->line();
            not_zero += start->komi != 0 ? 1 : 0;
            // The same seed draws the same board, and the same board has the same komi.
            Random again(seed);
            const Result<FairStart> same = fair_start(*game, options, again);
            EXPECT_EQ(same->position->line(), start->position->line());
            EXPECT_EQ(same->komi, start->komi);
        }
        EXPECT_GT(not_zero, 0) << game->name();
    }
}

TEST(FairStart, BestPlayOfBothIsADraw) {
    const AnyGame& game = **find_game("fruit");
    Random random(5);
    const Result<FairStart> start = fair_start(game, {.size = 3, .kinds = 3}, random);
    ASSERT_TRUE(start);
    GameInPlay play(*start->position, {}, 0,
                    {.edition = *find_edition("casual"), .komi = start->komi});
    while (!play.over()) play.play(solve(play.position(), {}).lines.front().move);
    EXPECT_EQ(play.record().reason, EndReason::Draw) << play.record().sentence;
    EXPECT_EQ(play.komi(0), 0);
    EXPECT_EQ(play.komi(1), start->komi);
}

TEST(FairStart, AnImpossibleBoardIsRefusedAndAFinishedOneHasNoKomi) {
    const AnyGame& game = **find_game("fruit");
    Random random(1);
    EXPECT_FALSE(fair_start(game, {.size = 99, .kinds = 3}, random));
    EXPECT_EQ(fair_komi(**game.parse_line("**/** 1 3 0")), 0);
}

}  // namespace
}  // namespace zerosum
