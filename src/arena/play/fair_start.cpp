#include "arena/play/fair_start.h"

#include <algorithm>

#include "arena/play/edition.h"
#include "arena/play/even_boards.h"
#include "search/any_searcher.h"

namespace zerosum {

namespace {

constexpr std::uint64_t kKomiNodes = 200'000;
constexpr std::size_t kKomiHash = std::size_t{16} << 20U;  // bytes

}  // namespace

bool needs_komi(const AnyGame& game, const StartOptions& options) {
    return even_boards_like(game, options).empty();
}

Result<FairStart> fair_start(const AnyGame& game, const StartOptions& options, Random& random) {
    const std::vector<std::string_view> even = even_boards_like(game, options);
    const bool drawn = even.empty();
    Result<PositionPtr> position =
        drawn ? game.start(options, random) : game.parse_line(even[random.below(even.size())]);
    if (!position) return tl::unexpected(position.error());
    const Score komi = drawn ? fair_komi(**position) : 0;
    return FairStart{std::move(*position), komi};
}

Score fair_komi(const AnyPosition& start) {
    if (start.over()) return 0;
    SearchLimits limits;
    limits.nodes = kKomiNodes;
    const SearchResult<AnyMove> analysis = analyze(start, limits, {}, kKomiHash);
    if (analysis.lines.empty()) return 0;
    const Score expected = start.lead(start.mover()) + analysis.lines.front().score;
    return std::clamp(expected, -kMostKomi, kMostKomi);
}

}  // namespace zerosum
