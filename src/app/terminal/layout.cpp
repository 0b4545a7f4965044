#include "app/terminal/layout.h"

#include <algorithm>
#include <array>
#include <optional>

namespace zerosum::terminal {

namespace {

constexpr int kGap = 2;
constexpr Extent kBeside{14, 30};  // the least that the panel can do with
constexpr Extent kBelow{9, 44};
constexpr int kWidestPanel = 60;  // longer lines are hard to read

constexpr int kLeastShown = 5;  // rows and columns of a board that is scrolled
constexpr Extent kList{4, 24};  // the least that is worth a place of its own

// The screen that an arrangement takes at least.
Extent needed(const Layout& layout, bool beside) {
    const Extent board{layout.board_top + layout.shown.rows,
                       layout.board_left + layout.shown.columns * layout.cell_width};
    if (beside) return {std::max(board.rows, kBeside.rows), board.columns + kGap + kBeside.columns};
    return {board.rows + 1 + kBelow.rows, std::max(board.columns, kBelow.columns)};
}

bool fits(Extent need, Extent screen) {
    return need.rows <= screen.rows && need.columns <= screen.columns;
}

// As much of the board as the panel leaves room for.
Extent most_shown(const Layout& layout, Extent screen, bool beside) {
    const int rows = screen.rows - layout.board_top - (beside ? 0 : 1 + kBelow.rows);
    const int columns = screen.columns - layout.board_left - (beside ? kGap + kBeside.columns : 0);
    return {std::clamp(rows, 1, layout.board_size),
            std::clamp(columns / layout.cell_width, 1, layout.board_size)};
}

void place_the_rest(Layout& layout, Extent screen, bool beside) {
    const int board_right = layout.board_left + layout.shown.columns * layout.cell_width;
    const int below = layout.board_top + layout.shown.rows + 1;
    layout.panel_top = beside ? 0 : below;
    layout.panel_left = beside ? board_right + kGap : 0;
    layout.panel = {screen.rows - layout.panel_top,
                    std::min(kWidestPanel, screen.columns - layout.panel_left)};
    const Extent list{screen.rows - below, board_right};
    if (beside && list.rows >= kList.rows && list.columns >= kList.columns) {
        layout.list_top = below;
        layout.list = list;
    }
}

int scrolled(int first, int at, int shown, int size) {
    const int margin = shown > 4 ? 1 : 0;
    first = std::max(std::min(first, at - margin), at + margin - shown + 1);
    return std::clamp(first, 0, size - shown);
}

}  // namespace

std::optional<Cell> Layout::cell_at(int row, int column) const {
    const Cell place{row - board_top, (column - board_left) / cell_width};
    const bool inside = place.row >= 0 && place.row < shown.rows && column >= board_left &&
                        place.column < shown.columns;
    if (!inside) return std::nullopt;
    return Cell{origin.row + place.row, origin.column + place.column};
}

void Layout::follow(Cell cell) {
    origin = {scrolled(origin.row, cell.row, shown.rows, board_size),
              scrolled(origin.column, cell.column, shown.columns, board_size)};
}

Result<Layout> arrange(Extent screen, int board_size, int wide_cell, int compact_cell) {
    Layout layout;
    layout.board_size = board_size;
    // The whole board, if possible in wide cells.
    layout.shown = {board_size, board_size};
    for (const bool wide : {true, false}) {
        layout.wide = wide;
        layout.cell_width = wide ? wide_cell : compact_cell;
        for (const bool beside : {true, false}) {
            if (!fits(needed(layout, beside), screen)) continue;
            place_the_rest(layout, screen, beside);
            return layout;
        }
    }
    // A part of it, the larger one of two.
    const int least = std::min(board_size, kLeastShown);
    std::array<Extent, 2> smallest{};
    std::optional<Layout> best;
    for (const bool beside : {true, false}) {
        layout.shown = {least, least};
        smallest[beside ? 0 : 1] = needed(layout, beside);
        if (!fits(smallest[beside ? 0 : 1], screen)) continue;
        Layout part = layout;
        part.shown = most_shown(part, screen, beside);
        place_the_rest(part, screen, beside);
        const auto cells = [](const Layout& each) { return each.shown.rows * each.shown.columns; };
        if (!best || cells(part) > cells(*best)) best = part;
    }
    if (best) return *best;
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
