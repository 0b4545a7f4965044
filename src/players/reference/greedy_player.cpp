#include "players/reference/greedy_player.h"

namespace zerosum {

AnyMove greedy_move(const AnyPosition& position) {
    const std::vector<AnyMove> moves = position.moves();
    AnyMove best = moves.front();
    Score best_gain = position.gain(best);
    for (const AnyMove move : moves) {
        const Score gain = position.gain(move);
        if (gain > best_gain) {
            best = move;
            best_gain = gain;
        }
    }
    return best;
}

AnyMove GreedyPlayer::pick(const Turn& turn, std::optional<Thought>& thought) {
    (void)thought;
    if (turn.bank <= Seconds{0}) return random_move(turn.position, RandomBy::Pick, random_);
    return greedy_move(turn.position);
}

}  // namespace zerosum
