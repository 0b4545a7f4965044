#pragma once
// The course's greedy player: the largest gain now, the first such move in the official order.
// Out of time it plays as random (2012 edition, where overtime does not end the game).

#include "players/reference/random_player.h"

namespace zerosum {

// The largest gain now; the first in the official order among equals.
[[nodiscard]] AnyMove greedy_move(const AnyPosition& position);

class GreedyPlayer final : public InProcessPlayer {
 public:
    explicit GreedyPlayer(std::string name) : InProcessPlayer(std::move(name)) {}
    [[nodiscard]] Result<void> new_game(std::uint64_t seed) override {
        random_ = Random(seed);
        return {};
    }

 protected:
    [[nodiscard]] AnyMove pick(const Turn& turn, std::optional<Thought>& thought) override;

 private:
    Random random_{0};
};

}  // namespace zerosum
