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
    std::optional<Thought> thinking;  // the opponent's, while it is to move
    bool hint_wanted = false;         // the engine searches for one
    std::optional<Thought> hint;
    std::string message;  // a question or an answer to the last key
};

// In the order of importance: what does not fit is cut at the end.
[[nodiscard]] std::vector<PanelLine> panel_lines(const GameInPlay& game, const View& view,
                                                 int columns);

// All keys with what they do, for the help screen.
[[nodiscard]] std::vector<std::string> help_lines(const GameInPlay& game);

}  // namespace zerosum::terminal
