#pragma once
// The base of players that think in the calling thread: measures what they use.

#include "players/player.h"

namespace zerosum {

class InProcessPlayer : public Player {
 public:
    explicit InProcessPlayer(std::string name) : name_(std::move(name)) {}
    [[nodiscard]] std::string name() const final { return name_; }
    [[nodiscard]] Reply choose(const Turn& turn) final;

 protected:
    // A legal move, and in `thought` what there is to tell about it.
    [[nodiscard]] virtual AnyMove pick(const Turn& turn, std::optional<Thought>& thought) = 0;

 private:
    std::string name_;
};

}  // namespace zerosum
