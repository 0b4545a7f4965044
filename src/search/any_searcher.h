#pragma once
// Searchers behind one virtual interface, for a game chosen at run time: what players, arena and
// front ends ask.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "games/any_game.h"
#include "search/general/beliefs.h"
#include "search/general/limits.h"
#include "search/general/tuning.h"

namespace zerosum {

// What a searcher knows of its opponent.
struct KnownOpponent {
    Beliefs beliefs;
    std::optional<AnyMove> expected;  // its reply to the last move, as far as a strong player's
};

// Search, solve and fixed_depth_move as search/searcher.h says. Positions are of the searcher's
// game.
class AnySearcher {
 public:
    using Result = SearchResult<AnyMove>;

    virtual ~AnySearcher() = default;
    AnySearcher(const AnySearcher&) = delete;
    AnySearcher& operator=(const AnySearcher&) = delete;

    [[nodiscard]] virtual Result search(const AnyPosition& position, const SearchLimits& limits,
                                        const OnUpdate<AnyMove>& on_depth = {}) = 0;
    [[nodiscard]] virtual Result solve(const AnyPosition& position, const SearchLimits& limits,
                                       Want want = Want::EveryBestMove,
                                       const OnUpdate<AnyMove>& on_answer = {}) = 0;
    // Nothing: the game has no rule of thumb.
    [[nodiscard]] virtual std::optional<Belief<AnyMove>> believe(
        const AnyPosition& position, const SearchLimits& limits,
        Want want = Want::EveryBestMove) = 0;
    [[nodiscard]] virtual AnyMove fixed_depth_move(const AnyPosition& position, int depth) = 0;

    // What an earlier process knew of the opponent, which was left in position `left`.
    virtual void recall(const KnownOpponent& known, const AnyPosition& left) = 0;
    [[nodiscard]] virtual KnownOpponent opponent() const = 0;

    // How levels 1 to 9 of this game are weakened.
    [[nodiscard]] virtual const Levels& levels() const = 0;

 protected:
    AnySearcher() = default;
};

inline constexpr std::size_t kUsualHashBytes = std::size_t{64} << 20U;

// `hash_bytes` for each of the searcher's tables at most; they take memory as they fill.
[[nodiscard]] std::unique_ptr<AnySearcher> make_searcher(const AnyGame& game,
                                                         std::size_t hash_bytes = kUsualHashBytes);

// For one question: with a searcher of its own.
[[nodiscard]] SearchResult<AnyMove> analyze(const AnyPosition& position, const SearchLimits& limits,
                                            const OnUpdate<AnyMove>& on_depth = {},
                                            std::size_t hash_bytes = kUsualHashBytes);
[[nodiscard]] SearchResult<AnyMove> solve(const AnyPosition& position, const SearchLimits& limits,
                                          const OnUpdate<AnyMove>& on_answer = {});
[[nodiscard]] std::optional<Belief<AnyMove>> believe(const AnyPosition& position,
                                                     const SearchLimits& limits,
                                                     Want want = Want::EveryBestMove);

// Every move of a position with what it is believed to be worth: its gain less the belief about the
// position after it. The limits (nodes, hard, stop) are those of all of them together.
struct BelievedMoves {
    struct Line {
        AnyMove move;
        Score value = 0;
    };
    bool complete = false;
    std::vector<Line> lines;  // the best first, equal ones in official order
    std::uint64_t nodes = 0;
    Seconds cpu{0};
};
[[nodiscard]] std::optional<BelievedMoves> believe_moves(const AnyPosition& position,
                                                         const SearchLimits& limits);

[[nodiscard]] AnyMove fixed_depth_move(const AnyPosition& position, int depth);

// The number of ways to play `depth` plies from a position (search/general/perft.h).
[[nodiscard]] std::uint64_t perft(const AnyPosition& position, int depth);

}  // namespace zerosum
