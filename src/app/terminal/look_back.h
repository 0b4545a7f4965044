#pragma once
// Going through the moves of a game again: the board before each of them, the move that was played
// and, once the game has been reviewed, what was better. docs/review.md defines the words.

#include <optional>
#include <vector>

#include "app/terminal/board_view.h"
#include "app/terminal/persons_game.h"
#include "arena/review/review.h"

namespace zerosum::terminal {

class LookBack {
 public:
    // At the last move of the game as it is now; nothing when no move was played.
    [[nodiscard]] static std::optional<LookBack> at_the_end(const GameInPlay& game);

    void step(int moves);  // stays within the game
    void set_review(const GameReview& review) { review_ = review; }
    void to_next_mistake();  // of the person's; after the last one comes the first

    // The board before the move shown, and what is marked on it.
    [[nodiscard]] const AnyPosition& position() const { return *before_; }
    [[nodiscard]] std::vector<MarkedCells> marks() const;
    // The cell that the screen should show.
    [[nodiscard]] Cell focus() const;

    // `reviewed`: how many moves the review under way has done; none is under way without it.
    [[nodiscard]] std::vector<PanelLine> lines(int columns,
                                               std::optional<std::size_t> reviewed) const;

 private:
    explicit LookBack(const GameInPlay& game) : game_(game) {}
    void look();  // the move shown is another one
    [[nodiscard]] const MoveRecord& move() const { return game_.moves()[shown_[at_]]; }
    [[nodiscard]] const ReviewedMove* verdict() const;

    GameInPlay game_;
    std::vector<std::size_t> shown_;  // moves of the record that named one or passed
    std::size_t at_ = 0;              // of them
    std::optional<GameReview> review_;
    std::shared_ptr<const AnyPosition> before_;
    std::optional<AnyMove> played_;  // none: a pass
};

}  // namespace zerosum::terminal
