#include "app/terminal/layout.h"

#include <algorithm>
#include <array>

namespace zerosum::terminal {

namespace {

constexpr int kGap = 2;
constexpr Extent kBeside{14, 30};  // the least that the panel can do with
constexpr Extent kBelow{9, 44};
constexpr int kWidestPanel = 60;  // longer lines are hard to read

Extent needed(const Layout& layout, bool beside) {
    const Extent board{layout.board_top + layout.board_size,
                       layout.board_left + layout.board_size * layout.cell_width};
    if (beside) return {std::max(board.rows, kBeside.rows), board.columns + kGap + kBeside.columns};
    return {board.rows + 1 + kBelow.rows, std::max(board.columns, kBelow.columns)};
}

}  // namespace

std::optional<Cell> Layout::cell_at(int row, int column) const {
    const Cell cell{row - board_top, (column - board_left) / cell_width};
    const bool inside =
        cell.row >= 0 && cell.row < board_size && column >= board_left && cell.column < board_size;
    return inside ? std::optional(cell) : std::nullopt;
}

Result<Layout> arrange(Extent screen, int board_size, int wide_cell, int compact_cell) {
    Layout layout;
    layout.board_size = board_size;
    std::array<Extent, 2> smallest{};
    for (const bool wide : {true, false}) {
        layout.wide = wide;
        layout.cell_width = wide ? wide_cell : compact_cell;
        const int board_right = layout.board_left + board_size * layout.cell_width;
        for (const bool beside : {true, false}) {
            const Extent need = needed(layout, beside);
            smallest[beside ? 0 : 1] = need;
            if (need.rows > screen.rows || need.columns > screen.columns) continue;
            layout.panel_top = beside ? 0 : layout.board_top + board_size + 1;
            layout.panel_left = beside ? board_right + kGap : 0;
            layout.panel = {screen.rows - layout.panel_top,
                            std::min(kWidestPanel, screen.columns - layout.panel_left)};
            return layout;
        }
    }
    return fail(
        "This terminal has {} columns and {} rows. The board needs {} x {} or {} x {}: enlarge "
        "the window or make its letters smaller. Or leave with q and play with --plain.",
        screen.columns, screen.rows, smallest[0].columns, smallest[0].rows, smallest[1].columns,
        smallest[1].rows);
}

std::vector<std::string> wrapped(std::string_view text, int columns) {
    const auto width = static_cast<std::size_t>(std::max(columns, 8));
    const std::string indent(2, ' ');
    // Blanks at the beginning are part of the text.
    const std::size_t begin = std::min(text.size(), text.find_first_not_of(' '));
    std::vector<std::string> lines{std::string(text.substr(0, begin))};
    bool fresh = true;  // no word in this line yet
    for (const std::string_view word : split(text.substr(begin), ' ')) {
        if (!fresh && lines.back().size() + 1 + word.size() > width) {
            lines.push_back(indent);
            fresh = true;
        }
        std::string& line = lines.back();
        if (!fresh) line += ' ';
        line += word.substr(0, width - std::min(width, line.size()));
        fresh = false;
    }
    return lines;
}

}  // namespace zerosum::terminal
