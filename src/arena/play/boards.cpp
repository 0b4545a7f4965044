#include "arena/play/boards.h"

#include <cstdlib>
#include <utility>

#include "core/random.h"
#include "search/any_searcher.h"

namespace zerosum {

Result<BoardSearchResult> find_boards(const BoardSearch& search, const BoardWatch& watch) {
    BoardSearchResult result;
    SearchLimits limits;
    limits.nodes = search.nodes;
    limits.stop = watch.stop;
    while (std::cmp_less(result.boards.size(), search.count) && result.drawn < search.most_draws &&
           !watch.stop.stop_requested()) {
        // A seed per board: any board can be drawn again without those before it.
        Random random(mix(search.seed) + static_cast<std::uint64_t>(result.drawn));
        ++result.drawn;
        if (watch.on_draw) watch.on_draw(result.drawn);
        Result<PositionPtr> position = search.game->start(search.start, random);
        if (!position) return tl::unexpected(position.error());
        FoundBoard board{std::move(*position)};
        if (search.balanced) {
            const SearchResult<AnyMove> analysis =
                analyze(*board.position, limits, {}, std::size_t{16} << 20U);
            if (analysis.lines.empty()) continue;
            const SearchLine<AnyMove>& best = analysis.lines.front();
            board.value = board.position->lead(board.position->mover()) + best.score;
            board.exact = best.exact;
            if (std::abs(board.value - search.komi) > search.tolerance) continue;
        }
        result.boards.push_back(std::move(board));
        if (watch.on_board) watch.on_board(result.boards.back());
    }
    return result;
}

}  // namespace zerosum
