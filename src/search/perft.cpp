#include "search/perft.h"

#include "games/registry.h"

namespace zerosum {

std::uint64_t perft(const AnyPosition& position, int depth) {
    return with_game(position.game(),
                     [&]<Game G>() { return perft<G>(position_of<G>(position), depth); });
}

}  // namespace zerosum
