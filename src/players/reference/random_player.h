#pragma once
// The course's random player.

#include "core/random.h"
#include "players/reference/in_process.h"

namespace zerosum {

// How chance is spread: over everything that can be picked (in fruit: over the fruits on the
// board, so that a large group is likelier, as the 2012 text has it), or over moves.
enum class RandomBy : std::uint8_t { Pick, Move };

// One of the position's moves at random.
[[nodiscard]] AnyMove random_move(const AnyPosition& position, RandomBy by, Random& random);

class RandomPlayer final : public InProcessPlayer {
 public:
    RandomPlayer(std::string name, RandomBy by) : InProcessPlayer(std::move(name)), by_(by) {}
    [[nodiscard]] Result<void> new_game(std::uint64_t seed) override {
        random_ = Random(seed);
        return {};
    }

 protected:
    [[nodiscard]] AnyMove pick(const Turn& turn, std::optional<Thought>& thought) override;

 private:
    RandomBy by_;
    Random random_{0};
};

}  // namespace zerosum
