#pragma once
// A game by plain lines of text: for pipes, screen readers and terminals that can do no more.

#include <iosfwd>

#include "app/terminal/table.h"

namespace zerosum::terminal {

// Plays games until the person quits or the input ends. `echo` repeats every line that is read:
// a pipe does not echo, and without it the prompts would run into the answers.
[[nodiscard]] Result<void> play_plain(const Table& table, std::istream& in, std::ostream& out,
                                      bool echo);

}  // namespace zerosum::terminal
