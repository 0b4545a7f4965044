#include "players/reference/minimax_player.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/cpu_clock.h"
#include "games/all_games.h"
#include "search/general/form.h"
#include "search/general/time.h"

namespace zerosum {

namespace {

// One move may use this part of what is left, so the bank shrinks but never runs out.
constexpr double kShareOfBank = 0.2;
// What is kept for every later move, whatever this one would like to use.
constexpr Seconds kLeastForAMove{0.0001};
// The clock is looked at once in this many boards.
constexpr std::uint64_t kBoardsBetweenClockReads = 64;

template <Game G>
class MinimaxPlayer final : public InProcessPlayer {
 public:
    MinimaxPlayer(std::string name, int depth) : InProcessPlayer(std::move(name)), depth_(depth) {}

    [[nodiscard]] Result<void> new_game(std::uint64_t /*seed*/) override {
        first_bank_ = Seconds{0};
        return {};
    }

 protected:
    using Position = typename G::Position;
    using Move = typename G::Move;

    [[nodiscard]] AnyMove pick(const Turn& turn, std::optional<Thought>& thought) override {
        const Position& root = position_of<G>(turn.position);
        const Seconds start = thread_cpu();
        typename G::MoveList moves;
        G::moves(root, moves);
        stop_ = turn.stop;
        nodes_ = 0;
        first_bank_ = std::max(first_bank_, turn.bank);

        // Depth 1 always completes; each further depth only when there is time for all of it, and
        // for the depth 1 of every move to come.
        const Move largest = largest_gain<G>(root, moves);
        Scored best{largest, G::gain(root, largest)};
        thought = report(best, 1);
        Seconds last = thread_cpu() - start;
        const double children = static_cast<double>(moves.size());
        const Seconds later = std::max(kLeastForAMove, 2 * last) * children;
        deadline_ =
            start + std::min(turn.bank * kShareOfBank, turn.bank - hiccup_of(first_bank_) - later);
        most_nodes_ = turn.nodes;
        for (int depth = 2; depth <= tighter(depth_, turn.depth); ++depth) {
            const Seconds before = thread_cpu();
            // Each board has about as many children.
            if (before + last * children > deadline_) break;
            const std::optional<Scored> deeper = best_move(root, moves, depth);
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
    [[nodiscard]] std::optional<Scored> best_move(const Position& root,
                                                  const typename G::MoveList& moves, int depth) {
        std::optional<Scored> best;
        for (const Move& move : moves) {
            Position child = root;
            const Score gain = child.play(move);
            const std::optional<Score> future = value(child, depth - 1);
            if (!future) return std::nullopt;
            if (!best || gain - *future > best->score) best = Scored{move, gain - *future};
        }
        return best;
    }

    // The future difference from the mover's view when `depth` more plies are played out and
    // nothing after that counts; nothing when time ran out.
    [[nodiscard]] std::optional<Score> value(const Position& position, int depth) {
        if (++nodes_ % kBoardsBetweenClockReads == 0 && thread_cpu() > deadline_)
            return std::nullopt;
        if (stop_.stop_requested() || (most_nodes_ != 0 && nodes_ > most_nodes_))
            return std::nullopt;
        if (depth == 0 || position.over()) return 0;
        typename G::MoveList moves;
        G::moves(position, moves);
        Score best = std::numeric_limits<Score>::min();
        for (const Move& move : moves) {
            Position child = position;
            const Score gain = child.play(move);
            const std::optional<Score> future = value(child, depth - 1);
            if (!future) return std::nullopt;
            best = std::max(best, gain - *future);
        }
        return best;
    }

    int depth_;
    Seconds deadline_{0};
    std::stop_token stop_;
    std::uint64_t nodes_ = 0;
    std::uint64_t most_nodes_ = 0;  // 0: no limit
    Seconds first_bank_{0};         // of this game
};

}  // namespace

PlayerPtr make_minimax(std::string name, const AnyGame& game, int depth) {
    return with_game<AllGames>(game, [&]<Game G>() -> PlayerPtr {
        return std::make_unique<MinimaxPlayer<G>>(std::move(name), depth);
    });
}

}  // namespace zerosum
