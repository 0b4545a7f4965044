#pragma once
// The board as text, cell by cell: what stands in it and how it is marked. Colour only adds to it,
// the characters alone say everything.
//
//            plain   chosen  cursor  last    better
//   wide     ` ●0 `  `[●0]`  `>●0<`  `(●0)`  `{●0}`   a shape and a digit
//   compact  ` 0`    `+0`    `>0`    `:0`    `=0`
//   valued   ` 42X ` `[42X]` ...                      a square's value and its holder; compact
//                                                     without the last column

#include <cstdint>
#include <string>
#include <vector>

#include "games/any_game.h"

namespace zerosum::terminal {

enum class CellMark : std::uint8_t {
    None,
    Affected,  // the move that is looked at takes, fills or turns it
    Cursor,
    Last,    // the last move changed it
    Better,  // a better move would have taken, filled or turned it
};

struct CellStyle {
    bool wide = true;    // marks on both sides, and a shape before the character
    bool shapes = true;  // the terminal can show characters beyond ASCII
};

struct CellText {
    std::string text;  // UTF-8
    int piece = -1;    // what of GameInfo::contents it holds, without the empty one: its colour
    CellMark mark = CellMark::None;
};

class Cells {
 public:
    Cells(const AnyPosition& position, CellStyle style);

    [[nodiscard]] int size() const { return static_cast<int>(rows_.size()); }
    // Columns of the screen that a cell takes.
    [[nodiscard]] int width() const;
    [[nodiscard]] CellText at(Cell cell, CellMark mark) const;

 private:
    [[nodiscard]] int piece_of(char mark) const;

    const GameInfo& info_;
    std::vector<std::string> rows_;
    std::vector<std::vector<int>> values_;
    int digits_ = 0;  // of the highest value
    CellStyle style_;
};

// The whole board in lines, with column letters and row numbers; some cells with a mark.
[[nodiscard]] std::string board_text(const AnyPosition& position, const std::vector<Cell>& marked,
                                     CellMark mark = CellMark::Affected);

}  // namespace zerosum::terminal
