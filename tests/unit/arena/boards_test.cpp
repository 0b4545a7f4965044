#include "arena/play/boards.h"

#include <gtest/gtest.h>

#include "games/registry.h"
#include "search/any_searcher.h"

namespace zerosum {
namespace {

BoardSearch small(std::string_view game) {
    BoardSearch search;
    search.game = *find_game(game);
    search.start.size = 3;
    search.count = 3;
    search.nodes = 50'000;
    return search;
}

TEST(Boards, BalancedBoardsAreWorthWhatWasAskedFor) {
    for (const Score komi : {0, 4}) {
        BoardSearch search = small("fruit");
        search.start.kinds = 3;
        search.balanced = true;
        search.komi = komi;
        search.tolerance = 1;
        const Result<BoardSearchResult> found = find_boards(search);
        ASSERT_TRUE(found) << found.error().message;
        ASSERT_EQ(found->boards.size(), 3U);
        for (const FoundBoard& board : found->boards) {
            const SearchResult<AnyMove> solution = solve(*board.position, {});
            ASSERT_TRUE(solution.solved);
            EXPECT_TRUE(board.exact);
            EXPECT_EQ(solution.lower, board.value);
            EXPECT_NEAR(solution.lower, komi, 1);
        }
        EXPECT_GT(found->drawn, 3) << "not every board is balanced";
    }
}

TEST(Boards, TheSameSearchFindsTheSameBoards) {
    const Result<BoardSearchResult> a = find_boards(small("raid"));
    const Result<BoardSearchResult> b = find_boards(small("raid"));
    ASSERT_TRUE(a && b);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(a->boards[i].position->line(), b->boards[i].position->line());
    }
}

TEST(Boards, GivesUpInTheEnd) {
    BoardSearch search = small("fruit");
    search.start = {1, 1};  // the only fruit scores one point
    search.balanced = true;
    search.most_draws = 5;
    const Result<BoardSearchResult> found = find_boards(search);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->boards.empty());
    EXPECT_EQ(found->drawn, 5);
}

}  // namespace
}  // namespace zerosum
