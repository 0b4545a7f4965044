#include "arena/grade/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/counted.h"
#include "core/random.h"
#include "search/any_searcher.h"

namespace zerosum {

namespace {

struct LegalMoveShape {
    int size;
    int kinds;
    int percent_played;  // of a random game
    double bank;
};

// The assignment promises sizes to 26, at most 9 kinds and any time left; its example 4 says 10
// kinds, and so does one case here. Odd corners first.
constexpr std::array<LegalMoveShape, kLegalMoveCases> kLegalMoveShapes = {{
    {1, 1, 0, 257.2},  {2, 3, 0, 123.6}, {3, 1, 0, 7.24},   {3, 2, 50, 24.345}, {4, 4, 0, 60},
    {5, 3, 30, 12.5},  {5, 10, 0, 45},   {6, 4, 60, 30},    {7, 5, 0, 90},      {8, 6, 40, 100},
    {8, 2, 0, 80.125}, {9, 4, 80, 20},   {10, 4, 0, 40},    {10, 4, 0, 3},      {10, 9, 0, 300},
    {10, 5, 50, 150},  {12, 6, 0, 300},  {12, 3, 70, 60.5}, {15, 5, 0, 200},    {15, 9, 30, 250},
    {18, 6, 0, 300},   {20, 4, 50, 180}, {20, 9, 0, 300},   {26, 5, 40, 240},   {26, 9, 0, 300},
}};

struct FixedDepthShape {
    int size;
    int depth;
};

// Plain minimax without pruning still answers each of these in seconds.
constexpr std::array<FixedDepthShape, 10> kFixedDepthShapes = {{
    {2, 1},
    {3, 2},
    {3, 4},
    {4, 2},
    {4, 3},
    {5, 1},
    {5, 2},
    {6, 2},
    {8, 1},
    {5, 3},
}};

// Plays random moves until about this share of the cells is used up, but never the game's end.
void play_some(AnyPosition& position, int percent, Random& random) {
    const int goal = position.size() * position.size() * percent / 100;
    while (position.cells_used() < goal) {
        const std::vector<AnyMove> moves = position.moves();
        const AnyMove move = moves[random.below(moves.size())];
        const PositionPtr after = position.clone();
        after->play(move);
        if (after->over()) return;
        position.play(move);
    }
}

// As near as the game's boards come.
int within(const OptionRange& range, int number) {
    return std::clamp(number, range.least, range.most);
}

}  // namespace

Result<std::vector<GradeCase>> legal_move_cases(const AnyGame& game, std::uint64_t seed) {
    const GameInfo& info = game.info();
    std::vector<GradeCase> cases;
    for (std::size_t i = 0; i < kLegalMoveShapes.size(); ++i) {
        const LegalMoveShape& shape = kLegalMoveShapes[i];
        const int size = within(info.size, shape.size);
        const int kinds = info.kinds ? within(*info.kinds, shape.kinds) : 0;
        Random random(mix(seed) + i);
        Result<PositionPtr> start = game.start({size, kinds, -1}, random);
        if (!start) return tl::unexpected(start.error());
        play_some(**start, shape.percent_played, random);
        GradeCase& made = cases.emplace_back();
        made.name = fmt::format("{0} x {0}, {1}{2:g} s{3}", size,
                                info.kinds ? counted(kinds, "kind") + ", " : "", shape.bank,
                                shape.percent_played > 0 ? ", under way" : "");
        made.bank = Seconds{shape.bank};
        made.input = (*start)->write_input(made.bank);
        made.position = std::move(*start);
    }
    return cases;
}

Result<std::vector<GradeCase>> fixed_depth_cases(const AnyGame& game, std::uint64_t seed) {
    const GameInfo& info = game.info();
    std::vector<GradeCase> cases;
    for (std::size_t i = 0; i < kFixedDepthCases; ++i) {
        const FixedDepthShape& shape = kFixedDepthShapes[i % kFixedDepthShapes.size()];
        const int size = within(info.size, shape.size);
        Random random(mix(seed) + i);
        Result<PositionPtr> start = game.start({size, 0, -1}, random);
        if (!start) return tl::unexpected(start.error());
        play_some(**start, static_cast<int>(random.below(60)), random);
        const AnyMove best = fixed_depth_move(**start, shape.depth);
        const std::string_view mode =
            info.fixed_depth_modes[i / kFixedDepthShapes.size() % info.fixed_depth_modes.size()];
        GradeCase& made = cases.emplace_back();
        made.name = fmt::format("{0} x {0}, {1}, depth {2}", size, mode, shape.depth);
        made.bank = Seconds{200};
        made.depth = shape.depth;
        made.input = (*start)->write_input({mode, shape.depth});
        made.expected = (*start)->write_output(best);
        made.position = std::move(*start);
    }
    return cases;
}

}  // namespace zerosum
