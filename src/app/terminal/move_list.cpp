#include "app/terminal/move_list.h"

#include <algorithm>

namespace zerosum::terminal {

namespace {

constexpr std::size_t kNumberWidth = 4;  // columns of a number and the blank after it
constexpr std::size_t kBetweenMoves = 2;

std::string entry(const MoveRecord& move) {
    if (move.move.empty()) return "no move";
    if (move.passed()) return move.move;
    return fmt::format("{} {:+}", move.move, move.gain);
}

std::string name_of(const GameInPlay& game, int player) {
    return player_name(game, static_cast<std::size_t>(player));
}

// "  3 C4 +25     D5 +16"
std::vector<PanelLine> by_rounds(const GameInPlay& game, std::size_t width) {
    const std::vector<MoveRecord>& moves = game.moves();
    const int first = moves.front().player;
    std::vector<PanelLine> lines{
        {fmt::format("    {:<{}.{}}{:.{}}", name_of(game, first), width + kBetweenMoves, width,
                     name_of(game, 1 - first), width),
         Tone::Quiet}};
    for (std::size_t i = 0; i < moves.size(); i += 2) {
        std::string line =
            fmt::format("{:>3} {:<{}}", i / 2 + 1, entry(moves[i]), width + kBetweenMoves);
        if (i + 1 < moves.size()) line += entry(moves[i + 1]);
        lines.push_back({std::move(line)});
    }
    return lines;
}

// "  5 You      C4 +25". Where there is little room the names are cut, never what a move brought.
std::vector<PanelLine> by_moves(const GameInPlay& game, std::size_t width, std::size_t columns) {
    constexpr std::size_t most_of_a_name = 8;
    const std::size_t taken = kNumberWidth + 1 + width;
    const std::size_t name =
        std::clamp<std::size_t>(columns - std::min(columns, taken), 1, most_of_a_name);
    std::vector<PanelLine> lines{{"Moves", Tone::Quiet}};
    for (std::size_t i = 0; i < game.moves().size(); ++i) {
        const MoveRecord& move = game.moves()[i];
        lines.push_back({fmt::format("{:>3} {:<{}.{}} {}", i + 1, name_of(game, move.player), name,
                                     name, entry(move))});
    }
    return lines;
}

}  // namespace

std::vector<PanelLine> move_list(const GameInPlay& game, Extent room) {
    if (game.moves().empty() || room.rows < 2) return {};
    constexpr std::size_t longest_name = 12;
    std::size_t widest = 0;
    for (const MoveRecord& move : game.moves()) widest = std::max(widest, entry(move).size());
    const auto columns = static_cast<std::size_t>(room.columns);
    const std::size_t width = std::max(widest, std::min(opponent_name(game).size(), longest_name));
    const bool rounds = kNumberWidth + 2 * width + kBetweenMoves <= columns;
    std::vector<PanelLine> lines =
        rounds ? by_rounds(game, width) : by_moves(game, widest, columns);
    const std::size_t most = static_cast<std::size_t>(room.rows);
    if (lines.size() > most)
        lines.erase(lines.begin() + 1,
                    lines.begin() + 1 + static_cast<std::ptrdiff_t>(lines.size() - most));
    return lines;
}

}  // namespace zerosum::terminal
