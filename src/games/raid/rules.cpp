#include "games/raid/rules.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/counted.h"

namespace zerosum::raid {

namespace {

constexpr std::array<std::string_view, 1> kEditions{"2016"};
constexpr std::array<CellContent, 3> kContents{{{'.', "free"}, {'X', "X"}, {'O', "O"}}};
constexpr std::array<std::string_view, 2> kMoveKinds{"Stake", "Raid"};
constexpr std::array<std::string_view, 2> kFixedDepthModes{"MINIMAX", "ALPHABETA"};

// On the board at the start, per side: one square stays free.
constexpr int most_pieces(int size) {
    return (size * size - 1) / 2;
}

constexpr GameInfo kInfo{
    .name = "raid",
    .title = "Stake & Raid",
    .rules =
        "Stake any free square, or raid one next to your own and turn every enemy that "
        "touches it. When the board is full, the higher sum wins.\n"
        "Two players, X and O, take turns. Every square has a value, and what you hold counts: the "
        "sum "
        "of the values under your pieces.\n"
        "Stake: put a piece on any free square. No other piece changes.\n"
        "Raid: put a piece on a free square next to one of your own, up, down, left or right. "
        "Every "
        "enemy piece next to the new one turns into yours; the pieces beyond those stay as they "
        "are.\n"
        "A turned square counts twice: you gain its value and the other loses it. It can be turned "
        "back as long as a free square touches it.\n"
        "When the board is full, the higher sum wins.",
    .editions = kEditions,
    .size = {.least = 1, .most = kMaxSize, .usual = 8, .casual = 5},
    .kinds = std::nullopt,
    .pieces = OptionRange{.least = 0, .most = most_pieces(kMaxSize), .usual = 0, .casual = 0},
    .sides = {{{"X", "X"}, {"O", "O"}}},
    .contents = kContents,
    .empty = '.',
    .cell_values = true,
    .move_kinds = kMoveKinds,
    .score_unit = "point",
    .score_meaning = "the values of the squares held",
    .fixed_depth_modes = kFixedDepthModes};

}  // namespace

const GameInfo& Raid::info() {
    return kInfo;
}

Result<Position> Raid::start(const StartOptions& options, Random& random) {
    constexpr int highest_value = 99;
    const int size = options.size == 0 ? kInfo.size.usual : options.size;
    const int pieces = options.pieces == -1 ? kInfo.pieces->usual : options.pieces;
    if (!kInfo.size.holds(size))
        return fail("found size {}, expected {} to {} for {}", size, kInfo.size.least,
                    kInfo.size.most, kInfo.name);
    const int squares = size * size;
    if (options.kinds != 0)
        return fail("found {}, but {} has no kinds of squares: leave them out",
                    counted(options.kinds, "kind"), kInfo.name);
    if (pieces < 0 || pieces > most_pieces(size)) {
        return fail("found {} a side, expected 0 to {} on a board of {}", counted(pieces, "piece"),
                    most_pieces(size), counted(squares, "square"));
    }

    std::vector<Value> values(static_cast<std::size_t>(squares));
    for (Value& value : values) value = static_cast<Value>(random.between(1, highest_value));
    Position position(size, values, Side::One);

    std::vector<int> cells(static_cast<std::size_t>(squares));
    for (int i = 0; i < squares; ++i) cells[static_cast<std::size_t>(i)] = i;
    random.shuffle(std::span<int>(cells));
    for (int i = 0; i < 2 * pieces; ++i) {
        const int cell = cells[static_cast<std::size_t>(i)];
        position.put({cell / size, cell % size}, i % 2 == 0 ? Side::One : Side::Two);
    }
    return position;
}

StartOptions Raid::start_options(const Position& position) {
    return {.size = position.size(),
            .kinds = 0,
            .pieces = std::min(cells_used(position) / 2, most_pieces(position.size()))};
}

std::vector<std::vector<int>> Raid::values(const Position& position) {
    std::vector<std::vector<int>> values;
    for (int row = 0; row < position.size(); ++row) {
        std::vector<int>& line = values.emplace_back();
        for (int column = 0; column < position.size(); ++column)
            line.push_back(position.value(row, column));
    }
    return values;
}

}  // namespace zerosum::raid
