#pragma once
// Where things stand on the screen: the board, a panel of text beside or below it, and the moves
// played, below the board where there is room.
//
//        A   B   C           The Fruit Rage, 3 x 3, seed 7
//    1  ●0  ●0  ▲1
//    2  ▲1 [■2] ■2         > You, player 1: 25
//    3  ●0  ▲1  ■2           Level 3, player 2: 16
//
//        You      Level 3
//    1   A1 +25   C3 +16
//
// Of a board that is larger than the screen a part is shown, which follows the cursor.

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/text.h"

namespace zerosum::terminal {

struct Extent {
    int rows = 0;
    int columns = 0;
    friend bool operator==(const Extent&, const Extent&) = default;
};

struct Layout {
    bool wide = true;  // cells in their wide form
    int cell_width = 0;
    int board_size = 0;
    Extent shown;        // rows and columns of the board that are on the screen
    Cell origin;         // the first of them
    int board_top = 1;   // below the column letters
    int board_left = 4;  // right of the row numbers
    int panel_top = 0;
    int panel_left = 0;
    Extent panel;
    int list_top = 0;  // of the moves, in the first column
    Extent list;       // no rows: the moves stand in what the panel leaves

    // The cell drawn at a place on the screen.
    [[nodiscard]] std::optional<Cell> cell_at(int row, int column) const;

    [[nodiscard]] bool whole() const { return shown == Extent{board_size, board_size}; }
    // Moves the part that is shown as little as needed to have this cell on the screen.
    void follow(Cell cell);
};

// The best arrangement that fits; the error says how large the terminal would have to be.
[[nodiscard]] Result<Layout> arrange(Extent screen, int board_size, int wide_cell,
                                     int compact_cell);

// Lines of at most `columns` characters, broken at blanks; further lines are indented.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, int columns);

}  // namespace zerosum::terminal
