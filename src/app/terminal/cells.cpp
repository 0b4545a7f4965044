#include "app/terminal/cells.h"

#include <algorithm>
#include <array>

namespace zerosum::terminal {

namespace {

// One shape per thing that a cell can hold, for people who do not see the colours.
constexpr std::array<std::string_view, 10> kShapes{"●", "▲", "■", "◆", "★",
                                                   "✚", "♥", "♣", "▼", "○"};

std::string_view shape_of(int piece) {
    return piece < 0 ? " " : kShapes[static_cast<std::size_t>(piece) % kShapes.size()];
}

}  // namespace

Cells::Cells(const AnyPosition& position, CellStyle style)
    : info_(position.game().info()),
      rows_(position.rows()),
      values_(position.values()),
      style_(style) {
    int highest = 0;
    for (const std::vector<int>& row : values_)
        highest = std::max(highest, *std::max_element(row.begin(), row.end()));
    if (!values_.empty()) digits_ = static_cast<int>(std::to_string(highest).size());
}

int Cells::width() const {
    const int content = values_.empty() ? (style_.wide ? 2 : 1) : digits_ + 1;
    return content + (style_.wide ? 2 : 1);
}

int Cells::piece_of(char mark) const {
    int piece = 0;
    for (const CellContent& content : info_.contents) {
        if (content.mark == info_.empty) continue;
        if (content.mark == mark) return piece;
        ++piece;
    }
    return -1;
}

CellText Cells::at(Cell cell, CellMark mark) const {
    const auto row = static_cast<std::size_t>(cell.row);
    const auto column = static_cast<std::size_t>(cell.column);
    const char mark_held = rows_[row][column];
    // An empty cell is a dot in every game.
    const char shown = mark_held == info_.empty ? '.' : mark_held;
    CellText out;
    out.piece = piece_of(mark_held);
    std::string content;
    if (!values_.empty()) {
        content = fmt::format("{:>{}}{}", values_[row][column], digits_, shown);
    } else {
        if (style_.wide) content = style_.shapes ? shape_of(out.piece) : " ";
        content += shown;
    }
    out.mark = mark;
    if (style_.wide) {
        constexpr std::array<std::array<char, 2>, 5> frames{
            {{' ', ' '}, {'[', ']'}, {'>', '<'}, {'(', ')'}, {'{', '}'}}};
        const std::array<char, 2>& sides = frames[static_cast<std::size_t>(mark)];
        out.text = fmt::format("{}{}{}", sides[0], content, sides[1]);
    } else {
        constexpr std::array<char, 5> before{' ', '+', '>', ':', '='};
        out.text = fmt::format("{}{}", before[static_cast<std::size_t>(mark)], content);
    }
    return out;
}

std::string board_text(const AnyPosition& position, const std::vector<Cell>& marked,
                       CellMark mark) {
    // Wide for its brackets; a digit says it all where no colour helps.
    const Cells cells(position, {.wide = true, .shapes = false});
    std::string out = "   ";
    for (int column = 0; column < cells.size(); ++column)
        out += fmt::format("{:>{}} ", column_name(column), cells.width() - 1);
    out += '\n';
    for (int row = 0; row < cells.size(); ++row) {
        out += fmt::format("{:>3}", row + 1);
        for (int column = 0; column < cells.size(); ++column) {
            const Cell cell{row, column};
            const bool is_marked = std::find(marked.begin(), marked.end(), cell) != marked.end();
            out += cells.at(cell, is_marked ? mark : CellMark::None).text;
        }
        out += '\n';
    }
    return out;
}

}  // namespace zerosum::terminal
