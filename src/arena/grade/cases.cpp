#include "arena/grade/cases.h"

#include <fmt/format.h>

#include <array>

#include "core/random.h"
#include "core/text.h"
#include "players/analysis.h"

namespace zerosum {

namespace {

struct FruitShape {
    int size;
    int kinds;
    int percent_played;  // of a random game
    double bank;
};

// The assignment promises sizes to 26, kinds to 10 and any time left. Odd corners first.
constexpr std::array<FruitShape, kFruitCases> kFruitShapes = {{
    {1, 1, 0, 257.2},  {2, 3, 0, 123.6}, {3, 1, 0, 7.24},   {3, 2, 50, 24.345}, {4, 4, 0, 60},
    {5, 3, 30, 12.5},  {5, 10, 0, 45},   {6, 4, 60, 30},    {7, 5, 0, 90},      {8, 6, 40, 100},
    {8, 2, 0, 80.125}, {9, 4, 80, 20},   {10, 4, 0, 40},    {10, 4, 0, 3},      {10, 10, 0, 300},
    {10, 5, 50, 150},  {12, 6, 0, 300},  {12, 3, 70, 60.5}, {15, 5, 0, 200},    {15, 9, 30, 250},
    {18, 6, 0, 300},   {20, 4, 50, 180}, {20, 9, 0, 300},   {26, 5, 40, 240},   {26, 10, 0, 300},
}};

struct RaidShape {
    int size;
    int depth;
};

// Plain minimax without pruning still answers each of these in seconds.
constexpr std::array<RaidShape, 10> kRaidShapes = {{
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
    const auto cells = [&position] {
        std::size_t used = 0;
        for (const std::string& row : position.rows()) {
            for (const char c : row)
                used += static_cast<std::size_t>(c == '*' || c == 'X' || c == 'O');
        }
        return used;
    };
    const std::size_t side = position.rows().size();
    const std::size_t goal = side * side * static_cast<std::size_t>(percent) / 100;
    while (cells() < goal) {
        const PositionPtr before = position.clone();
        const std::vector<AnyMove> moves = position.moves();
        const AnyMove move = moves[random.below(moves.size())];
        const PositionPtr after = before->clone();
        after->play(move);
        if (after->over()) return;
        position.play(move);
    }
}

// A COMPETITION file with its second and fourth line changed to ask for a fixed depth.
std::string exact_input(const AnyPosition& position, std::string_view mode, int depth) {
    const std::string competition = position.write_input(Seconds{1});
    std::string text;
    int line = 0;
    for (const std::string_view old : split_lines(competition)) {
        ++line;
        text += line == 2   ? std::string(mode)
                : line == 4 ? fmt::format("{}", depth)
                            : std::string(old);
        text += '\n';
    }
    return text;
}

}  // namespace

Result<std::vector<GradeCase>> fruit_cases(const AnyGame& fruit, std::uint64_t seed) {
    std::vector<GradeCase> cases;
    for (std::size_t i = 0; i < kFruitShapes.size(); ++i) {
        const FruitShape& shape = kFruitShapes[i];
        Random random(mix(seed) + i);
        Result<PositionPtr> start = fruit.start({shape.size, shape.kinds, -1}, random);
        if (!start) return tl::unexpected(start.error());
        play_some(**start, shape.percent_played, random);
        GradeCase& made = cases.emplace_back();
        made.name = fmt::format("{0} x {0}, {1} {2}, {3:g} s{4}", shape.size, shape.kinds,
                                shape.kinds == 1 ? "kind" : "kinds", shape.bank,
                                shape.percent_played > 0 ? ", under way" : "");
        made.bank = Seconds{shape.bank};
        made.input = (*start)->write_input(made.bank);
        made.position = std::move(*start);
    }
    return cases;
}

Result<std::vector<GradeCase>> raid_cases(const AnyGame& raid, std::uint64_t seed) {
    std::vector<GradeCase> cases;
    for (std::size_t i = 0; i < kRaidCases; ++i) {
        const RaidShape& shape = kRaidShapes[i % kRaidShapes.size()];
        Random random(mix(seed) + i);
        Result<PositionPtr> start = raid.start({shape.size, 0, -1}, random);
        if (!start) return tl::unexpected(start.error());
        play_some(**start, static_cast<int>(random.below(60)), random);
        const AnyMove best = fixed_depth_move(**start, shape.depth);
        const std::string_view mode = i / kRaidShapes.size() % 2 == 0 ? "MINIMAX" : "ALPHABETA";
        GradeCase& made = cases.emplace_back();
        made.name = fmt::format("{0} x {0}, {1}, depth {2}", shape.size, mode, shape.depth);
        made.bank = Seconds{200};
        made.input = exact_input(**start, mode, shape.depth);
        made.expected = (*start)->write_output(best);
        made.position = std::move(*start);
    }
    return cases;
}

}  // namespace zerosum
