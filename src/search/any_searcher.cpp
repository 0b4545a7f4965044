#include "search/any_searcher.h"

#include <algorithm>
#include <utility>

#include "games/all_games.h"
#include "search/all_searchers.h"
#include "search/general/perft.h"

namespace zerosum {

namespace {

template <HasSearcher G>
class SearcherOf final : public AnySearcher {
 public:
    using Move = typename G::Move;

    explicit SearcherOf(std::size_t hash_bytes) : searcher_(hash_bytes) {}

    [[nodiscard]] Result search(const AnyPosition& position, const SearchLimits& limits,
                                const OnUpdate<AnyMove>& on_depth) override {
        return pack(searcher_.search(position_of<G>(position), limits, packed(on_depth)));
    }
    [[nodiscard]] Result solve(const AnyPosition& position, const SearchLimits& limits, Want want,
                               const OnUpdate<AnyMove>& on_answer) override {
        return pack(searcher_.solve(position_of<G>(position), limits, want, packed(on_answer)));
    }
    [[nodiscard]] std::optional<Belief<AnyMove>> believe(const AnyPosition& position,
                                                         const SearchLimits& limits,
                                                         Want want) override {
        if constexpr (HasBeliefs<G>) {
            const Belief<Move> belief = searcher_.believe(position_of<G>(position), limits, want);
            Belief<AnyMove> out{belief.complete, belief.value, {}, belief.nodes, belief.cpu};
            for (const Move& move : belief.best) out.best.push_back(PositionOf<G>::pack(move));
            return out;
        }
        return std::nullopt;
    }
    [[nodiscard]] AnyMove fixed_depth_move(const AnyPosition& position, int depth) override {
        return PositionOf<G>::pack(searcher_.fixed_depth_move(position_of<G>(position), depth));
    }

    void recall(const KnownOpponent& known, const AnyPosition& left) override {
        std::optional<Move> expected;
        if (known.expected) expected = PositionOf<G>::unpack(*known.expected);
        searcher_.recall(known.beliefs, position_of<G>(left), expected);
    }
    [[nodiscard]] KnownOpponent opponent() const override {
        KnownOpponent known{searcher_.beliefs(), {}};
        if (const std::optional<Move> expected = searcher_.expected_reply())
            known.expected = PositionOf<G>::pack(*expected);
        return known;
    }

    [[nodiscard]] const Levels& levels() const override { return Searcher<G>::levels; }

 private:
    [[nodiscard]] static Result pack(const SearchResult<Move>& result) {
        Result out;
        for (const SearchLine<Move>& line : result.lines) {
            SearchLine<AnyMove>& packed = out.lines.emplace_back();
            packed.move = PositionOf<G>::pack(line.move);
            packed.score = line.score;
            packed.depth = line.depth;
            packed.exact = line.exact;
            for (const Move& move : line.pv) packed.pv.push_back(PositionOf<G>::pack(move));
        }
        out.solved = result.solved;
        out.lower = result.lower;
        out.upper = result.upper;
        out.nodes = result.nodes;
        out.cpu = result.cpu;
        return out;
    }
    [[nodiscard]] static OnUpdate<Move> packed(const OnUpdate<AnyMove>& on_update) {
        if (!on_update) return {};
        return [&](const SearchResult<Move>& result) { on_update(pack(result)); };
    }

    Searcher<G> searcher_;
};

}  // namespace

std::unique_ptr<AnySearcher> make_searcher(const AnyGame& game, std::size_t hash_bytes) {
    return with_game<AllGames>(game, [&]<Game G>() -> std::unique_ptr<AnySearcher> {
        return std::make_unique<SearcherOf<G>>(hash_bytes);
    });
}

SearchResult<AnyMove> analyze(const AnyPosition& position, const SearchLimits& limits,
                              const OnUpdate<AnyMove>& on_depth, std::size_t hash_bytes) {
    return make_searcher(position.game(), hash_bytes)->search(position, limits, on_depth);
}

SearchResult<AnyMove> solve(const AnyPosition& position, const SearchLimits& limits,
                            const OnUpdate<AnyMove>& on_answer) {
    return make_searcher(position.game())->solve(position, limits, Want::EveryBestMove, on_answer);
}

std::optional<Belief<AnyMove>> believe(const AnyPosition& position, const SearchLimits& limits,
                                       Want want) {
    return make_searcher(position.game())->believe(position, limits, want);
}

std::optional<BelievedMoves> believe_moves(const AnyPosition& position,
                                           const SearchLimits& limits) {
    const auto searcher = make_searcher(position.game());
    BelievedMoves believed;
    believed.complete = true;
    for (const AnyMove move : position.moves()) {
        const PositionPtr after = position.clone();
        const Score gain = after->play(move);
        SearchLimits rest = limits;  // its timer goes on
        if (limits.nodes != 0)
            rest.nodes = limits.nodes - std::min(believed.nodes, limits.nodes - 1);
        const auto belief = searcher->believe(*after, rest, Want::Value);
        if (!belief) return std::nullopt;
        believed.nodes += belief->nodes;
        believed.complete = believed.complete && belief->complete;
        if (!believed.complete) break;
        believed.lines.push_back({move, gain - belief->value});
    }
    std::stable_sort(believed.lines.begin(), believed.lines.end(),
                     [](const auto& a, const auto& b) { return a.value > b.value; });
    believed.cpu = limits.timer.elapsed();
    return believed;
}

AnyMove fixed_depth_move(const AnyPosition& position, int depth) {
    return make_searcher(position.game())->fixed_depth_move(position, depth);
}

std::uint64_t perft(const AnyPosition& position, int depth) {
    return with_game<AllGames>(position.game(),
                               [&]<Game G>() { return perft<G>(position_of<G>(position), depth); });
}

}  // namespace zerosum
