#pragma once
// The terminal as a canvas and a keyboard. Implemented with curses, which no other file includes.

#include <chrono>
#include <memory>
#include <string_view>

#include "app/terminal/cells.h"
#include "app/terminal/layout.h"
#include "app/terminal/panel.h"

namespace zerosum::terminal {

struct Key {
    enum class Kind : std::uint8_t {
        None,  // the time was up, or nothing that matters
        Character,
        Up,
        Down,
        Left,
        Right,
        PageUp,
        PageDown,
        Home,
        End,
        Enter,
        Escape,
        Tab,
        Click,
        Resized,
    };
    Kind kind = Kind::None;
    char character = 0;  // of Character
    int row = 0;         // of Click
    int column = 0;
};

// One at a time. While it lives it owns the terminal; its end, whatever the cause,
// restores the terminal as it was. SIGINT, SIGTERM and SIGHUP are noted instead of killing.
class Screen {
 public:
    // Fails where curses cannot do it: an unknown or too simple terminal.
    [[nodiscard]] static Result<std::unique_ptr<Screen>> open();
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    [[nodiscard]] Extent extent() const;
    [[nodiscard]] bool shapes() const { return shapes_; }  // UTF-8 can be shown

    // Draws into memory; show() brings it to the terminal. What is outside is cut.
    void clear();
    void put(int row, int column, std::string_view text, Tone tone = Tone::Normal);
    void put(int row, int column, const CellText& cell);
    void show();

    // Waits at most this long.
    [[nodiscard]] Key read(std::chrono::milliseconds wait);

    // The signal that asked the program to end; 0 while none did.
    [[nodiscard]] static int signal_seen();

 private:
    struct Handlers;
    explicit Screen(bool shapes);

    bool shapes_;
    bool colours_ = false;
    std::unique_ptr<Handlers> handlers_;
};

}  // namespace zerosum::terminal
