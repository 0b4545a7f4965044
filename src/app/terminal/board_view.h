#pragma once
// Draws what a Layout has places for: a board with marked cells, lines of text.

#include <vector>

#include "app/terminal/screen.h"

namespace zerosum::terminal {

// Cells with a mark. Of two marks on a cell the earlier one in a list is shown.
struct MarkedCells {
    std::vector<Cell> cells;
    CellMark mark = CellMark::Affected;
};

// The arrangement of this position's board on the screen as it is now.
[[nodiscard]] Result<Layout> arrange_board(const Screen& screen, const AnyPosition& position);

// The part of the board that the layout shows.
void draw_board(Screen& screen, const Layout& layout, const AnyPosition& position,
                const std::vector<MarkedCells>& marks);

// What fits; returns how many lines did.
int draw_lines(Screen& screen, int top, int left, Extent room, const std::vector<PanelLine>& lines);

// "rows 1 to 22 of 26, columns A to V of Z"; empty when the whole board is shown.
[[nodiscard]] std::string shown_part(const Layout& layout);

}  // namespace zerosum::terminal
