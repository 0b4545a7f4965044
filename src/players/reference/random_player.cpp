#include "players/reference/random_player.h"

namespace zerosum {

AnyMove random_move(const AnyPosition& position, RandomBy by, Random& random) {
    const std::vector<AnyMove> moves = position.moves();
    if (by == RandomBy::Move) return moves[random.below(moves.size())];
    std::uint64_t total = 0;
    for (const AnyMove move : moves) total += static_cast<std::uint64_t>(position.picks(move));
    std::uint64_t rest = random.below(total);
    for (const AnyMove move : moves) {
        const auto picks = static_cast<std::uint64_t>(position.picks(move));
        if (rest < picks) return move;
        rest -= picks;
    }
    return moves.back();
}

AnyMove RandomPlayer::pick(const Turn& turn, std::optional<Thought>& thought) {
    (void)thought;
    return random_move(turn.position, by_, random_);
}

}  // namespace zerosum
