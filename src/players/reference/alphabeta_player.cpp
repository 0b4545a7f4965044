#include "players/reference/alphabeta_player.h"

#include <algorithm>
#include <utility>

#include "core/cpu_clock.h"
#include "games/all_games.h"

namespace zerosum {

namespace {

// The clock is looked at once in this many nodes.
constexpr std::uint64_t kNodesBetweenClockReads = 64;
// What stays in the bank whatever happens.
constexpr double kReserve = 0.05;

template <Game G>
class AlphabetaPlayer final : public InProcessPlayer {
 public:
    explicit AlphabetaPlayer(std::string name) : InProcessPlayer(std::move(name)) {}

 protected:
    using Position = typename G::Position;
    using Move = typename G::Move;

    [[nodiscard]] AnyMove pick(const Turn& turn, std::optional<Thought>& thought) override {
        const Position& root = position_of<G>(turn.position);
        const Seconds start = thread_cpu();
        typename G::MoveList moves;
        order(root, moves);
        const double own_moves = static_cast<double>(moves.size() + 1) / 2;
        deadline_ = start + turn.bank * ((1 - kReserve) / own_moves);
        stop_ = turn.stop;
        nodes_ = 0;
        most_nodes_ = turn.nodes;
        stopped_ = false;

        Move best = moves[0];
        Score best_score = G::gain(root, best);
        int completed = 0;
        const int deepest = tighter(static_cast<int>(moves.size()), turn.depth);
        for (int depth = 1; depth <= deepest; ++depth) {
            Move leader = best;
            const Score score = search_root(root, moves, depth, leader);
            if (stopped_) break;
            best = leader;
            best_score = score;
            completed = depth;
            // The best move of this depth is tried first at the next.
            auto* at = std::find(moves.begin(), moves.end(), best);
            std::rotate(moves.begin(), at, at + 1);
        }
        thought = Thought{};
        thought->depth = completed;
        thought->nodes = nodes_;
        thought->score = best_score;
        thought->cpu = thread_cpu() - start;
        thought->line = {PositionOf<G>::pack(best)};
        return PositionOf<G>::pack(best);
    }

 private:
    static constexpr Score infinity = 1'000'000'000;

    // The moves of a position, largest gain first.
    static void order(const Position& position, typename G::MoveList& moves) {
        G::moves(position, moves);
        std::stable_sort(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
            return G::gain(position, a) > G::gain(position, b);
        });
    }

    Score search_root(const Position& root, const typename G::MoveList& moves, int depth,
                      Move& leader) {
        Score alpha = -infinity;
        for (const Move& move : moves) {
            Position child = root;
            const Score gain = child.play(move);
            const Score score = gain - search(child, depth - 1, -infinity, gain - alpha);
            if (stopped_) return 0;
            if (score > alpha) {
                alpha = score;
                leader = move;
            }
        }
        return alpha;
    }

    // The future difference from the mover's view when `depth` more plies are played.
    Score search(const Position& position, int depth, Score alpha, Score beta) {
        if (++nodes_ % kNodesBetweenClockReads == 0 && thread_cpu() > deadline_) stopped_ = true;
        if (stop_.stop_requested() || (most_nodes_ != 0 && nodes_ > most_nodes_)) stopped_ = true;
        if (stopped_ || depth == 0 || position.over()) return 0;
        typename G::MoveList moves;
        order(position, moves);
        for (const Move& move : moves) {
            Position child = position;
            const Score gain = child.play(move);
            alpha = std::max(alpha, gain - search(child, depth - 1, gain - beta, gain - alpha));
            if (stopped_) return 0;
            if (alpha >= beta) break;
        }
        return alpha;
    }

    Seconds deadline_{0};
    std::stop_token stop_;
    std::uint64_t nodes_ = 0;
    std::uint64_t most_nodes_ = 0;  // 0: no limit
    bool stopped_ = false;
};

}  // namespace

PlayerPtr make_alphabeta(std::string name, const AnyGame& game) {
    return with_game<AllGames>(game, [&]<Game G>() -> PlayerPtr {
        return std::make_unique<AlphabetaPlayer<G>>(std::move(name));
    });
}

}  // namespace zerosum
