#pragma once
// The text beside the board.

#include <optional>
#include <string>
#include <vector>

#include "app/terminal/persons_game.h"

namespace zerosum::terminal {

enum class Tone : std::uint8_t { Normal, Strong, Quiet, Warning };

struct PanelLine {
    std::string text;
    Tone tone = Tone::Normal;
};

// What the panel shows besides the game itself.
struct View {
    std::string title;
    Cell cursor;
    std::vector<AnyMove> choices;     // what picking the cursor's cell can mean
    std::size_t chosen = 0;           // of the choices
    std::string about;                // the opponent, before the first move
    std::optional<Thought> thinking;  // the opponent's, while it is to move
    Seconds waited{0};                // for it, on the wall clock
    bool can_hurry = false;           // it can be asked to move now
    bool hint_wanted = false;         // the engine searches for one
    std::optional<Thought> hint;
    std::string scrolled;  // what of the board is shown, when that is not all
    std::string message;   // a question or an answer to the last key
};

// In the order of importance: what does not fit is cut at the end.
[[nodiscard]] std::vector<PanelLine> panel_lines(const GameInPlay& game, const View& view,
                                                 int columns);

// The rules in full, and all keys with what they do.
[[nodiscard]] std::vector<std::string> help_lines(const GameInPlay& game, int columns);

}  // namespace zerosum::terminal
