#pragma once
// A game on a Screen: keys and mouse in, board and panel out, thinking in the background.

#include "app/terminal/screen.h"
#include "app/terminal/table.h"

namespace zerosum::terminal {

// Plays games until the person quits or a signal asks to end (Screen::signal_seen). Returns the
// last game's result in a line, to be printed when the screen is gone.
[[nodiscard]] Result<std::string> play_on_screen(const Table& table, Screen& screen);

}  // namespace zerosum::terminal
