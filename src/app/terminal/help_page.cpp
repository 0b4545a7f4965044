#include "app/terminal/help_page.h"

#include <algorithm>

#include "app/terminal/panel.h"

namespace zerosum::terminal {

bool HelpPage::obey(const Key& key, const GameInPlay& game, Extent screen) {
    const int lines = static_cast<int>(help_lines(game, screen.columns).size());
    const int last = std::max(0, lines - screen.rows + 1);
    if (key.kind == Key::Kind::Down && first_ < last) {
        ++first_;
    } else if (key.kind == Key::Kind::Up && first_ > 0) {
        --first_;
    } else {
        return false;
    }
    return true;
}

void HelpPage::draw(Screen& screen, const GameInPlay& game) const {
    const std::vector<std::string> lines = help_lines(game, screen.extent().columns);
    const int rows = screen.extent().rows - 1;
    for (int i = 0; i < rows && first_ + i < static_cast<int>(lines.size()); ++i)
        screen.put(i, 0, lines[static_cast<std::size_t>(first_ + i)]);
    screen.put(rows, 0,
               first_ + rows < static_cast<int>(lines.size())
                   ? "Down for more. Any other key goes back to the game."
                   : "Any key goes back to the game.",
               Tone::Strong);
}

}  // namespace zerosum::terminal
