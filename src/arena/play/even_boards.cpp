#include "arena/play/even_boards.h"

#include <algorithm>
#include <array>
#include <map>

#include "games/registry.h"

namespace zerosum {

namespace {

struct Row {
    std::string_view game;
    std::string_view line;
};

constexpr std::array kRows{
#include "arena/play/even_boards.inc"
};

using BoardsByGame = std::map<std::string, std::vector<EvenBoard>, std::less<>>;

BoardsByGame read_rows() {
    BoardsByGame out;
    for (const Row& row : kRows) {
        const Result<const AnyGame*> game = find_game(row.game);
        if (!game) continue;  // a program with other games
        const Result<PositionPtr> position = (*game)->parse_line(row.line);
        if (position)
            out[std::string(row.game)].push_back(
                {(*position)->line(), (*position)->start_options()});
    }
    return out;
}

}  // namespace

const std::vector<EvenBoard>& even_boards(std::string_view game) {
    static const BoardsByGame all = read_rows();
    static const std::vector<EvenBoard> none;
    const auto found = all.find(game);
    return found == all.end() ? none : found->second;
}

std::vector<std::string_view> even_boards_like(const AnyGame& game, const StartOptions& options) {
    std::vector<std::string_view> lines;
    for (const EvenBoard& each : even_boards(game.name()))
        if (each.drawn.size == options.size && each.drawn.kinds == options.kinds &&
            std::max(0, each.drawn.pieces) == std::max(0, options.pieces))
            lines.emplace_back(each.line);
    return lines;
}

bool is_even_board(std::string_view game, std::string_view line) {
    const std::vector<EvenBoard>& boards = even_boards(game);
    return std::any_of(boards.begin(), boards.end(),
                       [&](const EvenBoard& each) { return each.line == line; });
}

}  // namespace zerosum
