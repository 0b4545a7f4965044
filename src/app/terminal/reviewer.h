#pragma once
// Reviews a game beside the screen, once for as long as the game stays as it is.

#include <optional>

#include "app/terminal/background.h"
#include "arena/play/game_in_play.h"
#include "arena/review/review.h"

namespace zerosum::terminal {

class Reviewer {
 public:
    // Begins, unless it has; of a game that is over, since before its end a review would be a hint.
    void begin(const GameInPlay& game);
    // The game is another one than before.
    void forget();
    // Takes over what has been found; true when that has just ended.
    bool look_after();

    [[nodiscard]] bool busy() const { return work_.busy(); }
    // Moves that it has looked at, while it is at work.
    [[nodiscard]] std::optional<std::size_t> done() const;
    [[nodiscard]] const std::optional<GameReview>& review() const { return review_; }

 private:
    std::optional<GameReview> review_;
    Background<Result<GameReview>, std::size_t> work_;
};

}  // namespace zerosum::terminal
