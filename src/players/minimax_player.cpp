#include "players/minimax_player.h"

#include <limits>
#include <optional>

#include "core/cpu_clock.h"
#include "games/registry.h"

namespace zerosum {

namespace {

// One move may use this part of what is left, so the bank shrinks but never runs out.
constexpr double kShareOfBank = 0.2;
// The clock is looked at once in this many nodes.
constexpr std::uint64_t kNodesBetweenClockReads = 256;

template <Game G>
class MinimaxPlayer final : public InProcessPlayer {
 public:
    MinimaxPlayer(std::string name, int depth) : InProcessPlayer(std::move(name)), depth_(depth) {}

 protected:
    using Position = typename G::Position;
    using Move = typename G::Move;

    [[nodiscard]] AnyMove pick(const Turn& turn, std::optional<Thought>& thought) override {
        const Position& root = position_of<G>(turn.position);
        const Seconds start = thread_cpu();
        deadline_ = start + turn.bank * kShareOfBank;
        stop_ = turn.stop;
        nodes_ = 0;

        // Depth 1 always completes; each further depth only when there is time for all of it.
        Scored best = *best_move(root, 1, false);
        thought = report(best, 1);
        Seconds last{0};
        for (int depth = 2; depth <= depth_; ++depth) {
            const Seconds before = thread_cpu();
            typename G::MoveList moves;
            G::moves(root, moves);
            const Seconds expected = last * static_cast<double>(moves.size());
            if (before + expected > deadline_) break;  // each node has about as many children
            const std::optional<Scored> deeper = best_move(root, depth, true);
            if (!deeper) break;
            best = *deeper;
            thought = report(best, depth);
            last = thread_cpu() - before;
        }
        thought->cpu = thread_cpu() - start;
        return PositionOf<G>::pack(best.move);
    }

 private:
    struct Scored {
        Move move;
        Score score;
    };

    [[nodiscard]] Thought report(const Scored& best, int depth) const {
        Thought thought;
        thought.depth = depth;
        thought.nodes = nodes_;
        thought.score = best.score;
        thought.line = {PositionOf<G>::pack(best.move)};
        return thought;
    }

    // The first move of the official order that reaches the best value; nothing when time ran out.
    [[nodiscard]] std::optional<Scored> best_move(const Position& root, int depth, bool timed) {
        typename G::MoveList moves;
        G::moves(root, moves);
        std::optional<Scored> best;
        for (const Move& move : moves) {
            Position child = root;
            const Score gain = child.play(move);
            const std::optional<Score> future = value(child, depth - 1, timed);
            if (!future) return std::nullopt;
            if (!best || gain - *future > best->score) best = Scored{move, gain - *future};
        }
        return best;
    }

    // The future difference from the mover's view when `depth` more plies are played out and
    // nothing after that counts; nothing when time ran out.
    [[nodiscard]] std::optional<Score> value(const Position& position, int depth, bool timed) {
        if (depth == 0 || position.over()) return 0;
        if (timed && ++nodes_ % kNodesBetweenClockReads == 0 &&
            (thread_cpu() > deadline_ || stop_.stop_requested()))
            return std::nullopt;
        typename G::MoveList moves;
        G::moves(position, moves);
        Score best = std::numeric_limits<Score>::min();
        for (const Move& move : moves) {
            Position child = position;
            const Score gain = child.play(move);
            const std::optional<Score> future = value(child, depth - 1, timed);
            if (!future) return std::nullopt;
            best = std::max(best, gain - *future);
        }
        return best;
    }

    int depth_;
    Seconds deadline_{0};
    std::stop_token stop_;
    std::uint64_t nodes_ = 0;
};

}  // namespace

PlayerPtr make_minimax(std::string name, const AnyGame& game, int depth) {
    return with_game(game, [&]<Game G>() -> PlayerPtr {
        return std::make_unique<MinimaxPlayer<G>>(std::move(name), depth);
    });
}

}  // namespace zerosum
