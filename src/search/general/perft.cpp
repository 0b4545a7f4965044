#include "search/general/perft.h"

#include "games/all_games.h"

namespace zerosum {

std::uint64_t perft(const AnyPosition& position, int depth) {
    return with_game(position.game(),
                     [&]<Game G>() { return perft<G>(position_of<G>(position), depth); });
}

}  // namespace zerosum
