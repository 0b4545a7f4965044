#include "games/fruit/rules.h"

#include <array>
#include <cstdint>

namespace zerosum::fruit {

namespace {

constexpr std::array<std::string_view, 2> kEditions{"2017", "2012"};

constexpr std::array<CellContent, kMaxKinds + 1> kContents{{{'*', "empty"},
                                                            {'0', "apple"},
                                                            {'1', "lemon"},
                                                            {'2', "grape"},
                                                            {'3', "kiwi"},
                                                            {'4', "blueberry"},
                                                            {'5', "orange"},
                                                            {'6', "strawberry"},
                                                            {'7', "banana"},
                                                            {'8', "pear"},
                                                            {'9', "melon"}}};

constexpr GameInfo kInfo{
    .name = "fruit",
    .title = "The Fruit Rage",
    .rules =
        "Pick a group of equal fruits: k fruits score k². Fruits above fall down. "
        "When the box is empty, the higher total wins.\n"
        "Two players take turns. Equal fruits that touch each other, up, down, left or right, are "
        "a "
        "group; a fruit without such a neighbour is a group of one.\n"
        "A move picks a group and takes all of it. k fruits score k x k points: a group of 5 "
        "brings "
        "25, five single fruits bring 5.\n"
        "What stood above the taken fruits falls straight down. Falling fruits may make larger "
        "groups, "
        "which the other player can take next. Columns never move sideways, and nothing is added.\n"
        "When the box is empty, the higher total wins.",
    .editions = kEditions,
    .size = {.least = 1, .most = kMaxSize, .usual = 10, .casual = 8},
    .kinds = OptionRange{.least = 1, .most = kMaxKinds, .usual = 4, .casual = 4},
    .pieces = std::nullopt,
    .sides = {{{"player 1", "1"}, {"player 2", "2"}}},
    .contents = kContents,
    .empty = '*',
    .cell_values = false,
    .move_kinds = {},
    .score_unit = "point",
    .score_meaning = "k² for each group of k fruits taken",
    .fixed_depth_modes = {}};

}  // namespace

const GameInfo& Fruit::info() {
    return kInfo;
}

Result<Position> Fruit::start(const StartOptions& options, Random& random) {
    const int size = options.size == 0 ? kInfo.size.usual : options.size;
    const int kinds = options.kinds == 0 ? kInfo.kinds->usual : options.kinds;
    if (!kInfo.size.holds(size))
        return fail("found size {}, expected {} to {} for {}", size, kInfo.size.least,
                    kInfo.size.most, kInfo.name);
    if (!kInfo.kinds->holds(kinds))
        return fail("found {} kinds, expected {} to {} for {}", kinds, kInfo.kinds->least,
                    kInfo.kinds->most, kInfo.name);
    if (options.pieces != -1)
        return fail("found {} pieces, but {} starts from a full board: leave them out",
                    options.pieces, kInfo.name);

    std::vector<std::int8_t> cells(static_cast<std::size_t>(size * size));
    for (std::int8_t& kind : cells)
        kind = static_cast<std::int8_t>(random.below(static_cast<std::uint64_t>(kinds)));
    return Position(size, kinds, cells);
}

StartOptions Fruit::start_options(const Position& position) {
    int kinds = 0;
    for (int kind = 0; kind < kMaxKinds; ++kind)
        for (int column = 0; column < position.size(); ++column)
            if (position.cells_of_kind(column, kind) != 0) {
                ++kinds;
                break;
            }
    return {.size = position.size(), .kinds = kinds, .pieces = -1};
}

}  // namespace zerosum::fruit
