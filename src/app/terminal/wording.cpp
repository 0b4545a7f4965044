#include "app/terminal/wording.h"

#include <algorithm>
#include <type_traits>

#include "app/view/board_json.h"
#include "games/all_games.h"
#include "players/analysis.h"

namespace zerosum::terminal {

std::string side_name(const AnyPosition& position, Side side) {
    return with_game(position.game(), [&]<Game G>() -> std::string {
        if constexpr (std::is_same_v<G, raid::Raid>) {
            return {raid::side_letter(side)};
        } else {
            return fmt::format("player {}", index(side) + 1);
        }
    });
}

std::vector<std::vector<int>> square_values(const AnyPosition& position) {
    return with_game(position.game(), [&]<Game G>() {
        std::vector<std::vector<int>> values;
        const typename G::Position& board = position_of<G>(position);
        if constexpr (requires { board.value(0, 0); }) {
            for (int row = 0; row < board.size(); ++row) {
                std::vector<int>& line = values.emplace_back();
                for (int column = 0; column < board.size(); ++column)
                    line.push_back(static_cast<int>(board.value(row, column)));
            }
        }
        return values;
    });
}

std::vector<AnyMove> moves_at(const AnyPosition& position, Cell cell) {
    if (position.over()) return {};
    const std::string name = cell_name(cell);
    if (const Judged<AnyMove> move = position.parse_move(name)) return {*move};
    std::vector<AnyMove> found;
    for (const AnyMove move : position.moves())
        if (position.move_name(move).starts_with(name + ' ')) found.push_back(move);
    return found;
}

std::string why_no_move(const AnyPosition& position, Cell cell) {
    const std::string name = cell_name(cell);
    const Judged<AnyMove> move = position.parse_move(name);
    if (!move && move.error().code == FaultCode::IllegalMove) return move.error().sentence;
    return name + " is not free";
}

std::string describe(const AnyPosition& position, AnyMove move) {
    const std::vector<Cell> cells = position.affected(move);
    const Score gain = position.gain(move);
    if (position.game().name() == fruit::Fruit::name)
        return fmt::format("takes {} fruit{}, {:+}", cells.size(), cells.size() == 1 ? "" : "s",
                           gain);
    std::string turned;
    for (std::size_t i = 1; i < cells.size(); ++i) {
        const bool last = i + 1 == cells.size();
        turned += fmt::format("{}{}", i == 1 ? "" : last ? " and " : ", ", cell_name(cells[i]));
    }
    return fmt::format("{:+}, turns {}", gain, turned.empty() ? "nothing" : turned);
}

std::string line_names(const AnyPosition& position, const std::vector<AnyMove>& line,
                       std::size_t limit) {
    std::vector<std::string> names = view::line_names(position, line);
    names.resize(std::min(names.size(), limit));
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string describe(const AnyPosition& position, const Thought& thought) {
    constexpr std::size_t moves_shown = 5;
    const std::string depth =
        thought.exact ? std::string("proved") : fmt::format("depth {}", thought.depth);
    return fmt::format("{}, {:+}: {}", depth, thought.score,
                       line_names(position, thought.line, moves_shown));
}

Thought think_of_hint(const AnyPosition& position, const std::stop_token& stop,
                      const std::function<void(const Thought&)>& report) {
    const auto thought_of = [](const Analysis& analysis) {
        Thought thought;
        if (analysis.lines.empty()) return thought;  // stopped before it began
        const AnalysisLine& best = analysis.lines.front();
        thought.depth = best.depth;
        thought.nodes = analysis.nodes;
        thought.score = best.score;
        thought.exact = best.exact;
        thought.cpu = analysis.cpu;
        thought.line = best.pv.empty() ? std::vector{best.move} : best.pv;
        return thought;
    };
    AnalysisLimits limits;
    limits.time = Seconds{1};
    limits.stop = stop;
    return thought_of(analyze(position, limits, [&](const Analysis& analysis) {
        if (report) report(thought_of(analysis));
    }));
}

}  // namespace zerosum::terminal
