#include "app/terminal/board_view.h"

#include <algorithm>

namespace zerosum::terminal {

namespace {

bool holds(const std::vector<Cell>& cells, Cell cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

CellMark mark_of(const std::vector<MarkedCells>& marks, Cell cell) {
    for (const MarkedCells& each : marks)
        if (holds(each.cells, cell)) return each.mark;
    return CellMark::None;
}

// Above its cells, or right of it where a cell has marks on both sides.
void draw_letters(Screen& screen, const Layout& layout) {
    for (int i = 0; i < layout.shown.columns; ++i) {
        const int column = layout.origin.column + i;
        const std::string name = column_name(column);
        const auto width = static_cast<int>(name.size());
        // Two letters over narrow cells would run together: every second one is left out.
        if (width >= layout.cell_width && column % 2 == 1) continue;
        const int at = std::max(0, layout.cell_width - width - (layout.wide ? 1 : 0));
        screen.put(0, layout.board_left + i * layout.cell_width + at, name, Tone::Quiet);
    }
}

// Where the board goes on beyond what is shown.
void draw_arrows(Screen& screen, const Layout& layout) {
    const int last_row = layout.board_top + layout.shown.rows - 1;
    const int right = layout.board_left + layout.shown.columns * layout.cell_width;
    if (layout.origin.row > 0) screen.put(layout.board_top, 3, "^", Tone::Strong);
    if (layout.origin.row + layout.shown.rows < layout.board_size)
        screen.put(last_row, 3, "v", Tone::Strong);
    if (layout.origin.column > 0) screen.put(0, layout.board_left - 1, "<", Tone::Strong);
    if (layout.origin.column + layout.shown.columns < layout.board_size)
        screen.put(0, right, ">", Tone::Strong);
}

}  // namespace

Result<Layout> arrange_board(const Screen& screen, const AnyPosition& position) {
    const Cells wide(position, {.wide = true, .shapes = screen.shapes()});
    const Cells compact(position, {.wide = false, .shapes = screen.shapes()});
    return arrange(screen.extent(), wide.size(), wide.width(), compact.width());
}

void draw_board(Screen& screen, const Layout& layout, const AnyPosition& position,
                const std::vector<MarkedCells>& marks) {
    const Cells cells(position, {.wide = layout.wide, .shapes = screen.shapes()});
    draw_letters(screen, layout);
    for (int row = 0; row < layout.shown.rows; ++row) {
        const int at = layout.board_top + row;
        screen.put(at, 0, fmt::format("{:>3}", layout.origin.row + row + 1), Tone::Quiet);
        for (int column = 0; column < layout.shown.columns; ++column) {
            const Cell cell{layout.origin.row + row, layout.origin.column + column};
            screen.put(at, layout.board_left + column * layout.cell_width,
                       cells.at(cell, mark_of(marks, cell)));
        }
    }
    draw_arrows(screen, layout);
}

int draw_lines(Screen& screen, int top, int left, Extent room,
               const std::vector<PanelLine>& lines) {
    const int rows = std::min(static_cast<int>(lines.size()), room.rows);
    for (int i = 0; i < rows; ++i) {
        const PanelLine& line = lines[static_cast<std::size_t>(i)];
        screen.put(top + i, left, line.text, line.tone);
    }
    return rows;
}

std::string shown_part(const Layout& layout) {
    if (layout.whole()) return {};
    const Cell first = layout.origin;
    return fmt::format("rows {} to {} of {}, columns {} to {} of {}", first.row + 1,
                       first.row + layout.shown.rows, layout.board_size, column_name(first.column),
                       column_name(first.column + layout.shown.columns - 1),
                       column_name(layout.board_size - 1));
}

}  // namespace zerosum::terminal
