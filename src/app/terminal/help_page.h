#pragma once
// The rules and the keys over the whole screen, to be scrolled through.

#include "app/terminal/persons_game.h"
#include "app/terminal/screen.h"

namespace zerosum::terminal {

class HelpPage {
 public:
    // False when the key leaves the page.
    [[nodiscard]] bool obey(const Key& key, const GameInPlay& game, Extent screen);
    void draw(Screen& screen, const GameInPlay& game) const;

 private:
    int first_ = 0;  // of the lines, the one at the top
};

}  // namespace zerosum::terminal
