#pragma once
// All that the outside must know of a game besides its rules: names, ranges, words. Commands, the
// terminal and the page ask this instead of comparing names of games.

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace zerosum {

// A number that a board is drawn with.
struct OptionRange {
    int least = 0;
    int most = 0;
    int usual = 0;   // in a match where none is asked for
    int casual = 0;  // offered to a person who opens the page
    [[nodiscard]] constexpr bool holds(int number) const {
        return least <= number && number <= most;
    }
};

// One of the two players. Side::One comes first.
struct SideNames {
    std::string_view name;  // in a sentence: "player 1", "X"
    std::string_view mark;  // one character: "1", "X"
};

// What a cell can hold.
struct CellContent {
    char mark = ' ';        // in AnyPosition::rows
    std::string_view name;  // "apple", "free"
};

struct GameInfo {
    std::string_view name;   // for --game, files and addresses: lower case, one word
    std::string_view title;  // "The Fruit Rage"
    std::string_view rules;  // a line for who knows such games; then in full, a line per paragraph

    // The course editions that it is played by (arena/play/edition.h), the usual one first.
    std::span<const std::string_view> editions;

    OptionRange size;                   // side of the board
    std::optional<OptionRange> kinds;   // kinds of pieces; none: the game has only one
    std::optional<OptionRange> pieces;  // random pieces per side on the board at the start. They
                                        // always leave a cell free: 2 * pieces < size * size
    std::array<SideNames, 2> sides;

    std::span<const CellContent> contents;
    char empty = '.';          // the mark among them that stands for nothing
    bool cell_values = false;  // cells have values: AnyPosition::values

    // Names of the kinds of move that can mean one cell, by AnyPosition::move_kind. Empty: a move
    // is picked by its cell alone.
    std::span<const std::string_view> move_kinds;

    // "point" in "5 points", and where they come from: "for k fruits in a group, k x k".
    std::string_view score_unit = "point";
    std::string_view score_meaning;

    // The words by which course files ask for the one answer of a search to a fixed depth. Empty:
    // any legal move is an answer to any of this game's files.
    std::span<const std::string_view> fixed_depth_modes;
};

}  // namespace zerosum
