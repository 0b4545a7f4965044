#pragma once
// Stake & Raid brings its own search, which reaches ten times the nodes of the general one: a
// smaller form of the position (graph.h), moves that need no search, a cheap horizon. It models no
// opponent, and uses one thread: its table is not made to be shared, and grows as far as it is
// needed whatever the memory asked for. It is made anew for every position, as squares that cannot
// change any more leave the graph.

#include <optional>

#include "games/raid/rules.h"
#include "search/general/searcher.h"
#include "search/raid/deepening.h"
#include "search/raid/fixed_depth.h"
#include "search/raid/time_plan.h"
#include "search/raid/tuning.h"
#include "search/searcher.h"

namespace zerosum {

template <>
class Searcher<raid::Raid> {
 public:
    using Position = raid::Position;
    using Move = raid::Move;
    using Result = SearchResult<Move>;

    static constexpr Levels levels = raid::kLevels;

    explicit Searcher(std::size_t /*hash_bytes*/) {}

    [[nodiscard]] Result search(const Position& position, const SearchLimits& given,
                                const OnUpdate<Move>& on_depth = {}) {
        SearchLimits limits = given;
        if (limits.bank) {
            raid::MoveList moves;
            raid::generate_moves(position, moves);
            if (!raid::plan(limits, position.free_squares()) || moves.size() == 1)
                return answer_at_once<raid::Raid>(position, moves, limits);
        }
        return raid::deepen(position, limits, on_depth);
    }

    [[nodiscard]] Result solve(const Position& position, const SearchLimits& limits,
                               Want want = Want::EveryBestMove,
                               const OnUpdate<Move>& /*on_answer*/ = {}) {
        return raid::prove(position, limits, want);
    }

    [[nodiscard]] Move fixed_depth_move(const Position& position, int depth) const {
        return raid::fixed_depth_move(position, depth);
    }

    void recall(const Beliefs& /*beliefs*/, const Position& /*left*/,
                const std::optional<Move>& /*expected*/) {}
    [[nodiscard]] Beliefs beliefs() const { return {}; }
    [[nodiscard]] std::optional<Move> expected_reply() const { return std::nullopt; }
};

}  // namespace zerosum
